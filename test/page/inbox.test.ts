import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { writeDataSet } from "../bench/data-set.ts";
import { useApp } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import { buildBusinessNumber, uniquePhone } from "../support/factories.ts";
import { receiveFiles, storeNext, wholePicture } from "../support/media.ts";
import { makeDue, schedule } from "../support/waiting-texts.ts";
import { openTab, type TabOptions } from "./support/tab.ts";

const app = useApp({ simulated: true });

/** Signs in as a team in a new tab. */
async function open({ key, ...options }: TabOptions & { key: string }): Promise<Page> {
  const { page } = await openTab(`${app.url}/inbox#key=${key}`, options);
  return page;
}

/** Receives a text from a phone, as the carrier delivers it. */
async function receive(phone: string, number: string, text: string): Promise<void> {
  await postCallback(app, "inbound", inboundForm(phone, number, text));
  await app.jobs.drain();
}

const bubble = (page: Page, text: string) =>
  page.getByRole("list", { name: "Messages" }).getByText(text, { exact: true });

const replyBox = (page: Page) => page.getByRole("textbox", { name: "Reply" });

/** Opens the conversation with a phone. */
const openThread = (page: Page, phone: string) => page.getByRole("link", { name: phone }).click();

test("a text whose answer is lost after the commit is sent once, at the latest by the button", async () => {
  const { key, number, client } = await app.signIn();
  const phone = uniquePhone();
  await receive(phone, number, "hello");
  const page = await open({ key, expectedFaults: /ERR_FAILED|ERR_CONNECTION/ });
  await openThread(page, phone);
  await page.clock.install();
  const keys: (string | undefined)[] = [];
  let lost = 0;
  await page.route("**/api/text", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    const answer = await route.fetch();
    if (lost++ < 4) return route.abort("connectionreset");
    return route.fulfill({ response: answer });
  });

  await replyBox(page).fill("once");
  await replyBox(page).press("Enter");
  for (let repetitions = 1; repetitions <= 3; repetitions += 1) {
    await expect.poll(() => lost).toBe(repetitions);
    await page.clock.fastForward(1_000);
  }
  await page.getByText("It is not known whether this text was sent.").waitFor();
  // Not even a new tab's state of the page loses the key.
  await page.reload();
  await page.getByRole("button", { name: "Repeat" }).click();
  await expect.poll(() => replyBox(page).inputValue()).toBe("");
  await bubble(page, "once").waitFor();

  expect(keys).toHaveLength(5);
  expect(new Set(keys).size).toBe(1);
  const { threads } = await client.listThreads();
  const { messages } = await client.listThreadMessages({ path: { id: threads[0]!.id } });
  expect(messages.map(({ body }) => body)).toEqual(["once", "hello"]);
});

test("lists that could not be read while a proxy had no server are read once the stream is back", async () => {
  const { key, number } = await app.signIn();
  const phone = uniquePhone();
  await receive(phone, number, "hello");
  const { page } = await openTab(`${app.url}/inbox`, { expectedFaults: /status of 502/ });
  let isAway = true;
  await page.route(/\/api\/(threads|events\/stream)\?/, (route) =>
    isAway ? route.fulfill({ status: 502, contentType: "text/html", body: "<html>" }) : route.continue(),
  );

  await page.getByLabel("API key").fill(key);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").getByText("The server answers 502.").waitFor();
  await page.getByRole("status").getByText("Connection lost").waitFor();
  isAway = false;

  await page.getByRole("link", { name: phone }).waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
});

test("the longest name leaves room for the texts on a small screen", async () => {
  const { key, number, client } = await app.signIn();
  const phone = uniquePhone();
  await client.createContact({ body: { name: "Wolfgang Amadeus ".repeat(15).trim(), phones: [phone] } });
  await receive(phone, number, "hello");
  const page = await open({ key, viewport: { width: 360, height: 640 } });

  await page.getByRole("link", { name: "Wolfgang" }).click();
  await bubble(page, "hello").waitFor();

  const list = await page.getByRole("list", { name: "Messages" }).boundingBox();
  expect(list!.height).toBeGreaterThan(100);
});

test("each refusal stays under the text, with what to do and without losing the text, and an inactive license is a banner that leads to test mode", async () => {
  const { key, number, client } = await app.signIn();
  const [phone, refused] = [uniquePhone(), "+15005550001"];
  await receive(phone, number, "hello");
  const page = await open({ key, expectedFaults: /status of (4|5)\d\d/ });
  await openThread(page, phone);
  // The phone of this server is off.
  expect(await page.getByRole("navigation", { name: "Views" }).getByRole("link").allTextContents()).toEqual([
    "Inbox",
    "Reference",
  ]);
  const answerWith = (status: number, error: string, headers: Record<string, string> = {}) =>
    page.route(
      "**/api/text",
      (route) => route.fulfill({ status, headers, json: { success: false, error, message: `As ${error} says.` } }),
      { times: 1 },
    );
  const send = async (text: string) => {
    await replyBox(page).fill(text);
    await replyBox(page).press("Enter");
  };

  for (const [status, code] of [
    [403, "budget_exceeded"],
    [422, "sending_number_not_resolved"],
  ] as const) {
    await answerWith(status, code);
    await send(`about ${code}`);
    await page.getByRole("alert").getByText(`As ${code} says.`).waitFor();
    expect(await replyBox(page).inputValue()).toBe(`about ${code}`);
  }
  await answerWith(429, "rate_limited", { "retry-after": "1" });
  // The pause may be over before a later look.
  await Promise.all([page.getByRole("button", { name: /^Wait \d+ s$/ }).waitFor(), send("too fast")]);
  await page.getByRole("button", { name: "Send" }).click();
  await bubble(page, "too fast").waitFor();

  await page.getByRole("link", { name: "New text" }).click();
  await page.getByLabel("To").fill(refused);
  await page.getByRole("textbox", { name: "Text" }).fill("to nobody");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("alert").getByText("message_failed").waitFor();
  await page.getByRole("link", { name: "Conversations" }).click();
  await openThread(page, refused);
  await page.getByText("Not sent.").waitFor();
  await page.getByRole("button", { name: "Send again" }).click();
  await expect.poll(() => page.getByText("Not sent.").count()).toBe(2);
  expect((await client.listThreads()).threads).toHaveLength(2);

  await openThread(page, phone);
  await answerWith(403, "license_inactive");
  await send("without a license");
  await page.getByRole("alert").getByText("As license_inactive says.").waitFor();
  expect(await page.getByRole("alert").count()).toBe(1);
  expect(await replyBox(page).inputValue()).toBe("without a license");
  await page.getByRole("link", { name: "Usage" }).click();
  await page.getByRole("button", { name: "Go on in test mode" }).click();
  await page.getByText("Usage of the last 30 days in test mode").waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
});

test("5,000 threads: 2,000 rows can be scrolled to, of which only those near the seen part are laid out, and a search finds an old one", async () => {
  const { key, team } = await app.signIn({ withNumber: false });
  const { id: businessNumberId } = await buildBusinessNumber(app.em(), { team, isPrimary: true });
  await writeDataSet(
    app.em(),
    { teamId: team.id, businessNumberId },
    { contacts: 500, threads: 5_000, messages: 5_000 },
  );
  const page = await open({ key });
  await page.locator(".thread").first().waitFor();
  // Scrolls to the end after each page of rows, in the second frame: until then, the end has not been seen to leave the window.
  await page.evaluate(`{
    const list = document.querySelector(".thread-list");
    const toEnd = () => list.scrollTo({ top: Number.MAX_SAFE_INTEGER });
    const scroll = () => requestAnimationFrame(() => requestAnimationFrame(toEnd));
    new MutationObserver(scroll).observe(list, { childList: true, subtree: true });
    scroll();
  }`);
  await page.getByText("These are the newest 2000. Narrow the search.").waitFor();
  expect(await page.locator(".thread").count()).toBe(2_000);
  // A row that is laid out takes time with each page, even while its content is skipped. A count does not depend on the machine.
  const laidOut = await page.evaluate<number>(
    `[...document.querySelectorAll(".thread-list li")]
      .filter((row) => row.checkVisibility({ contentVisibilityAuto: true })).length`,
  );
  expect(laidOut).toBeLessThanOrEqual(300);

  await page.getByRole("searchbox").fill("+12000000042");
  await expect.poll(() => page.locator(".thread").count()).toBe(1);
});

test("a discarded text shows that its content is gone, and can neither be copied nor be sent again", async () => {
  const { key, client } = await app.signIn();
  const [phone, refused] = [uniquePhone(), "+15005550001"];
  const send = (phone_number: string, message: string, retention?: "discard") =>
    client.raw("sendText", { body: { phone_number, message, ...(retention && { retention }) } });
  await send(phone, "a kept text");
  await send(phone, "a text to forget", "discard");
  await send(refused, "a text to forget", "discard");
  const page = await open({ key });
  const messages = page.getByRole("list", { name: "Messages" });

  await openThread(page, phone);
  await bubble(page, "a kept text").waitFor();
  await bubble(page, "Content discarded").waitFor();
  expect(await messages.getByRole("button", { name: "Copy" }).count()).toBe(1);

  await openThread(page, refused);
  await bubble(page, "Content discarded").waitFor();
  await messages.getByText("failed").waitFor();
  expect(await messages.getByRole("button").count()).toBe(0);
  expect(await page.getByText("a text to forget").count()).toBe(0);
});

test("a stored picture is shown from memory, and another file only by its address, which is not loaded", async () => {
  const { key, number, team, client } = await app.signIn();
  const url = "https://media.invalid/1";
  const message = await receiveFiles(app, { client, number }, [url, url]);
  await storeNext(app, team, wholePicture);
  const page = await open({ key });
  await page.getByRole("link", { name: /^\+/ }).first().click();

  const picture = page.getByRole("img", { name: "Received with the text" });
  await picture.waitFor();
  expect(await picture.count()).toBe(1);
  expect(await picture.getAttribute("src")).toMatch(/^blob:/);
  await expect
    .poll(() => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(1);
  expect(await page.getByText(url).count()).toBe(1);

  await storeNext(app, team, wholePicture);
  await expect.poll(() => picture.count()).toBe(2);
  expect(message.media).toHaveLength(2);
});

test("the newest events are shown first, however many there are, and new ones as they happen", async () => {
  const { key, number, client } = await app.signIn();
  const phone = uniquePhone();
  const create = () => client.createContact({ body: { name: "Ada", phones: [uniquePhone()] } });
  await client.listEvents();
  for (let group = 0; group < 12; group += 1) await Promise.all(Array.from({ length: 10 }, create));
  await receive(phone, number, "the newest");
  const page = await open({ key });

  await page.getByRole("link", { name: "Events" }).click();

  const rows = page.getByRole("region", { name: "The newest events" }).locator("tbody tr");
  await rows.first().getByText("text the newest").waitFor();
  expect(await rows.count()).toBeGreaterThanOrEqual(25);
  await receive(phone, number, "an even newer one");
  await rows.first().getByText("text an even newer one").waitFor();
});

test("a text for later joins its conversation once it is handed over, before anything tells of it", async () => {
  const { key, number, client, team } = await app.signIn();
  const phone = uniquePhone();
  await receive(phone, number, "hello");
  const page = await open({ key });
  await page.clock.install();
  await schedule(app, client, { phone_number: phone });
  await openThread(page, phone);
  await page.getByRole("list", { name: "Texts for later" }).getByText("later").waitFor();

  await makeDue(app, team);
  await app.dispatch();
  await page.clock.fastForward(10_000);

  await bubble(page, "later").waitFor();
  expect(await page.getByRole("list", { name: "Texts for later" }).count()).toBe(0);
});
