import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import { runInProcess } from "../support/cli.ts";
import { buildBusinessNumber, buildTeam, uniquePhone } from "../support/factories.ts";
import { noSettings, settingsFor } from "../support/process.ts";

const app = useApp();

async function runJson(...argv: string[]) {
  const { code, stdout, stderr } = await runInProcess(argv, { env: { ...noSettings, ...settingsFor(app.database) } });
  expect({ argv, code, stderr }).toEqual({ argv, code: 0, stderr: "" });
  return JSON.parse(stdout);
}

/** The operations and targets of a team's events, the oldest first. All are of the operator. */
async function eventsOf(teamId: string): Promise<string[]> {
  const rows = await app.em().execute<{ operation: string; target: string; others: string }[]>(
    `select operation, target, concat(api_key_id, outcome, request_id, address) as others
       from audit_event where team_id = ? order by at, id`,
    [teamId],
  );
  for (const { others } of rows) expect(others).toBe("");
  return rows.map(({ operation, target }) => `${operation} ${target}`);
}

test("the operator's commands for teams and keys leave events", async () => {
  const name = `team ${uniquePhone()}`;
  const { id } = await runJson("teams", "create", name);
  await runJson("teams", "suspend", name);
  await runJson("teams", "resume", name);
  await runJson("teams", "license", name, "--until", "never");
  await runJson("teams", "webhook-secret", name);
  await runJson("teams", "webhook-secret", name, "--rotate");
  const key = await runJson("keys", "create", "--team", name);
  await runJson("keys", "update", key.id, "--mode", "test");
  await runJson("keys", "revoke", key.id);
  await runJson("keys", "revoke", key.id);
  const hooks = await runJson("teams", "supabase-hook", name);
  await runJson("teams", "supabase-hook", name);
  await runJson("teams", "supabase-hook", name, "--message", "$OTP");

  expect(await eventsOf(id)).toEqual([
    ...["create", "suspend", "resume", "license", "webhook-secret"].map((command) => `teams ${command} ${id}`),
    ...["create", "update", "revoke"].map((command) => `keys ${command} ${key.id}`),
    ...hooks.map(() => expect.stringMatching(/^keys create /)),
    ...Array(2).fill(`teams supabase-hook ${id}`),
  ]);
});

test("the operator's commands for numbers, opt-outs and callbacks leave events", async () => {
  const [team, other] = [await buildTeam(app.em()), await buildTeam(app.em())];
  const moved = await buildBusinessNumber(app.em(), { team });
  const released = await buildBusinessNumber(app.em(), { team, status: "archived" });
  const phone = uniquePhone();
  const before = { team: await eventsOf(team.id), other: await eventsOf(other.id) };

  await runJson("opt-outs", "add", phone, "--team", team.name);
  await runJson("opt-outs", "remove", phone, "--team", team.name);
  await runJson("numbers", "release", released.phoneNumber);
  const created = await runJson("numbers", "move", moved.phoneNumber, "--to", other.name);
  await postCallback(app, "inbound", inboundForm(phone, moved.phoneNumber, "hello"));
  await app.jobs.drain();
  const [callback] = await app.em().execute<{ id: string }[]>("select id from callback");
  await runJson("callbacks", "replay", callback!.id);

  expect(await eventsOf(team.id)).toEqual([
    ...before.team,
    `opt-outs add ${phone}`,
    `opt-outs remove ${phone}`,
    `numbers release ${released.id}`,
    `numbers move ${moved.id}`,
  ]);
  expect(await eventsOf(other.id)).toEqual([
    ...before.other,
    `numbers move ${created.id}`,
    `callbacks replay ${callback!.id}`,
  ]);
});
