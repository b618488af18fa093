import { expect, test } from "vitest";
import { refreshStatistics } from "../../server/db/refresh-statistics.ts";
import { queueSchema } from "../../server/queue/boss.ts";
import { useApp } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import { uniquePhone } from "../support/factories.ts";
import { countRowsRead } from "../support/rows-read.ts";

const app = useApp();

/** Jobs in each of the other queues. */
const size = 5_000;

const maxRowsRead = 500;

/** Adds jobs that wait, some of them until later. */
async function fillQueues(): Promise<void> {
  for (const [queue, delay] of [
    ["callbacks.status", "1 day"],
    ["jobs.failed", "0"],
    ["otp.prune", "0"],
  ]) {
    await app.em().execute(
      `insert into pgboss.job (name, data, start_after)
       select ?, '{}', now() + ?::interval from generate_series(1, ${size})`,
      [queue, delay],
    );
  }
}

test("jobs that wait in other queues are not read when a callback is processed", async () => {
  const { client, number } = await app.signIn();
  const receive = async () => {
    const phone = uniquePhone();
    await postCallback(app, "inbound", inboundForm(phone, number, "hello"));
    await app.jobs.drain();
    const { threads } = await client.listThreads({ query: { per_page: 1 } });
    expect(threads[0]?.contactPhone).toBe(phone);
  };
  await fillQueues();
  await refreshStatistics(app.em(), [queueSchema]);
  // PostgreSQL may keep the plan of a prepared statement from its sixth run on.
  for (let run = 0; run < 6; run++) await receive();

  const read = await countRowsRead(app.database, receive);

  const ofJobs = [...read].filter(([name, count]) => name.startsWith("job") && count > maxRowsRead);
  expect(ofJobs).toEqual([]);
});
