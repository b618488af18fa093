/** The statement of a send from so many connections at once, without HTTP. */
import pg from "pg";
import { phoneOf, recipients } from "../requests.ts";
import { sendStatement, teamId } from "./tables.ts";

const { database } = JSON.parse(process.argv[2]!);

process.on("message", ({ connections, seconds }: { connections: number; seconds: number }) => {
  run(connections, seconds).then(
    (report) => process.send!(report),
    (error) => process.send!({ error: String(error) }),
  );
});

async function run(connections: number, seconds: number) {
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
      while (performance.now() < end) {
        const values = [teamId, phoneOf(done % recipients), `Your table is ready, ${done}`];
        done += 1;
        await client.query({ ...sendStatement, values });
      }
      await client.end();
    }),
  );
  return { perSecond: done / ((performance.now() - started) / 1_000) };
}
