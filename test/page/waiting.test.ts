import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { buildKey, uniquePhone } from "../support/factories.ts";
import { setQuietNow } from "../support/quiet-hours.ts";
import { schedule } from "../support/waiting-texts.ts";
import { openTab } from "./support/tab.ts";
import { useWorker } from "./support/worker.ts";

const app = useApp({ simulated: true, phone: true });
useWorker(app);

const waiting = (page: Page) => page.getByRole("list", { name: "Texts for later" }).getByRole("listitem");

const bodies = (page: Page) => page.getByRole("list", { name: "Messages" }).locator(".body").allTextContents();

/** Nine and ten o'clock tomorrow in the zone of the tests' browser, as its field has them, and nine in UTC. */
const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10);
const [atNine, atTen, atNineInUtc] = [`${tomorrow}T09:00`, `${tomorrow}T10:00`, `${tomorrow}T05:00:00.000000Z`];

/** Writes a text for later into the box of the page. */
async function fillLater(page: Page, box: string, text: string, time: string): Promise<void> {
  await page.getByRole("textbox", { name: box }).fill(text);
  await page.getByLabel("Send later").check();
  await page.getByLabel("Send at (Asia/Dubai)").fill(time);
}

test("a text for later waits apart from its conversation, is canceled by a button, and joins the conversation when its time comes", async () => {
  const { key, client: live } = await app.signIn();
  const client = live.inTestMode();
  const phone = uniquePhone();
  const { threadId } = await client.sendText({ body: { phone_number: phone, message: "Your table is booked." } });
  const { page } = await openTab(`${app.url}/inbox?thread=${threadId}#key=${key}_test`, {
    timezoneId: "Asia/Dubai",
    hasClock: true,
    expectedFaults: /status of 422/,
  });
  await page.getByText("Your table is booked.").last().waitFor();

  await fillLater(page, "Reply", "See you today!", `${tomorrow.slice(0, 4)}-01-01T09:00`);
  await page.getByRole("button", { name: "Schedule" }).click();
  await page.getByRole("alert").getByText("sendAt must be at least a minute ahead").waitFor();
  const field = page.getByRole("textbox", { name: "Send at" });
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  await field.fill(atNine);
  await field.press("Enter");
  await waiting(page).getByText("See you today!").waitFor();
  await waiting(page).getByText("09:00").waitFor();
  await waiting(page).getByText("waits for its time").waitFor();
  expect(await field.count()).toBe(0);
  await fillLater(page, "Reply", "Never mind.", atTen);
  await page.getByRole("button", { name: "Schedule" }).click();
  await expect.poll(() => waiting(page).count()).toBe(2);
  expect(await bodies(page)).toEqual(["Your table is booked."]);
  const { messages } = await client.listPendingMessages();
  expect(messages).toMatchObject([
    { body: "See you today!", threadId, sendAt: atNineInUtc },
    { body: "Never mind.", threadId },
  ]);

  await waiting(page).nth(1).getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => waiting(page).count()).toBe(1);
  expect(await client.getMessage({ path: { id: messages[1]!.id } })).toMatchObject({ status: "canceled" });
  await client.advanceSimulatedClock({ body: { advanceSeconds: 2 * 24 * 3_600 } });
  // The time of the page stands nearly still, so an event moves the text, and not the next look.
  await page.clock.pauseAt(Date.now() + 2_000);
  await app.dispatch();
  await expect
    .poll(async () => {
      await page.clock.runFor(10);
      return [await bodies(page), await waiting(page).count()];
    })
    .toEqual([["Your table is booked.", "See you today!"], 0]);
});

test("the inbox lists all texts for later, the earliest first, with what they wait for and why the server canceled one", async () => {
  const { key, client, number, team } = await app.signIn();
  const [first, second, night] = [uniquePhone(), uniquePhone(), uniquePhone()];
  const { page } = await openTab(`${app.url}/inbox?view=new#key=${key}`, { timezoneId: "Asia/Dubai", hasClock: true });
  await page.getByLabel("To").fill(second);
  await fillLater(page, "Text", "x".repeat(1_600), atNine);
  await page.getByText("1600 / 1600 · 11 segments · GSM-7").waitFor();
  await page.getByRole("button", { name: "Schedule" }).click();
  await waiting(page).getByText(second).waitFor();
  const { threads } = await client.listThreads();
  expect(threads).toEqual([]);

  // Nothing tells of the text of another client, and the list is read again.
  const { id } = await schedule(app, client, { phone_number: first });
  await page.clock.fastForward(10_000);
  await expect.poll(() => waiting(page).locator("bdi").allTextContents()).toEqual([first, second]);
  await setQuietNow(app, team);
  await page.getByRole("link", { name: "New text" }).click();
  await page.getByLabel("To").fill(night);
  await page.getByRole("textbox", { name: "Text" }).fill("y".repeat(161));
  await page.getByRole("button", { name: "Send" }).click();
  await waiting(page).getByText("waits for the end of quiet hours").waitFor();
  await client.receiveSimulatedReply({ body: { from: first, to: number, text: "STOP" } });
  await expect.poll(async () => (await client.getConsent({ path: { phone: first } })).state).toBe("opted_out");
  await app
    .em()
    .execute("update pending_message set send_at = now(), ignores_quiet_hours = true where team_id = ? and id = ?", [
      team.id,
      id,
    ]);
  await app.dispatch();
  await waiting(page).getByText("opted out").waitFor();
  expect(await waiting(page).last().locator("bdi").textContent()).toBe(first);

  await page.getByRole("link", { name: "Conversations" }).click();
  await page.locator(".thread").first().click();
  await waiting(page).getByText("opted out").waitFor();
});

test("a key that may not send sees what waits, and nothing to cancel it with", async () => {
  const { client, team } = await app.signIn();
  const { to } = await schedule(app, client);
  const { threadId } = await client.sendText({ body: { phone_number: to, message: "now" } });
  const key = await buildKey(app.em(), team, { scopes: ["messages:read"] });
  const { page } = await openTab(`${app.url}/inbox?thread=${threadId}#key=${key}`);

  await waiting(page).getByText("later").waitFor();

  expect(await page.getByRole("button", { name: "Cancel" }).count()).toBe(0);
  expect(await page.getByLabel("Send later").count()).toBe(0);
});
