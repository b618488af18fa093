import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { buildKey, uniquePhone } from "../support/factories.ts";
import { carriedTo, sendTo, signInAgent } from "../support/held-texts.ts";
import { fromNow } from "../support/times.ts";
import { openTab } from "./support/tab.ts";
import { useWorker } from "./support/worker.ts";

const app = useApp({ phone: true });
useWorker(app);

const itemsOf = (page: Page, list: string) => page.getByRole("list", { name: list }).getByRole("listitem");

test("a suspected revocation asks for a decision in its conversation, and is listed with its due date until then", async () => {
  const { key, client, number, team } = await app.signIn();
  const [first, second] = [uniquePhone(), uniquePhone()];
  const { page } = await openTab(`${app.url}/inbox?view=suspected#key=${key}`);
  await page.getByText("Nothing is to be decided.").waitFor();

  for (const phone of [first, second]) {
    await client.receiveSimulatedReply({ body: { from: phone, to: number, text: "please stop texting me" } });
    await itemsOf(page, "Suspected revocations").getByText(phone).waitFor();
  }
  await itemsOf(page, "Suspected revocations").getByText("Decide until").first().waitFor();
  await app
    .em()
    .execute("update suspected_revocation set due_at = ? where team_id = ? and phone_number = ?", [
      await fromNow(app.em(), -60),
      team.id,
      second,
    ]);
  await page.reload();
  await itemsOf(page, "Suspected revocations").first().getByText("Overdue since").waitFor();
  expect(await itemsOf(page, "Suspected revocations").locator("bdi").allTextContents()).toEqual([second, first]);

  await itemsOf(page, "Suspected revocations").last().getByRole("button", { name: "Conversation" }).click();
  const notice = page.getByRole("region", { name: "Suspected revocation" });
  await notice.getByText("may withdraw consent").waitFor();
  await notice.getByRole("button", { name: "Opt out" }).click();
  await notice.waitFor({ state: "detached" });
  await page.getByText("by words that withdraw consent").waitFor();
  expect((await client.getConsent({ path: { phone: first } })).state).toBe("opted_out");

  await page.getByRole("link", { name: "To decide" }).click();
  await itemsOf(page, "Suspected revocations").getByRole("button", { name: "Conversation" }).click();
  await notice.getByRole("button", { name: "Dismiss" }).click();
  await notice.waitFor({ state: "detached" });
  expect((await client.getConsent({ path: { phone: second } })).state).toBe("unknown");
  const { suspectedRevocations } = await client.listSuspectedRevocations({ query: { status: "dismissed" } });
  expect(suspectedRevocations).toMatchObject([{ phone: second }]);
  await page.getByRole("link", { name: "To decide" }).click();
  await page.getByText("Nothing is to be decided.").waitFor();
});

test("a key that may not decide about consents sees the question, and nothing to decide with", async () => {
  const { client, number, team } = await app.signIn();
  const phone = uniquePhone();
  await client.receiveSimulatedReply({ body: { from: phone, to: number, text: "leave me alone" } });
  const key = await buildKey(app.em(), team, { scopes: ["messages:read", "consents:read"] });
  const { page } = await openTab(`${app.url}/inbox#key=${key}`);

  await page.locator(".thread").getByText(phone).click();

  const notice = page.getByRole("region", { name: "Suspected revocation" });
  await notice.getByText("Decide until").waitFor();
  expect(await notice.getByRole("button").count()).toBe(0);
});

test("a person approves and declines the texts of an agent at /inbox#approvals", async () => {
  const { key, person, agent } = await signInAgent(app);
  const [first, second] = [uniquePhone(), uniquePhone()];
  const { page } = await openTab(`${app.url}/inbox#key=${key}`, { hasClock: true });
  await page.getByRole("link", { name: "Conversations" }).waitFor();
  await page.evaluate("location.hash = '#approvals'");
  await page.getByText("No text waits for an approval.").waitFor();

  await sendTo(agent, first, { message: "Your table is booked." });
  await sendTo(agent, second, { message: "You have won!" });
  await page.clock.fastForward(5_000);
  const items = itemsOf(page, "Texts that wait for an approval");
  await expect.poll(() => items.locator(".body").allTextContents()).toEqual(["Your table is booked.", "You have won!"]);
  await items.first().getByText("Agent").waitFor();
  await items.first().getByRole("button", { name: "Approve" }).click();
  await expect.poll(() => items.count()).toBe(1);
  await items.first().getByRole("button", { name: "Decline" }).click();
  await page.getByText("No text waits for an approval.").waitFor();

  expect([carriedTo([app], first).length, carriedTo([app], second).length]).toEqual([1, 0]);
  const { approvals } = await person.listApprovals({ query: { status: "rejected" } });
  expect(approvals).toMatchObject([{ to: second }]);
});

test("a decision that somebody else has made is told, and a key without the scope has no list", async () => {
  const { key, team, person, agent } = await signInAgent(app);
  const { textId } = await sendTo(agent);
  const { page } = await openTab(`${app.url}/inbox?view=approvals#key=${key}`, {
    hasClock: true,
    expectedFaults: /status of 409/,
  });
  const items = itemsOf(page, "Texts that wait for an approval");
  await items.first().waitFor();
  await page.clock.pauseAt(Date.now() + 1_000);
  await person.rejectText({ path: { id: textId }, body: {} });

  await items.first().getByRole("button", { name: "Approve" }).click();

  await page.getByRole("alert").getByText("approval_already_decided").waitFor();
  await expect.poll(() => items.count()).toBe(0);
  const reader = await buildKey(app.em(), team, { scopes: ["messages:read"] });
  const { page: other } = await openTab(`${app.url}/inbox#key=${reader}`);
  await other.getByRole("link", { name: "Conversations" }).waitFor();
  expect(await other.getByRole("link", { name: /Approvals|To decide/ }).count()).toBe(0);
});
