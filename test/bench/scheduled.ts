/** Measures how fast a server hands over texts whose time has come, and how late. */
import { setTimeout as wait } from "node:timers/promises";
import { readClock } from "../../server/db/clock.ts";
import { plusMicroseconds, type Timestamp } from "../../server/db/timestamp.ts";
import { hashKey } from "../../server/keys/api-key.ts";
import { storeDue } from "../support/due-texts.ts";
import { type Measure, withCpu } from "./measures.ts";
import { quantileOf } from "./quantile.ts";
import type { Setup } from "./setup.ts";
import { emptyTeam } from "./teams.ts";

/** The texts of a round; fewer if the option asks for fewer callbacks. */
const maxTexts = 20_000;

const pauseMilliseconds = 20;

const latePerSecond = 500;

/** The texts that are due at the start of a server, divided by the time until the last one is a message. */
export const handOverDue: Measure = async (setup, { callbacks }) => {
  const count = Math.min(maxTexts, callbacks);
  const { teamId, store } = await openTeam(setup);
  const now = await readClock(setup.em());
  // The server has started, and finds them all at its next look.
  const server = await setup.startServer();
  let seconds = 0;
  const { cpu } = await withCpu(setup, [server], async () => {
    await store(count, () => now);
    const began = performance.now();
    while (await countWaiting(setup, teamId)) await wait(pauseMilliseconds);
    seconds = (performance.now() - began) / 1_000;
    return { requests: count };
  });
  await server.stop();
  return { figure: count / seconds, ...cpu };
};

/** The time from `sendAt` to the message at 500 texts a second: the 99th percentile in milliseconds. */
export const lateness: Measure = async (setup, { seconds }) => {
  const count = latePerSecond * seconds;
  const server = await setup.startServer();
  const { teamId, store } = await openTeam(setup);
  const first = plusMicroseconds(await readClock(setup.em()), 2_000_000);
  const timeOf = (index: number) => plusMicroseconds(first, index * (1_000_000 / latePerSecond));
  const ids = await store(count, timeOf);
  while (await countWaiting(setup, teamId)) await wait(pauseMilliseconds);
  const rows = await setup
    .em()
    .execute<{ id: string; at: string }[]>(
      `select id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from message where team_id = ?`,
      [teamId],
    );
  await server.stop();
  const times = new Map(rows.map(({ id, at }) => [id, at]));
  const late = ids.map((id, index) => Date.parse(times.get(id)!) - Date.parse(timeOf(index)));
  const latency = { p50Milliseconds: quantileOf(late, 0.5), p99Milliseconds: quantileOf(late, 0.99) };
  return { figure: latency.p99Milliseconds, latency };
};

/** Adds a team, and returns the function that stores its texts. */
async function openTeam(setup: Setup) {
  const { key } = await setup.addTeam(emptyTeam);
  const [owner] = await setup
    .em()
    .execute<{ id: string; team_id: string }[]>("select id, team_id from api_key where key_hash = ?", [
      hashKey(key.replace(/_test$/, "")),
    ]);
  const { id: apiKeyId, team_id: teamId } = owner!;
  return {
    teamId,
    store: (count: number, timeOf: (index: number) => Timestamp) =>
      setup.em().transactional((tx) => storeDue(tx, { teamId, apiKeyId, testMode: true }, count, timeOf)),
  };
}

async function countWaiting(setup: Setup, teamId: string): Promise<number> {
  const [row] = await setup
    .em()
    .execute<{ left: number }[]>(
      "select count(*)::int as left from pending_message where team_id = ? and status = 'scheduled'",
      [teamId],
    );
  return row!.left;
}
