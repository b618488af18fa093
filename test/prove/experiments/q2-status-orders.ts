import { statusForm } from "../../support/callbacks.ts";
import { createClient } from "../../support/client.ts";
import { uniquePhone } from "../../support/factories.ts";
import { postSigned } from "../callbacks.ts";
import { readThread } from "../check.ts";
import type { Experiment } from "../experiment.ts";
import { forEach, startLoad, until } from "../load.ts";
import { signIn } from "../team.ts";

/** Sets of provider statuses. Some sets have several final statuses. */
const statusSets = [
  ["queued", "sending", "sent", "delivered"],
  ["accepted", "sent", "delivered", "read"],
  ["queued", "sending", "sent", "undelivered"],
  ["scheduled", "sending", "sent", "failed"],
  ["sent", "delivered", "undelivered", "read"],
  ["sent", "failed", "read", "nonsense"],
];

const rank: Record<string, number> = {
  queued: 0,
  sending: 1,
  sent: 2,
  delivered: 3,
  undelivered: 3,
  failed: 3,
  read: 4,
};

/** Whether a message may go from one status to another. */
function mayFollow(next: string, current: string): boolean {
  if (next === current) return true;
  if (next === "read" && ["undelivered", "failed"].includes(current)) return false;
  return rank[next]! > rank[current]!;
}

export const q2: Experiment = {
  id: "Q2",
  title: "status callbacks in every order, with duplicates, to two servers",
  passesWhen: "each text ends at the highest of its statuses, and no read shows a status that goes back",
  seconds: { full: 300, short: 60 },
  async run(context) {
    const { database, servers } = await context.openServerPair();
    const { team, key, number } = await signIn(database);
    const client = createClient(servers[0]!.url, key);
    const all = statusSets.flatMap((statuses) => permutations(statuses).map((order) => ({ statuses, order })));
    const cases = context.size(1, 0) === 1 ? all : context.random.shuffle(all).slice(0, 40);
    const phone = uniquePhone();
    const problems: string[] = [];
    const last = new Map<string, string>();
    let threadId = "";
    let reads = 0;
    const texts = new Map<string, { statuses: string[]; order: string[] }>();
    await forEach(context, cases, 20, async (each, index) => {
      const sent = await client.sendText({ body: { phone_number: phone, message: `text ${index}` } });
      texts.set(sent.textId, each);
      threadId = sent.threadId;
    });

    const rows = await database.orm.em
      .fork()
      .execute<{ id: string; sid: string }[]>("select id, provider_id as sid from message where team_id = ?", [
        team.id,
      ]);
    const sids = new Map(rows.map(({ id, sid }) => [id, sid]));

    const read = async () => {
      for (const { id, status } of await readThread(client, threadId)) {
        const before = last.get(id) ?? "queued";
        if (!mayFollow(status, before)) problems.push(`${id} went from ${before} to ${status}`);
        last.set(id, status);
        reads += 1;
      }
    };
    const reader = startLoad(context, 1, read);
    let posts = 0;
    await forEach(context, [...texts], 20, async ([id, { order }]) => {
      const repeated = order.flatMap((status) => (context.random.below(2) === 0 ? [status, status] : [status]));
      for (const status of [...repeated, context.random.pick(order)]) {
        const form = statusForm(number, sids.get(id)!, status);
        const answer = await postSigned(context.random.pick(servers), "status", form);
        posts += 1;
        if (answer?.status !== 200) problems.push(`${status} was refused: ${answer?.status}`);
      }
    });
    const open = "select count(*)::int as count from callback where outcome is null";
    await until("all callbacks are processed", async () => {
      const [row] = await database.orm.em.fork().execute<{ count: number }[]>(open);
      return row!.count === 0;
    });
    await reader.stop();
    await read();

    for (const [id, { statuses, order }] of texts) {
      if (!finalStatusesOf(statuses).has(last.get(id)!)) problems.push(`${order.join(", ")} ended ${last.get(id)}`);
    }
    return { n: cases.length, problems: [...new Set(problems)], details: { posts, reads, servers: 2 } };
  },
};

/** The possible final statuses of a text that receives these statuses in any order. */
function finalStatusesOf(statuses: string[]): Set<string> {
  const known = statuses.flatMap((status) => (status in rank ? status : []));
  return new Set(
    permutations(known).map((order) =>
      order.reduce((current, next) => (mayFollow(next, current) ? next : current), "queued"),
    ),
  );
}

function permutations<T>(items: T[]): T[][] {
  if (items.length < 2) return [items];
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}
