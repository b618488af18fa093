import fc from "fast-check";
import { type RouteId, routes } from "../../../generated/operations.ts";
import { findBreaches } from "../../../server/contract/answers.ts";
import { inputSchemas } from "../../../server/contract/schemas.ts";
import type { Database } from "../../../server/db/database.ts";
import type { RawAnswer } from "../../support/client.ts";
import { refusalsOf } from "../../support/refusals.ts";
import { exchange } from "../../support/socket.ts";
import { callbackSettings, signer } from "../callbacks.ts";
import type { Experiment } from "../experiment.ts";
import { tally } from "../history.ts";
import { forEach, until } from "../load.ts";
import { breakagesOf } from "../malformed/breakages.ts";
import { type Breakage, type Draft, write } from "../malformed/draft.ts";
import { draftOf } from "../malformed/good-requests.ts";
import { oddities } from "../malformed/wire.ts";
import { reportOf } from "../report.ts";
import { settingsOf, signIn } from "../team.ts";

export const f1: Experiment = {
  id: "F1",
  title: "10,000 malformed requests to all operations, made from the contract",
  passesWhen:
    "each is refused in the error shape, with a status and code that the contract has for what is broken; nothing changes",
  seconds: { full: 600, short: 180 },
  async run(context) {
    const database = await context.createDatabase();
    const server = await context.startServer(settingsOf(database, callbackSettings));
    const ids = Object.keys(routes) as RouteId[];
    const drafts = new Map<RouteId, Draft>();
    for (const id of ids) drafts.set(id, await draftOf(id, server.url, await signIn(database)));
    await until("the simulated carrier has delivered", async () => (await countUnderWay(database)) === 0);
    const before = await digest(database);

    const problems: string[] = [];
    const answers: string[] = [];
    const subjects = new Map(ids.map((id) => [id, new Set<string>()]));
    // An operation with more to break gets more.
    const share = context.size(10_000, 200) / ids.flatMap(subjectsOf).length;
    const seed = context.random.below(2 ** 31);
    await forEach(context, ids, 6, async (id) => {
      const property = fc.asyncProperty(requestsOf(id), async ({ breakages, odd }) => {
        const draft = structuredClone(drafts.get(id)!);
        for (const { apply } of [...breakages, ...odd]) apply(draft);
        for (const { subject } of breakages) subjects.get(id)!.add(subject);
        const answer = await exchange(server.url, write(draft, signer));
        answers.push(nameOf(answer));
        const fault = findFault(id, breakages, answer);
        if (fault) throw new Error(`${fault}: ${answer.status} ${answer.text}`);
      });
      const result = await fc.check(property, { numRuns: Math.ceil(share * subjectsOf(id).length), seed });
      if (result.failed) problems.push(`${id}: ${reportOf(result)}`);
      const untried = subjectsOf(id).filter((subject) => !subjects.get(id)!.has(subject));
      if (!result.failed && context.size(1, 0) === 1 && untried.length > 0)
        problems.push(`${id}: nobody has broken ${untried}`);
    });

    const after = await digest(database);
    for (const [table, rows] of before) {
      if (after.get(table) !== rows) problems.push(`${table} is not as it was`);
    }
    for (const id of ids) {
      const { status } = await exchange(server.url, write(drafts.get(id)!, signer));
      if (status !== routes[id].status)
        problems.push(`the requests that were broken for ${id} were not good: ${status}`);
    }
    return { n: answers.length, problems, details: { operations: ids.length, answers: tally(answers) } };
  },
};

/** What is wrong with a request, and what is only strange. */
function requestsOf(id: RouteId) {
  return fc.record({
    // Two that break the same thing might mend it.
    breakages: fc.uniqueArray(breakagesOf(id).map(told), {
      minLength: 1,
      maxLength: 3,
      selector: ({ subject }) => subject,
    }),
    odd: fc.array(oddities.map(told), { maxLength: 2 }),
  });
}

/** A change of a draft that a report tells by its name. */
const told = <T extends { name: string }>(change: T): T => ({ ...change, [fc.toStringMethod]: () => change.name });

/** All that there is to break in an operation. */
function subjectsOf(id: RouteId): string[] {
  if (routes[id].auth === "signature") return ["signature", "content", "request"];
  const { parameters, body } = inputSchemas[id];
  const names = [...parameters.map(({ name }) => name), ...Object.keys(body?.properties ?? {})];
  return [...names.filter((name) => name !== "api_key" && name !== "MCP-Protocol-Version"), "request"];
}

const nameOf = ({ status, body }: RawAnswer) =>
  body?.jsonrpc && body.error ? `${status} jsonrpc` : `${status} ${body?.error ?? ""}`.trim();

/** What is not as it must be in the answer to a request that is broken in these ways. */
function findFault(id: RouteId, breakages: Breakage[], answer: RawAnswer): string | undefined {
  const name = nameOf(answer);
  const deciding = breakages.filter(({ expected }) => expected.includes(name));
  // None may do so with another one's code.
  if (deciding.length === 0) return "none of what is broken is answered so";
  const isUnread = deciding.some(({ isUnread }) => isUnread);
  const breaches = isUnread ? [] : findBreaches(id, answer.status, answer.body);
  if (breaches.length > 0) return breaches.join("; ");
  if (name.endsWith("jsonrpc")) return undefined;
  if (!isUnread && !refusalsOf(id).includes(name)) return "the contract has no such answer";
  const { success, error, message, requestId, details = [], ...rest } = answer.body;
  const isWhole = success === false && [error, message].every((text) => typeof text === "string" && text !== "");
  const isNamed = requestId !== undefined && requestId === answer.headers.get("x-request-id");
  const isShaped = isWhole && isNamed && Array.isArray(details) && Object.keys(rest).length === 0;
  return isShaped ? undefined : "not of the error shape";
}

const countUnderWay = async ({ orm }: Database) => {
  const isUnderWay = "in ('queued', 'sending', 'sent')";
  const statement = `select (select count(*) from message where status ${isUnderWay})::int +
    (select count(*) from otp where delivery_status ${isUnderWay})::int as count`;
  const [row] = await orm.em.fork().execute<{ count: number }[]>(statement);
  return row!.count;
};

/** What stands in each table, but for the rate limit's. */
async function digest({ orm }: Database): Promise<Map<string, string>> {
  const em = orm.em.fork();
  const tables = await em.execute<{ name: string }[]>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_name <> 'rate_bucket'",
  );
  const digests = new Map<string, string>();
  for (const { name } of tables) {
    const [row] = await em.execute<{ hash: string }[]>(
      `select count(*) || ' ' || coalesce(md5(string_agg(row::text, ' ' order by row::text)), '') as hash from "${name}" as row`,
    );
    digests.set(name, row!.hash);
  }
  return digests;
}
