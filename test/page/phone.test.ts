import { expect, test } from "vitest";
import { clientLines } from "../../generated/client-lines.ts";
import { useApp } from "../support/app.ts";
import { buildKey, uniquePhone } from "../support/factories.ts";
import { wholePicture } from "../support/media.ts";
import { allowFiles, upload } from "../support/uploads.ts";
import { openTab } from "./support/tab.ts";
import { useWorker } from "./support/worker.ts";

const app = useApp({ simulated: true, phone: true });
useWorker(app);

/** Signs a team in and opens the phone with its key. */
async function openPhone(options: Parameters<typeof openTab>[1] = {}) {
  const team = await app.signIn();
  const { page } = await openTab(`${app.url}/phone#key=${team.key}`, options);
  await page.getByRole("status").getByText("Live").waitFor();
  const bubbles = page.getByRole("list", { name: "Texts" }).locator(".bubble");
  return { ...team, page, bubbles };
}

test("the special numbers do what is written at them: never reached, an answer, a refusal, an opt-out", async () => {
  const { page, bubbles, client } = await openPhone({ expectedFaults: /status of (409|502)/ });
  for (const [phone, shown] of [
    ["+15005550002", "undelivered (30003)"],
    ["+15005550006", "YES"],
  ] as const) {
    await client.sendText({ body: { phone_number: phone, message: "Hello" } });
    await page.getByRole("button", { name: phone }).click();
    await bubbles.getByText(shown).waitFor();
  }

  for (const [phone, code] of [
    ["+15005550001", "message_failed"],
    ["+15005550004", "recipient_opted_out"],
  ] as const) {
    await page.getByLabel("To", { exact: true }).fill(phone);
    await page.getByLabel("Text", { exact: true }).fill(`to ${phone}`);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByRole("alert").getByText(code).waitFor();
  }
  // A refused text is on its thread, and one that was not even tried stays in its field.
  expect(await page.getByLabel("Text", { exact: true }).inputValue()).toBe("to +15005550004");
});

test("a text to the waiting recipient is delivered or fails as the phone says, and a late status changes nothing", async () => {
  const { page, bubbles, client } = await openPhone();
  const { textId } = await client.sendText({ body: { phone_number: "+15005550005", message: "Hello" } });
  await page.getByRole("button", { name: "+15005550005" }).click();

  await bubbles.getByRole("button", { name: "Deliver" }).click();
  await bubbles.getByRole("button", { name: "Read" }).click();
  await bubbles.locator(".status-read").waitFor();
  await client.setSimulatedStatus({ path: { id: textId }, body: { status: "sent" } });
  await client.sendText({ body: { phone_number: "+15005550005", message: "Hello again" } });
  await bubbles.getByText("Hello again").waitFor();

  await bubbles.nth(1).getByRole("button", { name: "Fail" }).click();
  await bubbles.nth(1).getByText("failed (30008)").waitFor();
  expect(await bubbles.nth(0).locator(".status-read").count()).toBe(1);
});

test("a passcode is read from the phone, copied and typed", async () => {
  const { page, bubbles, client } = await openPhone({ permissions: ["clipboard-read", "clipboard-write"] });
  const phone = uniquePhone();
  await client.generateOtp({ body: { phone, recipient_id: "user-1", message: "$OTP is your code." } });
  await page.getByRole("button", { name: phone }).click();

  const code = await bubbles.locator(".code code").innerText();
  const copy = bubbles.getByRole("button", { name: "Copy code" });
  // The button says so for two seconds only.
  await Promise.all([bubbles.getByText("Copied").waitFor(), copy.click()]);

  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(code);
  expect(await client.verifyOtp({ body: { recipient_id: "user-1", otp: code } })).toMatchObject({ status: "verified" });
});

test("the panel shows the lines of each client with the address, the team's ids and the handset, and copies them without a secret", async () => {
  const { page, key, team } = await openPhone({ permissions: ["clipboard-read", "clipboard-write"] });
  await page.getByRole("button", { name: "+15005550006" }).click();
  const panel = page.getByRole("region", { name: "Connect your app" });
  const ids = team.id.replaceAll("-", "");

  // Our API by curl and by the command line, Twilio's client in seven languages, Textbelt's API and Supabase's hook.
  expect(clientLines.length).toBe(11);
  for (const { name, lines } of clientLines) {
    await panel.getByLabel("Client").selectOption(name);
    const expected = lines
      .replaceAll("https://sms.example.com", app.url)
      .replaceAll("0123456789abcdef0123456789abcdef", ids)
      .replaceAll("+12025550123", "+15005550006");
    expect(await panel.locator("pre").textContent(), name).toBe(expected);
    expect(expected).not.toContain(key);
  }
  // The button says so for two seconds only.
  await Promise.all([panel.getByText("Copied").waitFor(), panel.getByRole("button", { name: "Copy" }).press("Enter")]);
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(await panel.locator("pre").textContent());
});

test("a handset shows the stored pictures of a text from memory, and of any other file its address, which is not loaded", async () => {
  const { page, bubbles, client, team } = await openPhone();
  await allowFiles(app.em(), team);
  const url = "https://media.invalid/1.png";
  const mediaIds = [await upload(client, wholePicture)];
  const phone = uniquePhone();
  await client.sendMessage({ body: { phone_number: phone, mediaUrls: [url], mediaIds } });

  await page.getByRole("button", { name: phone }).click();

  const picture = bubbles.getByRole("img", { name: "Received with the text" });
  await expect
    .poll(() => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(1);
  expect(await picture.getAttribute("src")).toMatch(/^blob:/);
  await bubbles.getByText(url).waitFor();

  // A key without the scope is not refused, because nothing is read with it.
  const other = await page.context().newPage();
  await other.goto(`${app.url}/phone#key=${await buildKey(app.em(), team, { scopes: ["simulator:use"] })}`);
  await other.getByRole("button", { name: phone }).click();
  await other.getByText(`image/gif: /api/media/${mediaIds[0]}`).waitFor();
});
