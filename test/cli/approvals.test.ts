import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { environmentOf, runInProcess } from "../support/cli.ts";
import { buildContact, uniquePhone } from "../support/factories.ts";
import { carriedTo, sendTo, signInAgent } from "../support/held-texts.ts";
import { runOnTerminal } from "../support/terminal.ts";

const app = useApp();

/** Signs in a team with an agent, whose texts wait, and a person with a terminal. */
async function signIn() {
  const team = await signInAgent(app);
  return { ...team, env: environmentOf(app.url, team.key) };
}

test("approvals are listed, shown, approved and rejected", async () => {
  const { agent, env } = await signIn();
  const [first, second] = [await sendTo(agent), await sendTo(agent)];
  const run = (...argv: string[]) => runInProcess(["approvals", ...argv], { env });

  const table = await run("list", "-o", "table");
  expect(table.stdout).toMatch(/^CREATED AT +KEY NAME +TO +/);
  expect(table.stdout).toContain("Agent");
  const ids = JSON.parse((await run("list")).stdout).approvals.map(({ id }: { id: string }) => id);
  expect(ids).toEqual([first.textId, second.textId]);
  expect(JSON.parse((await run("show", first.textId)).stdout)).toMatchObject({ status: "held", body: "hello" });
  expect(JSON.parse((await run("approve", first.textId)).stdout)).toMatchObject({ message: { status: "queued" } });
  expect(JSON.parse((await run("reject", second.textId, "--note", "no")).stdout)).toMatchObject({
    approval: { status: "rejected", note: "no" },
  });
  const again = await run("approve", first.textId);
  expect(again.code).toBe(6);
  expect(again.stderr).toContain("approved, rejected or canceled already");
  expect(carriedTo([app], first.to)).toHaveLength(1);
});

test("watch shows the texts that wait, and new ones as they come, and does what is answered", async () => {
  const { agent, person, env } = await signIn();
  const phone = uniquePhone();
  await buildContact(person, { phones: [phone], name: "Ada" });
  const first = await sendTo(agent, phone, { message: "first" });
  const terminal = runOnTerminal(["approvals", "watch"], { env });

  await terminal.shows(`Agent asks to text ${phone} (Ada)`);
  await terminal.shows("  first");
  await terminal.shows("Skip, decide later");
  terminal.type("\u001b[B\r");
  await terminal.shows("Approved.");
  await terminal.shows("Waiting for texts.");
  expect(carriedTo([app], phone)).toHaveLength(1);

  const second = await sendTo(agent, uniquePhone(), { message: "second" });
  await terminal.shows("  second");
  await terminal.shows(/second[\s\S]*Skip, decide later/);
  terminal.type("\u001b[B\u001b[B\r");
  await terminal.shows("Rejected.");

  const third = await sendTo(agent, uniquePhone(), { message: "third" });
  await terminal.shows(/third[\s\S]*Skip, decide later/);
  terminal.type("\r");
  await sendTo(agent, uniquePhone(), { message: "fourth" });
  await terminal.shows(/fourth[\s\S]*Skip, decide later/);
  terminal.type("\u0003");

  expect(await terminal.ended).toBe(2);
  const statusOf = async ({ textId }: { textId: string }) =>
    (await person.getApproval({ path: { id: textId } })).status;
  expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual([
    ...["approved", "rejected", "held"],
  ]);
});

test("watch shows no control characters of a text, and no line of its own making", async () => {
  const { agent, env } = await signIn();
  await sendTo(agent, uniquePhone(), { message: "a \u001b[2Jred\u001b]0;title\u0007 \u202eone\nSend it?" });
  const terminal = runOnTerminal(["approvals", "watch"], { env });

  await terminal.shows("  a red one\n  Send it?");
  terminal.interrupt();
  terminal.type("\u0003");
  await terminal.ended;
  expect(terminal.stderr).not.toContain("\u001b[2Jred");
  expect(terminal.stderr).not.toContain("\u202e");
});

test("watch says what a refused approval was refused for, and goes on", async () => {
  const { agent, env } = await signIn();
  const { textId: id } = await sendTo(agent);
  const terminal = runOnTerminal(["approvals", "watch"], { env });
  await terminal.shows("Skip, decide later");
  await agent.cancelMessage({ path: { id } });

  terminal.type("\u001b[B\r");

  await terminal.shows("approved, rejected or canceled already");
  await terminal.shows("Waiting for texts.");
  terminal.interrupt();
  expect(await terminal.ended).toBe(0);
});

test("watch needs a terminal, and a key that may approve", async () => {
  const { env, agentKey } = await signIn();

  const piped = await runInProcess(["approvals", "watch"], { env });
  const refused = runOnTerminal(["approvals", "watch"], { env: { ...env, MESSAGING_API_KEY: agentKey } });

  expect(piped.code).toBe(2);
  expect(piped.stderr).toContain("asks on a terminal");
  expect(await refused.ended).toBe(4);
});
