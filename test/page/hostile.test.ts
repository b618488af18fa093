import { expect, test, vi } from "vitest";
import { cleanLine, cleanText } from "../../page/text.ts";
import { findUnstorable } from "../../server/contract/storable.ts";
import { createKey } from "../../server/keys/keys.ts";
import { createTeam } from "../../server/keys/teams.ts";
import { hostileTexts } from "../prove/hostile.ts";
import { useApp } from "../support/app.ts";
import { createClient } from "../support/client.ts";
import { buildBusinessNumber, buildMessage, uniquePhone } from "../support/factories.ts";
import { schedule } from "../support/waiting-texts.ts";
import { openTab } from "./support/tab.ts";
import { useWorker } from "./support/worker.ts";

const app = useApp({ simulated: true, phone: true });
useWorker(app);

/** Markup that runs a script or loads something, if it becomes an element. */
const markup = [
  `<img src="https://elsewhere.example/a.png" onerror="alert(1)">`,
  `<svg onload=alert(1)><script>alert(1)</script></svg>`,
  `"><script src=//elsewhere.example/a.js></script>`,
  `<iframe srcdoc="<script>parent.alert(1)</script>">`,
  `<a href="javascript:alert(1)">open</a> javascript:alert(1)`,
  `<style>@import "https://elsewhere.example/a.css"</style>`,
];

/** The texts of experiment I6 that a text can have, and markup. */
const texts = [...markup, ...hostileTexts(400, 47).filter((_, index) => index % 2 === 0)].filter(
  (text) => text.trim() !== "" && [...text].length <= 160 && findUnstorable({ text }, 2).length === 0,
);

/** The other texts of the experiment, as a database can have them. */
const stored = hostileTexts(0, 1)
  .filter((text) => !texts.includes(text))
  .map((text) => text.replaceAll("\0", "").toWellFormed());

/** Elements that the page never makes of its own, except for its icon. */
const foreignElements =
  "script:not([src='page.js']), iframe, object, embed, svg, style, base, form form, img:not([src='page.svg'])";

test("hostile texts in every place of the phone and of the inbox become no element, run nothing and load nothing", async () => {
  const [name] = markup;
  const team = await createTeam(app.em(), `team ${name}\u202e`);
  const { key } = await createKey(app.em(), team, { name: `key ${name}` });
  const number = await buildBusinessNumber(app.em(), { team, isPrimary: true, name: markup[1]! });
  const { phoneNumber } = number;
  const client = createClient(app.url, key);
  const phone = uniquePhone();
  const { page } = await openTab(`${app.url}/phone#key=${key}`, { expectedFaults: /status of 422/ });
  await page.getByRole("status").getByText("Live").waitFor();

  for (let sent = 0; sent < texts.length; sent += 20) {
    const some = texts.slice(sent, sent + 20);
    await Promise.all(some.map((message) => client.sendText({ body: { phone_number: phone, message } })));
  }
  const replies = [
    ...markup.map((text) => ({ from: phone, to: phoneNumber, text })),
    ...markup.map((from) => ({ from: from.slice(0, 64), to: phoneNumber, text: "hi" })),
  ];
  await Promise.all(replies.map((body) => client.receiveSimulatedReply({ body })));
  await page.getByRole("button", { name: phone }).click();
  const bodies = page.getByRole("list", { name: "Texts" }).locator(".body");
  await vi.waitFor(async () => expect(await bodies.count()).toBe(texts.length + markup.length));

  const shown = await bodies.allTextContents();
  expect(shown.toSorted()).toEqual([...texts, ...markup].map(cleanText).toSorted());
  // A refusal repeats the recipient that it refuses.
  await page.getByLabel("To", { exact: true }).fill(markup[0]!);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("alert").waitFor();
  await page.locator("summary").first().click();
  expect(await page.locator(foreignElements).count()).toBe(0);
  expect(await page.locator(".bubbles .body *:not(a)").count()).toBe(0);
  const links = await page.evaluate<string[]>(`[...document.querySelectorAll(".bubbles a")].map(({ href }) => href)`);
  expect(links.filter((link) => !/^https?:/.test(link))).toEqual([]);
  expect(await page.title()).not.toMatch(/[\u202a-\u202e]/);

  const company = markup[0]!;
  const label = cleanLine(`${markup[1]} \u202e${markup[2]}`);
  const other = uniquePhone();
  await client.createContact({
    body: {
      name: `${markup[1]} \u202e${markup[2]}`,
      company,
      phones: [other],
      tags: [markup[3]!],
      notes: [markup[4]!],
    },
  });
  for (let built = 0; built < stored.length; built += 20) {
    const some = stored.slice(built, built + 20);
    await Promise.all(some.map((body) => buildMessage(app.em(), { team, number, phone: other, body })));
  }
  await Promise.all(markup.map((message) => schedule(app, client, { phone_number: other, message })));
  const waiting = page.getByRole("list", { name: "Texts for later" }).locator(".body");
  await page.goto(`${app.url}/inbox?view=waiting`);
  await expect.poll(() => waiting.count()).toBe(markup.length);
  expect((await waiting.allTextContents()).toSorted()).toEqual(markup.map(cleanText).toSorted());
  expect(await page.locator(`${foreignElements}, .body *`).count()).toBe(0);
  await page.goto(`${app.url}/inbox`);
  const rows = page.locator(".thread");
  await expect.poll(() => rows.count()).toBe(2 + markup.length);
  await rows.first().click();
  await expect.poll(() => page.title()).toContain(label);
  await expect.poll(() => page.getByRole("textbox", { name: "Company" }).inputValue()).toBe(company);
  const received = page.getByRole("list", { name: "Messages" }).locator(".body");
  await expect
    .poll(async () => {
      const older = page.getByRole("button", { name: "Older texts" });
      if ((await older.count()) > 0) await older.click();
      return received.count();
    })
    .toBe(stored.length);
  expect((await received.allTextContents()).toSorted()).toEqual(stored.map(cleanText).toSorted());
  // A text of our own that is refused, with a message that repeats it.
  await page.route("**/api/text", (route) =>
    route.fulfill({ status: 422, json: { error: "invalid_thread", message: company, nextStep: markup[2] } }),
  );
  await page.getByRole("textbox", { name: "Reply" }).fill(company);
  await page.getByRole("textbox", { name: "Reply" }).press("Enter");
  await page.getByRole("alert").getByText(company).first().waitFor();
  expect(await page.locator(`${foreignElements}, main a[href^='http'], [onerror], [onclick]`).count()).toBe(0);
  for (let index = 0; index < markup.length; index += 1) {
    await rows.nth(index + 1).click();
    await expect.poll(() => rows.nth(index + 1).getAttribute("aria-current")).toBe("true");
    await received.first().waitFor();
  }
  expect(await page.locator(`${foreignElements}, main a[href^='http'], [onerror], [onclick]`).count()).toBe(0);
});

test("the browser refuses text as markup, should the page ever try", async () => {
  const { page } = await openTab(`${app.url}/phone`, { expectedFaults: /Trusted|TrustedHTML/ });

  const tried = page.evaluate(`document.body.innerHTML = "<img>"`);

  await expect(tried).rejects.toThrow("TrustedHTML");
});
