import { setTimeout as pause } from "node:timers/promises";
import { type EmbeddedDatabase, openEmbedded } from "../../../server/db/embedded/embedded.ts";
import type { Orm } from "../../../server/db/orm.ts";
import { concurrently } from "../../../server/db/schema/concurrent-index.ts";
import { readSchemaStatus, type SchemaStatus } from "../../../server/process/migrate.ts";
import { createClient } from "../../support/client.ts";
import { absent, describeSchema } from "../describe-schema.ts";
import type { Experiment } from "../experiment.ts";
import { tally } from "../history.ts";
import { settingsOf } from "../team.ts";

export const k6: Experiment = {
  id: "K6",
  title: "kill -9 of a server at random moments of its migrations, and a server that starts before its database",
  passesWhen:
    "the schema is absent, complete or between two steps of the migrations, the next start completes it, and an early server waits and then starts",
  seconds: { full: 600, short: 110 },
  async run(context) {
    const complete = await describeSchema((await context.createDatabase()).orm);
    const kills = context.size(30, 2);
    const problems: string[] = [];
    const states: string[] = [];
    for (let kill = 0; kill < kills; kill++) {
      const database = await context.createBlankDatabase();
      const settings = settingsOf(database);
      const server = context.spawnServer(settings);
      // The delay begins with the first session of the server.
      await Promise.race([server.ended, waitForSession(database.orm)]);
      await pause(context.random.below(1_500));
      await server.kill();
      const found = await describeSchema(database.orm);
      const state = found === absent ? "absent" : found === complete ? "complete" : "between steps";
      states.push(state);
      if (state === "between steps" && !isBetweenSteps(await readSchemaStatus(database)))
        problems.push("a step of the migrations is incomplete");
      if (state === "between steps" || kill % 5 === 0) {
        const next = await context.startServer(settings);
        const { status } = await createClient(next.url, "").raw("getReadiness");
        if (status !== 200) problems.push(`the next start is not ready: ${status}`);
        if ((await describeSchema(database.orm)) !== complete) problems.push("the next start left it incomplete");
        await next.kill();
      }
    }

    const directory = context.newPath();
    const early = context.spawnServer({
      PORT: "0",
      SECRET_KEY: "a secret of the tests, 32 characters",
      WEBHOOK_CLIENT_SECRET: "another one",
      BOOTSTRAP_API_KEY: "the-first-key-of-the-tests",
      DATABASE_URL: `postgresql://messaging@localhost/messaging?host=${encodeURIComponent(`${directory}/socket`)}`,
    });
    await early.hasWritten("the database is away, waiting for it");
    const opened: EmbeddedDatabase = await openEmbedded(directory);
    await early.hasWritten('"started"');
    const { status } = await createClient(early.url, "").raw("getReadiness");
    if (status !== 200) problems.push(`the early server is not ready: ${status}`);
    await early.stop();
    await opened.close();
    return { n: kills, problems, details: { states: tally(states) } };
  },
};

/** Whether the executed migrations end at a step. A concurrent build of indexes is a step, as are all others in a row. */
function isBetweenSteps({ executed, pending }: SchemaStatus): boolean {
  const isAlone = (name = "") => name.endsWith(concurrently);
  return executed.length > 0 && (isAlone(executed.at(-1)) || isAlone(pending[0]));
}

async function waitForSession(orm: Orm): Promise<void> {
  const sessions = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  for (let seen = false; !seen; ) {
    await pause(5);
    seen = (await orm.em.fork().execute(sessions)).length > 0;
  }
}
