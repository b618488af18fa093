import twilio from "twilio";
import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { buildBusinessNumber, buildKey, buildMessage, uniquePhone } from "../support/factories.ts";
import { useFakeServer } from "../support/fake-server.ts";
import { signInWithCredentials } from "../support/twilio-door.ts";
import { openTab } from "./support/tab.ts";
import { useWorker } from "./support/worker.ts";

const webhookAllowPrivate = ["127.0.0.0/8"];
const app = useApp({ simulated: true, phone: true, webhookAllowPrivate });
useWorker(app, webhookAllowPrivate);
const program = useFakeServer();

test("the phone in one tab and the inbox in another hold a conversation: texts, answers and statuses are live in both, STOP closes the inbox's box and START opens it", async () => {
  const { key, client } = await app.signIn();
  const phone = uniquePhone();
  const { page: handset } = await openTab(`${app.url}/phone#key=${key}`);
  const { page: inbox } = await openTab(`${app.url}/inbox#key=${key}`);
  await inbox.getByText("No texts yet.").waitFor();
  const onHandset = handset.getByRole("list", { name: "Texts" }).locator(".bubble");
  const inInbox = inbox.getByRole("list", { name: "Messages" }).locator(".bubble");
  const replyBox = inbox.getByRole("textbox", { name: "Reply" });
  const answer = async (text: string) => {
    await handset.getByLabel(`Reply as ${phone}`).fill(text);
    await handset.getByRole("button", { name: "Reply", exact: true }).click();
  };

  await inbox.getByRole("link", { name: "New text" }).click();
  await inbox.getByLabel("To").fill(phone);
  await inbox.getByRole("textbox", { name: "Text" }).fill("Your table is ready.");
  await inbox.getByRole("button", { name: "Send" }).click();
  await inInbox.getByText("Your table is ready.").waitFor();
  await handset.getByRole("button", { name: phone }).click();
  await onHandset.getByText("Your table is ready.").waitFor();
  await onHandset.getByText("delivered").waitFor();
  await inInbox.getByText("delivered").waitFor();

  await answer("Is it open?");
  await onHandset.getByText("Is it open?").waitFor();
  await inInbox.getByText("Is it open?").waitFor();
  await inbox.getByRole("link", { name: phone }).getByText("Is it open?").waitFor();
  await replyBox.fill("Yes – until 8");
  await inbox.getByText("13 / 1600 · 1 segment · UCS-2 because of –").waitFor();
  await replyBox.press("Enter");
  await onHandset.getByText("Yes – until 8").waitFor();
  await expect.poll(() => inInbox.getByText("delivered").count()).toBe(2);
  expect(await replyBox.inputValue()).toBe("");

  // A late status changes nothing, and a tab that is read again shows the same.
  const { texts } = await client.listSimulatedTexts();
  await client.setSimulatedStatus({ path: { id: texts[0]!.id }, body: { status: "sent" } });
  await Promise.all([handset.reload(), inbox.reload()]);
  await handset.getByRole("button", { name: phone }).click();
  const bodies = ["Your table is ready.", "Is it open?", "Yes – until 8"];
  await expect.poll(() => onHandset.locator(".body").allTextContents()).toEqual(bodies);
  await expect.poll(() => inInbox.locator(".body").allTextContents()).toEqual(bodies);
  await expect.poll(() => inInbox.getByText("delivered").count()).toBe(2);

  const consent = inbox.getByRole("region", { name: "Consent" });
  await consent.getByText("Nobody said anything").waitFor();
  await handset.getByRole("button", { name: "STOP" }).click();
  await handset.getByText(/Opted out since .* by a text: STOP\./).waitFor();
  await consent.getByText(/Opted out since .* by a text: STOP\./).waitFor();
  await inbox.getByText("This phone has opted out of your texts.").waitFor();
  expect(await replyBox.count()).toBe(0);
  await handset.getByRole("button", { name: "START" }).click();
  await handset.getByText(/Opted in since .* by a text: START\./).waitFor();
  await consent.getByText(/Opted in since .* by a text: START\./).waitFor();
  await replyBox.waitFor();
});

test("a handset answers the number that texted it last, and shows its earlier replies, however many other threads are newer", async () => {
  const { key, client, team, number: primary } = await app.signIn();
  const second = await buildBusinessNumber(app.em(), { team });
  const phone = uniquePhone();
  await client.sendText({ body: { phone_number: phone, message: "Hello", sender: second.phoneNumber } });
  const { page } = await openTab(`${app.url}/phone#key=${key}`);
  await page.getByRole("button", { name: phone }).click();
  await expect.poll(() => page.getByLabel("Business number").inputValue()).toBe(second.phoneNumber);

  await page.getByLabel(`Reply as ${phone}`).fill("hi");
  await page.keyboard.press("Enter");

  const bubbles = page.getByRole("list", { name: "Texts" }).locator(".bubble");
  await bubbles.getByText("hi", { exact: true }).waitFor();
  await expect
    .poll(async () => (await client.listThreads()).threads)
    .toMatchObject([{ contactPhone: phone, senderPhone: second.phoneNumber, lastBody: "hi" }]);
  expect(primary).not.toBe(second.phoneNumber);
  for (let index = 0; index < 101; index += 1) await buildMessage(app.em(), { team, number: second });
  await page.reload();
  await page.getByRole("button", { name: phone }).click();
  await bubbles.getByText("hi", { exact: true }).waitFor();
});

test("an app with Twilio's client, unchanged but for its address, texts a person, gets the answer as a signed post and answers it by TwiML, and all of it is watched on the phone", async () => {
  const { client, own, number, team, token } = await signInWithCredentials(app);
  const url = `${program.url}/texts`;
  const [{ id } = { id: "" }] = (await own.listBusinessNumbers()).businessNumbers;
  await own.updateBusinessNumber({ path: { id }, body: { inboundWebhookUrl: url } });
  program.behaviour = ({ headers, form }, response) => {
    const isOfServer = twilio.validateRequest(token, String(headers["x-twilio-signature"]), url, form);
    const answer = new twilio.twiml.MessagingResponse();
    answer.message(isOfServer ? `We keep it. (${form.Body})` : "Who is there?");
    response.writeHead(200, { "content-type": "text/xml" }).end(answer.toString());
  };
  const { page } = await openTab(`${app.url}/phone#key=${await buildKey(app.em(), team)}`);
  await page.getByRole("status").getByText("Live").waitFor();
  const bubbles = page.getByRole("list", { name: "Texts" }).locator(".bubble");
  const phone = uniquePhone();

  const sent = await client.messages.create({ to: phone, from: number, body: "Your table is ready." });
  await page.getByRole("button", { name: phone }).click();
  await bubbles.getByText("Your table is ready.").waitFor();
  await bubbles.getByText("delivered").waitFor();
  expect((await client.messages(sent.sid).fetch()).status).toBe("delivered");
  await page.getByLabel(`Reply as ${phone}`).fill("Five minutes!");
  await page.keyboard.press("Enter");
  await expect.poll(() => app.sendAnswers()).toBe(1);

  await bubbles.getByText("We keep it. (Five minutes!)").waitFor();
  await expect.poll(() => bubbles.getByText("delivered").count()).toBe(2);
  const bodies = ["Your table is ready.", "Five minutes!", "We keep it. (Five minutes!)"];
  expect(await bubbles.locator(".body").allTextContents()).toEqual(bodies);
  const ofPerson = await client.messages.list({ from: phone, to: number });
  expect(ofPerson).toMatchObject([{ body: "Five minutes!", direction: "inbound", status: "received" }]);
});
