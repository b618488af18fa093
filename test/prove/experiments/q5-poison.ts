import { listFailedJobs } from "../../../server/queue/failed-jobs.ts";
import { inboundForm } from "../../support/callbacks.ts";
import { uniquePhone } from "../../support/factories.ts";
import { changeJobs } from "../../support/jobs.ts";
import { runCli } from "../../support/process.ts";
import { callbackSettings, postSigned } from "../callbacks.ts";
import type { Experiment } from "../experiment.ts";
import { forEach, times, until } from "../load.ts";
import { settingsOf, signIn } from "../team.ts";

/** Has the database refuse to store a message that says so. */
const poison = `
  create function refuse() returns trigger language plpgsql as $$ begin raise exception 'poisoned'; end $$;
  create trigger refuse before insert on message for each row when (new.body = 'poison') execute function refuse()`;

export const q5: Experiment = {
  id: "Q5",
  title: "a callback that cannot be done among 1,000 good ones",
  passesWhen:
    "the good ones are done meanwhile; the bad one ends in `messaging jobs failed`; when its cause is gone, " +
    "`messaging jobs retry` has it done",
  seconds: { full: 300, short: 90 },
  async run(context) {
    const database = await context.createDatabase();
    const { team, number } = await signIn(database);
    const settings = settingsOf(database, callbackSettings);
    const em = () => database.orm.em.fork();
    for (const statement of poison.split(/;\n/)) await em().execute(statement);
    const server = await context.startServer(settings);
    const goods = context.size(1_000, 200);
    const texts = context.random.shuffle(["poison", ...times(goods, (index) => `good ${index}`)]);
    const problems: string[] = [];
    const count = async () => {
      const statement = "select count(*)::int as count from message where team_id = ? and direction = 'inbound'";
      const [row] = await em().execute<{ count: number }[]>(statement, [team.id]);
      return row!.count;
    };

    const began = performance.now();
    await forEach(context, texts, 20, async (text) => {
      const taken = await postSigned(server, "inbound", inboundForm(uniquePhone(), number, text));
      if (taken?.status !== 200) problems.push(`not taken: ${taken?.status}`);
    });
    await until("the good ones are done", async () => (await count()) === goods, { seconds: 60 });
    const seconds = Math.round((performance.now() - began) / 100) / 10;

    // Its next try is moved up again and again, as if the minutes of its retries had passed, and most of them been made.
    await em().execute("update pgboss.job set retry_count = ? where state = 'retry'", [context.size(0, 10)]);
    await until(
      "the bad one is among the failed jobs",
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
    await until("the bad one is done", async () => (await count()) === goods + 1);
    return { n: texts.length, problems, details: { good: goods, secondsForTheGoodOnes: seconds } };
  },
};
