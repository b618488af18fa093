import { listFailedJobs } from "../../../server/queue/failed-jobs.ts";
import { inboundForm } from "../../support/callbacks.ts";
import { uniquePhone } from "../../support/factories.ts";
import { changeJobs } from "../../support/jobs.ts";
import { runCli } from "../../support/process.ts";
import { callbackSettings, postSigned } from "../callbacks.ts";
import type { Experiment } from "../experiment.ts";
import { forEach, times, until } from "../load.ts";
import { settingsOf, signIn } from "../team.ts";

/** Makes the database refuse a message with the body `poison`. */
const poison = `
  create function refuse() returns trigger language plpgsql as $$ begin raise exception 'poisoned'; end $$;
  create trigger refuse before insert on message for each row when (new.body = 'poison') execute function refuse()`;

export const q5: Experiment = {
  id: "Q5",
  title: "a failing callback among 1,000 others",
  passesWhen:
    "the others are processed meanwhile, the failing callback is in `messaging jobs failed`, and `messaging jobs retry` completes it after the repair",
  seconds: { full: 300, short: 90 },
  async run(context) {
    const database = await context.createDatabase();
    const { team, number } = await signIn(database);
    const settings = settingsOf(database, callbackSettings);
    const em = () => database.orm.em.fork();
    for (const statement of poison.split(/;\n/)) await em().execute(statement);
    const server = await context.startServer(settings);
    const goodCount = context.size(1_000, 200);
    const texts = context.random.shuffle(["poison", ...times(goodCount, (index) => `good ${index}`)]);
    const problems: string[] = [];
    const count = async () => {
      const statement = "select count(*)::int as count from message where team_id = ? and direction = 'inbound'";
      const [row] = await em().execute<{ count: number }[]>(statement, [team.id]);
      return row!.count;
    };

    const began = performance.now();
    await forEach(context, texts, 20, async (text) => {
      const answer = await postSigned(server, "inbound", inboundForm(uniquePhone(), number, text));
      if (answer?.status !== 200) problems.push(`refused: ${answer?.status}`);
    });
    await until("the good callbacks are processed", async () => (await count()) === goodCount, { seconds: 60 });
    const seconds = Math.round((performance.now() - began) / 100) / 10;

    // Makes every retry due at once. The short form also skips most of the retries.
    await em().execute("update pgboss.job set retry_count = ? where state = 'retry'", [context.size(0, 10)]);
    await until(
      "the failing callback is a failed job",
      async () => {
        await changeJobs(em(), "state = 'retry'", "start_after = now()");
        return (await listFailedJobs(em(), 10)).length > 0;
      },
      { seconds: 60, every: 100 },
    );
    const failed = JSON.parse((await runCli(settings, "jobs", "failed")).stdout);
    if (failed.length !== 1 || failed[0].queue !== "callbacks.inbound" || !failed[0].error.includes("poisoned")) {
      problems.push(`failed jobs: ${JSON.stringify(failed)}`);
    }
    await em().execute("drop trigger refuse on message");
    const retried = JSON.parse((await runCli(settings, "jobs", "retry", failed[0].id)).stdout);
    if (retried.retried !== 1) problems.push(`retried: ${JSON.stringify(retried)}`);
    await until("the failing callback is processed", async () => (await count()) === goodCount + 1);
    return { n: texts.length, problems, details: { good: goodCount, secondsForGoodCallbacks: seconds } };
  },
};
