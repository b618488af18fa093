import { test } from "vitest";
import { useApp } from "../support/app.ts";
import { buildContact, buildMessage, uniquePhone } from "../support/factories.ts";
import { askForText } from "../support/held-texts.ts";
import { buildCase } from "../support/suspected.ts";
import { expectAccessible, expectToFit } from "./support/axe.ts";
import { openTab } from "./support/tab.ts";
import { useWorker } from "./support/worker.ts";

const app = useApp({ simulated: true, phone: true });
useWorker(app);

test("the sign-in and the phone pass axe, light and dark, and fit into every width, also enlarged to 200 %", async () => {
  const { page } = await openTab(`${app.url}/phone`, { expectedFaults: /status of 4/ });
  await page.getByRole("button", { name: "Sign in" }).click();
  await expectAccessible(page, "sign-in");
  await expectToFit(page, "sign-in");

  const { key, client } = await app.signIn();
  await page.goto(`${app.url}/phone#key=${key}`);
  await page.getByRole("status").getByText("Live").waitFor();
  const phone = "+15005550005";
  await client.sendText({ body: { phone_number: phone, message: "See https://example.com/order" } });
  await client.generateOtp({ body: { phone, recipient_id: "user", message: "$OTP is your code." } });
  await page.getByRole("button", { name: phone }).click();
  await page.getByRole("button", { name: "STOP" }).click();
  await page.getByText("Opted out since").waitFor();
  await page.getByRole("button", { name: "Fail" }).first().click();
  await page.getByText("failed (30008)").waitFor();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("alert").waitFor();
  await page.getByLabel("Client").selectOption("Twilio for Java");
  await expectToFit(page, "phone");
  await page.locator("summary").first().click();
  await expectAccessible(page, "phone");
  await expectToFit(page, "phone with its menu");
});

test("each part of the inbox passes axe, light and dark, and fits into every width, also with texts from right to left", async () => {
  const { key, number, team, client } = await app.signIn();
  const phone = uniquePhone();
  await buildContact(client, { name: "עדה לאבלייס", company: "שלום", phones: [phone], tags: ["vip"] });
  const text = "مرحبا، هل المتجر مفتوح؟ https://example.com/a-very-long-address-without-a-space-in-it-at-all";
  await client.receiveSimulatedReply({ body: { from: phone, to: number, text } });
  for (let index = 0; index < 10; index += 1) await buildMessage(app.em(), { team, body: `text ${index}` });
  await client.sendText({ body: { phone_number: phone, message: "Yes." } });
  await buildCase(app, team, phone);
  await askForText(client);
  const { page } = await openTab(`${app.url}/inbox#key=${key}`);
  await page.getByRole("link", { name: "עדה" }).click();
  await page.getByRole("textbox", { name: "Name" }).waitFor();
  await page.getByRole("list", { name: "Messages" }).getByText("Yes.", { exact: true }).waitFor();
  await page.getByRole("region", { name: "Suspected revocation" }).waitFor();

  await expectAccessible(page, "conversation");
  await expectToFit(page, "conversation");
  for (const part of [
    "Waiting",
    "To decide",
    "Approvals",
    "New text",
    "Events",
    "Deliveries",
    "Usage",
    "Conversations",
  ]) {
    await page.getByRole("link", { name: part }).click();
    await page.locator("section, .thread").first().waitFor();
    await expectAccessible(page, part);
    await expectToFit(page, part);
  }
});
