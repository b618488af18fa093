/** Runs the statement of a send on many connections at once, without HTTP. */
import pg from "pg";
import { phoneOf } from "../requests.ts";
import { sendStatement, teamId } from "./tables.ts";

export interface LoopJob {
  connections: number;
  seconds: number;
  /** The maximum number of statements. */
  count: number;
  /** The number of phones in rotation. */
  recipients: number;
}

export interface LoopReport {
  requests: number;
  perSecond: number;
}

const { database } = JSON.parse(process.argv[2]!);

process.on("message", (job: LoopJob) => {
  run(job).then(
    (report) => process.send!(report),
    (error) => process.send!({ error: String(error) }),
  );
});

async function run({ connections, seconds, count, recipients }: LoopJob): Promise<LoopReport> {
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client(database);
      await client.connect();
      return client;
    }),
  );
  let done = 0;
  const started = performance.now();
  const end = started + seconds * 1_000;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < end && done < count) {
        const values = [teamId, phoneOf(done % recipients), `Your table is ready, ${done}`];
        done += 1;
        await client.query({ ...sendStatement, values });
      }
      await client.end();
    }),
  );
  return { requests: done, perSecond: done / ((performance.now() - started) / 1_000) };
}
