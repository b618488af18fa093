import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { KeyScope } from "../../generated/operations.ts";
import { writeDataSet } from "../bench/data-set.ts";
import { hostileTexts } from "../prove/hostile.ts";
import { useApp } from "../support/app.ts";
import { inboundForm, postCallback, statusForm } from "../support/callbacks.ts";
import { buildBusinessNumber, buildContact, buildKey, buildMessage, uniquePhone } from "../support/factories.ts";
import { findViolations } from "./support/axe.ts";
import { openTab, type TabOptions } from "./support/tab.ts";

const app = useApp({ simulated: true });

/** Signs in as a team in a new tab, at a part of the inbox. */
async function open({ key, path = "inbox", ...options }: TabOptions & { key: string; path?: string }): Promise<Page> {
  const { page } = await openTab(`${app.url}/${path}#key=${key}`, options);
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

test("a text appears as it is received, a reply is sent once, and its status changes as the carrier reports", async () => {
  const { key, number, client } = await app.signIn();
  const phone = uniquePhone();
  const page = await open({ key });
  await page.getByText("No texts yet.").waitFor();

  await receive(phone, number, "Is it open?");
  await openThread(page, phone);
  await bubble(page, "Is it open?").waitFor();
  await receive(phone, number, "Hello?");
  await bubble(page, "Hello?").waitFor();
  await replyBox(page).fill("Yes – until 8");
  await page.getByText("13 / 160 · 1 segment · UCS-2 because of –").waitFor();
  await replyBox(page).press("Enter");
  await bubble(page, "Yes – until 8").waitFor();
  await app.deliver();
  await page.getByText("delivered").waitFor();

  const { threads } = await client.listThreads();
  const { messages } = await client.listThreadMessages({ path: { id: threads[0]!.id } });
  expect(messages.map(({ body }) => body)).toEqual(["Yes – until 8", "Hello?", "Is it open?"]);
  expect(await replyBox(page).inputValue()).toBe("");
  // A late report changes nothing.
  const sid = `SM${messages[0]!.id.replaceAll("-", "")}`;
  await postCallback(app, "status", statusForm(number, sid, "sent"));
  await app.jobs.drain();
  await page.reload();
  await page.getByText("delivered").waitFor();
});

test("STOP closes the box and says why, and START opens it", async () => {
  const { key, number } = await app.signIn();
  const phone = uniquePhone();
  await receive(phone, number, "hello");
  const page = await open({ key });
  await openThread(page, phone);
  const consent = page.getByRole("region", { name: "Consent" });
  await consent.getByText("Nobody said anything").waitFor();

  await receive(phone, number, "stop");
  await consent.getByText(/Opted out since .* by a text: STOP\./).waitFor();
  await page.getByText("This phone has opted out of your texts.").waitFor();
  expect(await replyBox(page).count()).toBe(0);

  await receive(phone, number, "START");
  await consent.getByText(/Opted in since .* by a text: START\./).waitFor();
  await replyBox(page).waitFor();
});

test("a text whose answer is lost after the commit is sent once, at the latest by the button", async () => {
  const { key, number, client } = await app.signIn();
  const phone = uniquePhone();
  await receive(phone, number, "hello");
  const page = await open({ key, expectedFaults: /ERR_FAILED|ERR_CONNECTION/ });
  await openThread(page, phone);
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

test("each refusal stays under the text: with what to do, and without losing the text", async () => {
  const { key, number, team, client } = await app.signIn();
  const [phone, refused] = [uniquePhone(), "+15005550001"];
  await receive(phone, number, "hello");
  const page = await open({ key, expectedFaults: /status of (4|5)\d\d/ });
  await openThread(page, phone);
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
    [403, "license_inactive"],
    [422, "sending_number_not_resolved"],
  ] as const) {
    await answerWith(status, code);
    await send(`about ${code}`);
    await page.getByRole("alert").getByText(`As ${code} says.`).waitFor();
    expect(await replyBox(page).inputValue()).toBe(`about ${code}`);
  }
  await answerWith(429, "rate_limited", { "retry-after": "1" });
  await send("too fast");
  await page.getByRole("button", { name: /^Wait \d+ s$/ }).waitFor();
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
  expect(team.name).toBeTruthy();
});

test("5,000 threads: 2,000 rows can be scrolled to, without a long task, and a search finds an old one", async () => {
  const { key, team } = await app.signIn({ withNumber: false });
  const { id: businessNumberId } = await buildBusinessNumber(app.em(), { team, isPrimary: true });
  await writeDataSet(
    app.em(),
    { teamId: team.id, businessNumberId },
    { contacts: 5_000, threads: 5_000, messages: 5_000 },
  );
  const page = await open({ key });
  await page.locator(".thread").first().waitFor();
  await page.evaluate(`
    tasks = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
      .observe({ entryTypes: ["longtask"] });
  `);

  await expect
    .poll(
      async () => {
        await page.locator(".thread-list").evaluate((list) => list.scrollTo(0, list.scrollHeight));
        return page.locator(".thread").count();
      },
      { timeout: 30_000, interval: 100 },
    )
    .toBe(2_000);
  await page.getByText("These are the newest 2000. Narrow the search.").waitFor();
  const tasks = await page.evaluate<number[]>("tasks");
  expect(Math.max(0, ...tasks)).toBeLessThan(200);

  await page.getByRole("searchbox").fill("+12000000042");
  await expect.poll(() => page.locator(".thread").count()).toBe(1);
});

test("hostile texts are shown as texts in every place: no element comes of them", async () => {
  const { key, team, client } = await app.signIn({ withNumber: false });
  const texts = hostileTexts(0, 1).map((text) => text.replaceAll("\0", "").toWellFormed());
  const hostile = `<img src=x onerror=alert(1)><script>alert(2)</script>`;
  const number = await buildBusinessNumber(app.em(), { team, isPrimary: true, name: hostile });
  const phones = Array.from({ length: 10 }, uniquePhone);
  for (const [index, body] of texts.entries()) {
    await buildMessage(app.em(), {
      team,
      number,
      phone: phones[index % phones.length]!,
      body,
    });
  }
  for (const [index, phone] of phones.entries()) {
    const name = `${hostile} ${[...texts[index]!].slice(0, 40).join("")}`;
    await client.createContact({ body: { name, company: hostile, phones: [phone], tags: [hostile], notes: [name] } });
  }
  const page = await open({ key, expectedFaults: /status of 422/ });
  await page.route("**/api/text", (route) =>
    route.fulfill({
      status: 422,
      json: { success: false, error: "invalid_thread", message: hostile, nextStep: hostile },
    }),
  );
  const rows = page.locator(".thread");
  await expect.poll(() => rows.count()).toBe(phones.length);
  for (let index = 0; index < phones.length; index += 1) {
    await rows.nth(index).click();
    await expect.poll(() => page.title()).toContain(hostile);
    await page.locator(".bubble").nth(2).waitFor();
    await expect.poll(() => page.getByRole("textbox", { name: "Company" }).inputValue()).toBe(hostile);
  }
  await replyBox(page).fill(hostile);
  await replyBox(page).press("Enter");
  await page.getByRole("alert").getByText(hostile).first().waitFor();
  expect(await page.locator("main :is(img, script, iframe, object, embed, a[href^='http'])").count()).toBe(0);
  expect(await page.locator("body > script, [onerror], [onclick]").count()).toBe(0);
});

test("the keyboard alone finds, reads and answers a conversation", async () => {
  const { key, number, client } = await app.signIn();
  const [first, second] = [uniquePhone(), uniquePhone()];
  await receive(first, number, "older");
  await receive(second, number, "newer");
  const page = await open({ key });
  await page.getByRole("link", { name: first }).waitFor();
  const press = (...keys: string[]) =>
    keys.reduce((done, each) => done.then(() => page.keyboard.press(each)), Promise.resolve());

  await press("j", "j");
  expect(await page.evaluate("document.activeElement.textContent")).toContain(first);
  await press("Enter");
  await page.getByRole("heading", { name: first }).first().waitFor();
  await press("r");
  await page.keyboard.type("by keyboard");
  await press("Enter");
  await bubble(page, "by keyboard").waitFor();
  await press("Escape");
  expect(await page.evaluate("document.activeElement.textContent")).toContain(first);
  await press("/");
  await page.keyboard.type(second);
  await expect.poll(() => page.locator(".thread").count()).toBe(1);
  await press("Escape", "?");
  await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
  await press("Escape");
  await expect.poll(() => page.locator(".thread").count()).toBe(2);

  expect((await client.listThreads()).threads[0]).toMatchObject({ contactPhone: first, lastBody: "by keyboard" });
});

describe.each(["light", "dark"] as const)("in %s colours, every view", (colorScheme) => {
  test("passes axe, and fits into 320 pixels, also with texts from right to left", async () => {
    const { key, number, team, client } = await app.signIn();
    const phone = uniquePhone();
    await buildContact(client, { name: "עדה לאבלייס", company: "שלום", phones: [phone], tags: ["vip"] });
    await receive(
      phone,
      number,
      "مرحبا، هل المتجر مفتوح؟ https://example.com/a-very-long-address-without-a-space-in-it-at-all",
    );
    for (let i = 0; i < 10; i += 1) await buildMessage(app.em(), { team, body: `text ${i}` });
    await client.sendText({ body: { phone_number: phone, message: "Yes." } });
    const page = await open({ key, colorScheme });
    await page.getByRole("link", { name: "עדה" }).click();
    await page.getByRole("textbox", { name: "Name" }).waitFor();

    expect(await findViolations(page)).toEqual([]);
    for (const part of ["New text", "Events", "Deliveries", "Usage", "Conversations"]) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.getByRole("link", { name: part }).click();
      await page.locator("section, .thread").first().waitFor();
      expect(await findViolations(page), part).toEqual([]);
      await page.setViewportSize({ width: 320, height: 640 });
      const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      expect(overflow, part).toBeLessThanOrEqual(0);
    }
    await page.getByRole("link", { name: "עדה" }).click();
    await bubble(page, "Yes.").waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
  });
});

test("a key of one scope sees only its part", async () => {
  const { team } = await app.signIn();
  await buildMessage(app.em(), { team, body: "for readers only" });
  const partsOf = async (scopes: KeyScope[]) => {
    const page = await open({ key: await buildKey(app.em(), team, { scopes }) });
    await page.getByRole("status").waitFor();
    await page.getByRole("main").waitFor();
    return {
      page,
      parts: await page.getByRole("navigation", { name: "Parts of the inbox" }).getByRole("link").allTextContents(),
    };
  };

  const reader = await partsOf(["messages:read"]);
  expect(reader.parts).toEqual(["Conversations", "Usage"]);
  await reader.page.locator(".thread").first().click();
  await reader.page.getByText("it lacks messages:send").waitFor();
  expect(await reader.page.getByRole("region", { name: "Contact" }).count()).toBe(0);
  expect(await reader.page.getByRole("region", { name: "Consent" }).count()).toBe(0);
  expect((await partsOf(["messages:send"])).parts).toEqual(["New text"]);
  expect((await partsOf(["contacts:read"])).parts).toEqual([]);
});
