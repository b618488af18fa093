import { expect, test, vi } from "vitest";
import { useApp } from "../support/app.ts";
import { buildBusinessNumber, uniquePhone } from "../support/factories.ts";
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

test("a text that an app sends appears with its status, which moves on by itself, and the answer reaches the app", async () => {
  const { page, bubbles, client } = await openPhone();
  const phone = uniquePhone();

  const { threadId } = await client.sendText({ body: { phone_number: phone, message: "Your table is ready." } });

  await page.getByRole("button", { name: phone }).click();
  await bubbles.getByText("Your table is ready.").waitFor();
  await bubbles.getByText("delivered").waitFor();
  await page.getByLabel(`Reply as ${phone}`).fill("On my way");
  await page.getByRole("button", { name: "Reply", exact: true }).click();
  await bubbles.getByText("On my way").waitFor();
  const { replies } = await client.listThreadReplies({
    path: { id: threadId },
    query: { since: "2000-01-01T00:00:00Z" },
  });
  expect(replies).toMatchObject([{ body: "On my way" }]);
});

test.each([
  ["+15005550002", "undelivered (30003)"],
  ["+15005550006", "YES"],
])("a text to %s shows %s", async (phone, shown) => {
  const { page, bubbles, client } = await openPhone();

  await client.sendText({ body: { phone_number: phone, message: "Hello" } });

  await page.getByRole("button", { name: phone }).click();
  await bubbles.getByText(shown).waitFor();
});

test("a text that the carrier refuses, and one to a recipient who opted out, say why, and stay in their field", async () => {
  const { page } = await openPhone({ expectedFaults: /status of (409|502)/ });
  await page.getByLabel("Text", { exact: true }).fill("Hello there");

  await page.getByLabel("To", { exact: true }).fill("+15005550001");
  await page.getByRole("button", { name: "Send text" }).click();
  await page.getByRole("alert").getByText("message_failed").waitFor();
  await page.getByLabel("To", { exact: true }).fill("+15005550004");
  await page.getByRole("button", { name: "Send text" }).click();
  await page.getByRole("alert").getByText("recipient_opted_out").waitFor();

  expect(await page.getByLabel("Text", { exact: true }).inputValue()).toBe("Hello there");
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

test("a passcode is read from the phone, copied and typed, and only a key for the phone sees it", async () => {
  const { page, bubbles, client } = await openPhone({ permissions: ["clipboard-read", "clipboard-write"] });
  const phone = uniquePhone();
  await client.generateOtp({ body: { phone, recipient_id: "user-1", message: "$OTP is your code." } });
  await page.getByRole("button", { name: phone }).click();

  const code = await bubbles.locator(".code code").innerText();
  await bubbles.getByRole("button", { name: "Copy code" }).click();
  await bubbles.getByText("Copied").waitFor();

  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(code);
  expect(await client.verifyOtp({ body: { recipient_id: "user-1", otp: code } })).toMatchObject({ status: "verified" });
});

test("STOP opts the handset out, and START in again", async () => {
  const { page, bubbles, client } = await openPhone();
  const phone = uniquePhone();
  const send = () => client.raw("sendText", { body: { phone_number: phone, message: "Hello" } });
  await send();
  await page.getByRole("button", { name: phone }).click();
  const texts = page.getByRole("list", { name: "Texts" });

  await page.getByRole("button", { name: "STOP" }).click();
  await texts.getByText("Opted out of texts").waitFor();
  expect((await send()).body).toMatchObject({ error: "recipient_opted_out" });

  await page.getByRole("button", { name: "START" }).click();
  await texts.getByText("Opted in again").waitFor();
  expect((await send()).status).toBe(200);
  await vi.waitFor(async () => expect(await bubbles.count()).toBe(4));
});

test("a handset answers the number that texted it last, or another number of the team", async () => {
  const { page, bubbles, client, team } = await openPhone();
  const second = await buildBusinessNumber(app.em(), { team });
  const phone = uniquePhone();
  await page.reload();
  await client.sendText({ body: { phone_number: phone, message: "Hello", sender: second.phoneNumber } });
  await page.getByRole("button", { name: phone }).click();
  await bubbles.getByText("Hello").waitFor();
  await vi.waitFor(async () => expect(await page.getByLabel("Business number").inputValue()).toBe(second.phoneNumber));

  await page.getByLabel(`Reply as ${phone}`).fill("hi");
  await page.keyboard.press("Enter");

  await bubbles.getByText("hi", { exact: true }).waitFor();
  const { threads } = await client.listThreads();
  expect(threads).toMatchObject([{ contactPhone: phone, senderPhone: second.phoneNumber, lastBody: "hi" }]);
});

test("replies of earlier are shown again after a reload", async () => {
  const { page, bubbles, client } = await openPhone();
  const phone = uniquePhone();
  await client.sendText({ body: { phone_number: phone, message: "Hello" } });
  await page.getByRole("button", { name: phone }).click();
  await page.getByLabel(`Reply as ${phone}`).fill("Thanks!");
  await page.keyboard.press("Enter");
  await bubbles.getByText("Thanks!").waitFor();

  await page.reload();

  await page.getByRole("button", { name: phone }).click();
  await bubbles.getByText("Thanks!").waitFor();
  expect(await bubbles.count()).toBe(2);
});
