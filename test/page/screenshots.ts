/** Writes a picture of each view into `.data/screenshots/`, to be looked at by people: `npm run screenshots`. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { createTeam } from "../../server/keys/teams.ts";
import { useApp } from "../support/app.ts";
import { createClient } from "../support/client.ts";
import { buildBusinessNumber, buildKey } from "../support/factories.ts";
import { openTab, type TabOptions } from "./support/tab.ts";
import { useWorker } from "./support/worker.ts";

const app = useApp({ simulated: true, phone: true });
useWorker(app);

const folder = join(import.meta.dirname, "..", "..", ".data", "screenshots");
mkdirSync(folder, { recursive: true });

const looks: Record<string, TabOptions> = {
  light: { colorScheme: "light" },
  dark: { colorScheme: "dark" },
  narrow: { colorScheme: "light", viewport: { width: 390, height: 844 } },
  "320": { colorScheme: "dark", viewport: { width: 320, height: 640 } },
};

const phone = "+12025550123";
let teams = 0;

/** A team whose customer gets a passcode, and answers. */
async function buildStory(rightToLeft = false) {
  teams += 1;
  const team = await createTeam(app.em(), `Acme ${teams}`);
  const key = await buildKey(app.em(), team, { name: "Page" });
  const { phoneNumber } = await buildBusinessNumber(app.em(), { team, name: "Support", isPrimary: true });
  const client = createClient(app.url, key);
  const say = (message: string, to = phone) => client.sendText({ body: { phone_number: to, message } });
  const answer = async (text: string) => {
    await client.receiveSimulatedReply({ body: { from: phone, to: phoneNumber, text } });
    await app.jobs.drain();
  };
  if (rightToLeft) {
    await say("مرحبا! طلبك رقم 4711 في الطريق.");
    await answer("שלום, תודה רבה!");
    await say("شكرا لك. https://example.com/4711");
  } else {
    await say("Your table for two is booked, Friday at 19:30.", "+12025550177");
    await say("Hello", "+15005550002");
    await say("Hi Ada, your order 4711 has shipped. Follow it: https://acme.example/t/4711");
    await answer("Great! Can you leave it with the neighbour?");
    await say("Of course. Which door?");
    await answer("Number 12, thank you");
    await client.generateOtp({ body: { phone, recipient_id: "ada", message: "$OTP is your Acme code." } });
  }
  return { key, client };
}

async function openPhone(key: string, options: TabOptions) {
  const { page } = await openTab(`${app.url}/phone#key=${key}`, options);
  await page.getByRole("status").getByText("Live").waitFor();
  await page.getByRole("button", { name: phone }).click();
  return page;
}

test.each(Object.entries(looks))("%s", async (name, options) => {
  const { key } = await buildStory();
  const page = await openPhone(key, options);
  await page.locator(".bubble").getByText("delivered").nth(2).waitFor();
  await page.screenshot({ path: join(folder, `phone-${name}.png`) });
  await page.locator("summary").first().click();
  await page.screenshot({ path: join(folder, `phone-${name}-whole.png`), fullPage: true });
});

test("right to left", async () => {
  const { key } = await buildStory(true);
  const page = await openPhone(key, {});
  await page.getByText("4711").nth(1).waitFor();
  await page.screenshot({ path: join(folder, "phone-right-to-left.png") });
});

test.each(Object.entries(looks))("the inbox, %s", async (name, options) => {
  const { key, client } = await buildStory();
  await client.createContact({ body: { name: "Ada Lovelace", company: "Analytical", phones: [phone] } });
  const { page } = await openTab(`${app.url}/inbox#key=${key}`, options);
  await page.getByRole("link", { name: /Ada Lovelace/ }).click();
  await page.getByText("Number 12, thank you").last().waitFor();
  await page.screenshot({ path: join(folder, `inbox-${name}.png`) });
});

test.each(Object.entries(looks))("the sign-in, %s", async (name, options) => {
  const { page } = await openTab(`${app.url}/inbox`, options);
  await page.getByLabel("API key").waitFor();
  await page.screenshot({ path: join(folder, `sign-in-${name}.png`) });
});
