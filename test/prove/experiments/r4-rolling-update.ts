import { randomUUID } from "node:crypto";
import { createClient } from "../../support/client.ts";
import { uniquePhone } from "../../support/factories.ts";
import { findLost, readAllMessages } from "../check.ts";
import type { Experiment } from "../experiment.ts";
import { createHistory, nameOf, tally } from "../history.ts";
import { startLoad, times, until } from "../load.ts";
import { unpackPrevious } from "../previous.ts";
import { settingsOf } from "../team.ts";

const key = "a-key-of-the-experiment";

export const r4: Experiment = {
  id: "R4",
  title: "servers of the previous version are replaced one by one under load, while the first new server migrates",
  passesWhen:
    "no request fails on either version, every acknowledged text is in its thread, and the old servers exit with 0",
  seconds: { full: 600, short: 110 },
  async run(context) {
    const previous = unpackPrevious(context.newPath());
    // Without a history, servers of this version replace each other without a migration.
    if (!previous && context.size(1, 0) === 1) {
      const problem =
        "The previous version is not in the history of this clone. Fetch it (git fetch --unshallow), or name a commit: " +
        "PROVE_PREVIOUS=<commit>.";
      return { n: 0, problems: [problem], details: {} };
    }
    const problems: string[] = [];
    const history = createHistory();
    const migrated: string[] = [];
    for (let round = 0; round < context.size(5, 1) && !context.over.aborted; round++) {
      const database = await context.createBlankDatabase();
      const settings = settingsOf(database, { BOOTSTRAP_API_KEY: key });
      const startOld = () => context.startServer({ ...settings, NODE_DISABLE_COMPILE_CACHE: "1" }, previous?.argv);
      const oldServers = await Promise.all(times(context.size(2, 1), startOld));
      const servers = [...oldServers];
      const countMigrations = async () =>
        (await database.orm.em.fork().execute("select from mikro_orm_migrations")).length;
      const before = await countMigrations();

      const phones = times(context.size(12, 6), uniquePhone);
      const from = history.entries.length;
      const acknowledged = () => history.withOutcome("acknowledged").length;
      const load = startLoad(context, phones.length, async (client, turn) => {
        const message = randomUUID();
        const input = { body: { phone_number: phones[client]!, message }, idempotencyKey: message };
        const listInput = { query: { per_page: 5 } };
        // Each request has a new connection, as behind a load balancer. The system resets connections that wait to be
        // accepted when the server stops listening. Their clients then try the next server.
        for (let next = client + turn; ; next++) {
          const server = servers[next % servers.length]!;
          const headers = { connection: "close" };
          const entry =
            turn % 4 === 3
              ? await history.call(server, key, "listThreads", { ...listInput, headers }, "a read")
              : await history.call(server, key, "sendText", { ...input, headers }, message);
          if (entry.answer || context.over.aborted) break;
        }
      });
      const answers = async (what: string) => {
        const soFar = acknowledged();
        await until(what, () => acknowledged() > soFar + context.size(300, 60), { seconds: 60 });
      };
      for (const old of oldServers) {
        await answers("requests are answered");
        servers.push(await context.startServer(settings));
        await answers("both versions answer");
        const { code, signal } = await old.stop();
        if (code !== 0) problems.push(`an old server ended with ${code ?? signal}`);
        servers.splice(servers.indexOf(old), 1);
      }
      await answers("the new version answers");
      await load.stop();
      migrated.push(`${before} → ${await countMigrations()}`);

      const entries = history.entries.slice(from);
      const stored = await readAllMessages(createClient(servers[0]!.url, key));
      const texts = entries.filter(({ outcome, label }) => outcome === "acknowledged" && label !== "a read");
      problems.push(...findLost(texts, stored));
      if (stored.length !== texts.length) problems.push(`${stored.length} messages of ${texts.length} texts`);
      await Promise.all(servers.map((server) => server.stop()));
    }
    const failed = history.entries.filter(({ answer }) => answer && answer.status !== 200);
    problems.push(
      ...Object.entries(tally(failed.map(({ answer }) => nameOf(answer)))).map(([name, n]) => `${n} ${name}`),
    );
    return {
      n: history.entries.length,
      problems,
      details: { previous: previous?.commit ?? "this version itself", migrated, answers: history.tally() },
    };
  },
};
