import { expect, test } from "vitest";
import { prunePending } from "../../server/texts/pending/prune-pending.ts";
import { useApp } from "../support/app.ts";
import { refusalOf } from "../support/refusals.ts";
import { fromNow } from "../support/times.ts";
import { schedule } from "../support/waiting-texts.ts";

const app = useApp();

test("texts that were canceled before a time are deleted, and those that wait stay", async () => {
  const { client, team } = await app.signIn();
  const [old, recent, waiting] = [
    await schedule(app, client),
    await schedule(app, client),
    await schedule(app, client),
  ];
  for (const { id } of [old!, recent!]) await client.cancelMessage({ path: { id } });
  const long = await fromNow(app.em(), -31 * 86_400);
  await app
    .em()
    .execute(`update pending_message set updated_at = ? where team_id = ? and id in (?, ?)`, [
      long,
      team.id,
      old!.id,
      waiting!.id,
    ]);

  expect(await prunePending(app.em(), await fromNow(app.em(), -30 * 86_400))).toBe(1);

  expect(refusalOf(await client.raw("getMessage", { path: { id: old!.id } }))).toBe("404 message_not_found");
  expect(await client.getMessage({ path: { id: recent!.id } })).toMatchObject({ status: "canceled" });
  expect(await client.getMessage({ path: { id: waiting!.id } })).toMatchObject({ status: "scheduled" });
});
