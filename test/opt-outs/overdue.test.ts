import { expect, test } from "vitest";
import { createLog } from "../../server/log.ts";
import { warnOfOverdue } from "../../server/opt-outs/suspected/warn-of-overdue.ts";
import { useApp } from "../support/app.ts";
import type { TestTeam } from "../support/factories.ts";
import { buildCase } from "../support/suspected.ts";
import { fromNow } from "../support/times.ts";

const app = useApp();

/** The warnings of one search. */
async function warn(): Promise<{ teams: unknown[] }[]> {
  const lines: string[] = [];
  await warnOfOverdue(app.em(), createLog("warn", { write: (line) => lines.push(line) }));
  return lines.map((line) => JSON.parse(line));
}

/** Opens cases of a team that are due at a time. */
async function buildDue(team: TestTeam, dueAt: string, count = 1): Promise<void> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push(await buildCase(app, team));
  await app
    .em()
    .execute(`update suspected_revocation set due_at = ? where team_id = ? and id = any (?::uuid[])`, [
      dueAt,
      team.id,
      `{${ids.join(",")}}`,
    ]);
}

test("the log names the teams with overdue cases, the longest first, and says nothing without any", async () => {
  const [one, other, third] = [await app.signIn(), await app.signIn(), await app.signIn()];
  const [early, late] = [await fromNow(app.em(), -3_600), await fromNow(app.em(), -1)];
  await buildDue(third.team, await fromNow(app.em(), 3_600), 2);
  expect(await warn()).toEqual([]);

  await buildDue(one.team, late);
  await buildDue(other.team, late);
  await buildDue(other.team, early);

  expect(await warn()).toMatchObject([
    {
      msg: "suspected revocations are overdue: decide them, see messaging consents pending",
      teams: [
        { teamId: other.team.id, cases: 2, dueAt: early },
        { teamId: one.team.id, cases: 1, dueAt: late },
      ],
    },
  ]);
  for (const { client } of [one, other]) {
    for (const { id } of (await client.listSuspectedRevocations()).suspectedRevocations)
      await client.decideSuspectedRevocation({ path: { id }, body: { decision: "dismissed" } });
  }
  expect(await warn()).toEqual([]);
});

test("a warning names twenty teams at most", async () => {
  const due = await fromNow(app.em(), -60);
  for (let index = 0; index < 21; index += 1) await buildDue((await app.signIn()).team, due);

  const [warning] = await warn();

  expect(warning!.teams).toHaveLength(20);
});
