import { expect, test, vi } from "vitest";
import { cleanText } from "../../page/text.ts";
import { findUnstorable } from "../../server/contract/storable.ts";
import { createKey } from "../../server/keys/keys.ts";
import { createTeam } from "../../server/keys/teams.ts";
import { hostileTexts } from "../prove/hostile.ts";
import { useApp } from "../support/app.ts";
import { createClient } from "../support/client.ts";
import { buildBusinessNumber, uniquePhone } from "../support/factories.ts";
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

/** Elements that the page never makes of its own, except for its icon. */
const foreignElements =
  "script:not([src='page.js']), iframe, object, embed, svg, style, base, form form, img:not([src='page.svg'])";

test("hostile texts in every place of the phone become no element, run nothing and load nothing", async () => {
  const [name] = markup;
  const team = await createTeam(app.em(), `team ${name}\u202e`);
  const { key } = await createKey(app.em(), team, { name: `key ${name}` });
  const { phoneNumber } = await buildBusinessNumber(app.em(), { team, isPrimary: true, name: markup[1]! });
  const client = createClient(app.url, key);
  const phone = uniquePhone();
  const { page } = await openTab(`${app.url}/phone#key=${key}`, { expectedFaults: /status of 422/ });
  await page.getByRole("status").getByText("Live").waitFor();

  for (let sent = 0; sent < texts.length; sent += 20) {
    const some = texts.slice(sent, sent + 20);
    await Promise.all(some.map((message) => client.sendText({ body: { phone_number: phone, message } })));
  }
  for (const text of markup) await client.receiveSimulatedReply({ body: { from: phone, to: phoneNumber, text } });
  for (const from of markup)
    await client.receiveSimulatedReply({ body: { from: from.slice(0, 64), to: phoneNumber, text: "hi" } });
  await page.getByRole("button", { name: phone }).click();
  const bodies = page.getByRole("list", { name: "Texts" }).locator(".body");
  await vi.waitFor(async () => expect(await bodies.count()).toBe(texts.length + markup.length));

  const shown = await bodies.allTextContents();
  expect(shown.toSorted()).toEqual([...texts, ...markup].map(cleanText).toSorted());
  // A refusal repeats the recipient that it refuses.
  await page.getByLabel("To", { exact: true }).fill(markup[0]!);
  await page.getByRole("button", { name: "Send text" }).click();
  await page.getByRole("alert").waitFor();
  await page.locator("summary").first().click();
  expect(await page.locator(foreignElements).count()).toBe(0);
  expect(await page.locator(".screen .body *:not(a)").count()).toBe(0);
  const links = await page.evaluate<string[]>(`[...document.querySelectorAll(".screen a")].map(({ href }) => href)`);
  expect(links.filter((link) => !/^https?:/.test(link))).toEqual([]);
  expect(await page.title()).not.toMatch(/[\u202a-\u202e]/);
});

test("the browser refuses text as markup, should the page ever try", async () => {
  const { page } = await openTab(`${app.url}/phone`, { expectedFaults: /Trusted|TrustedHTML/ });

  const tried = page.evaluate(`document.body.innerHTML = "<img>"`);

  await expect(tried).rejects.toThrow("TrustedHTML");
});
