import { setTimeout as pause } from "node:timers/promises";
import type { LoadJob, LoadReport } from "../../bench/load.ts";
import { startWorker } from "../../bench/programs.ts";
import { quantileOf } from "../../bench/quantile.ts";
import type { Target } from "../../bench/requests.ts";
import { type Client, createClient } from "../../support/client.ts";
import { callbackSettings, signer } from "../callbacks.ts";
import type { ExperimentContext } from "../context.ts";
import type { Experiment, Findings } from "../experiment.ts";
import { measure, until } from "../load.ts";
import { settingsOf, signIn } from "../team.ts";

const perSecond = 10_000;

/** The maximum 99th percentile of the time of a list. */
const maxListMilliseconds = 500;

/** The pause between two lists. */
const listPause = 50;

/** The callbacks of a thread in the order of its messages, where one was received before its predecessor. */
const disordered = `
  select from (
    select c.sequence, lag(c.sequence) over (partition by m.thread_id order by m.created_at) as previous
    from message m join callback c on c.id = m.id where m.team_id = ? and m.direction = 'inbound'
  ) as ordered where sequence < previous`;

export const q8: Experiment = {
  id: "Q8",
  title:
    "100,000 callbacks at up to 10,000 a second, some of them twice, and then silence: beside a worker, and before it starts",
  passesWhen:
    "each MessageSid is one message, messages of a phone have the order of receipt, all are stored within 60 s, and lists stay quick meanwhile",
  seconds: { full: 300, short: 60 },
  async run(context) {
    const beside = await flood(context, { hasWorker: true });
    const before = await flood(context, { hasWorker: false });
    return {
      n: beside.n + before.n,
      problems: [...beside.problems, ...before.problems],
      details: { besideWorker: beside.details, beforeWorker: before.details },
    };
  },
};

/** Posts the callbacks of a run, waits until they are processed, and reads lists all the time. */
async function flood(context: ExperimentContext, { hasWorker }: { hasWorker: boolean }): Promise<Findings> {
  const database = await context.createDatabase();
  const em = () => database.orm.em.fork();
  const { team, key, number } = await signIn(database);
  // Checks of answers would limit the rate.
  const settings = settingsOf(database, { ...callbackSettings, NODE_ENV: "production" });
  const startWorkerServer = () => context.startServer({ ...settings, ROLE: "worker" });
  const api = await context.startServer({ ...settings, ROLE: "api" });
  if (hasWorker) await startWorkerServer();
  const count = context.size(100_000, 1_000);
  const repeated = count / 20;
  const { authToken: secret, publicUrl } = signer;
  const target: Target = { key, secret, publicUrl, number, recipients: count / 10, threadId: "", contacts: 0 };
  const generator = startWorker<LoadJob, LoadReport>("load.ts", {});
  const post = (first: number, many: number) =>
    generator.run({
      kind: "inbound",
      connections: 50,
      seconds: 3_600,
      status: 200,
      rate: perSecond,
      origins: [api.url],
      targets: [target],
      first,
      count: many,
    });

  const milliseconds: number[] = [];
  const over = new AbortController();
  const listing = readLists(createClient(api.url, key), milliseconds, AbortSignal.any([over.signal, context.over]));
  const isDone = async () =>
    (await em().execute("select from callback where processed_at is null limit 1")).length === 0;
  let posting: number;
  let draining: number;
  try {
    posting = (await measure(() => post(0, count))).milliseconds;
    await post(count - repeated, repeated);
    const drain = async () => {
      if (!hasWorker) await startWorkerServer();
      await until("all callbacks are processed", isDone, { seconds: 60, every: 100 });
    };
    draining = (await measure(drain)).milliseconds;
  } finally {
    over.abort();
    await Promise.all([generator.stop(), listing]);
  }

  const [stored] = await em().execute<{ messages: number; sids: number; counted: number }[]>(
    `select count(*)::int as messages, count(distinct provider_id)::int as sids,
       (select sum(message_count)::int from thread where team_id = ?) as counted
     from message where team_id = ?`,
    [team.id, team.id],
  );
  const { messages, sids, counted } = stored!;
  const p99 = quantileOf(milliseconds, 0.99);
  const problems = [
    ...(sids === count ? [] : [`${sids} of ${count} texts are stored`]),
    ...(messages === sids ? [] : [`${messages} messages for ${sids} texts`]),
    ...(counted === messages ? [] : [`threads count ${counted} of ${messages} messages`]),
    ...(await em().execute(disordered, [team.id])).map(() => "a text is behind a later one of its phone"),
    ...(p99 <= maxListMilliseconds ? [] : [`a list took ${p99} ms`]),
  ];
  const details = { postedMilliseconds: posting, drainedMilliseconds: draining, listP99Milliseconds: p99 };
  return { n: count, problems, details };
}

/** Reads a page of threads again and again, and measures each. */
async function readLists(client: Client, milliseconds: number[], over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    milliseconds.push((await measure(() => client.listThreads({ query: { per_page: 50 } }))).milliseconds);
    await pause(listPause);
  }
}
