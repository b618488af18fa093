import fc from "fast-check";
import { type RouteId, routes } from "../../../generated/operations.ts";
import { findBreaches } from "../../../server/contract/answers.ts";
import { inputSchemas } from "../../../server/contract/schemas.ts";
import type { Database } from "../../../server/db/database.ts";
import type { RawAnswer } from "../../support/client.ts";
import { insertCase } from "../../support/populated-team.ts";
import { refusalsOf } from "../../support/refusals.ts";
import { exchange } from "../../support/socket.ts";
import { callbackSettings, signer } from "../callbacks.ts";
import type { Experiment } from "../experiment.ts";
import { tally } from "../history.ts";
import { forEach, until } from "../load.ts";
import { breakagesOf } from "../malformed/breakages.ts";
import { type Breakage, type Draft, encodeRequest } from "../malformed/draft.ts";
import { draftOf } from "../malformed/good-requests.ts";
import { oddities } from "../malformed/wire.ts";
import { reportOf } from "../report.ts";
import { settingsOf, signIn } from "../team.ts";

/** The operations of files, which no client can make, so they have no unbroken request. */
const ofFiles: RouteId[] = ["uploadMedia", "getMedia", "createMediaLink", "getLinkedMedia"];

export const f1: Experiment = {
  id: "F1",
  title: "10,000 malformed requests to all operations, generated from the contract",
  passesWhen: "each request is refused in the error shape with a status and code for its fault, and nothing changes",
  seconds: { full: 600, short: 180 },
  async run(context) {
    const database = await context.createDatabase();
    const settings = settingsOf(database, { ...callbackSettings, PHONE: "on" });
    const server = await context.startServer({ ...settings, ROLE: "api" });
    const worker = await context.startServer({ ...settings, ROLE: "worker" });
    // The paths of other carriers do not exist on a server with the simulated carrier. Doors have their own errors.
    const ids = (Object.keys(routes) as RouteId[]).filter(
      (id) => routes[id].auth !== "carrier" && routes[id].door === null && !ofFiles.includes(id),
    );
    const drafts = new Map<RouteId, Draft>();
    for (const id of ids) {
      const signedIn = await signIn(database);
      drafts.set(id, await draftOf(id, server.url, signedIn));
      // No request opens a case, so the draft names one that is in the database.
      if (id === "decideSuspectedRevocation")
        drafts.get(id)!.segments.splice(2, 1, await insertCase(database.orm.em.fork(), signedIn.team));
    }
    await until("the simulated carrier has delivered", async () => (await countUndelivered(database)) === 0);
    // A server would go on to try the deliveries to webhook endpoints.
    await worker.stop();
    const before = await digest(database);

    const problems: string[] = [];
    const answers: string[] = [];
    const subjects = new Map(ids.map((id) => [id, new Set<string>()]));
    // An operation with more breakable parts gets more requests.
    const share = context.size(10_000, 200) / ids.flatMap(subjectsOf).length;
    const seed = context.random.below(2 ** 31);
    await forEach(context, ids, 6, async (id) => {
      const property = fc.asyncProperty(requestsOf(id), async ({ breakages, odd }) => {
        const draft = structuredClone(drafts.get(id)!);
        for (const { apply } of [...breakages, ...odd]) apply(draft);
        for (const { subject } of breakages) subjects.get(id)!.add(subject);
        const answer = await exchange(server.url, encodeRequest(draft, signer));
        answers.push(nameOf(answer));
        const fault = findFault(id, breakages, answer);
        if (fault) throw new Error(`${fault}: ${answer.status} ${answer.text}`);
      });
      const result = await fc.check(property, { numRuns: Math.ceil(share * subjectsOf(id).length), seed });
      if (result.failed) problems.push(`${id}: ${reportOf(result)}`);
      const untried = subjectsOf(id).filter((subject) => !subjects.get(id)!.has(subject));
      if (!result.failed && context.size(1, 0) === 1 && untried.length > 0)
        problems.push(`${id}: no request has broken ${untried}`);
    });

    const after = await digest(database);
    for (const [table, rows] of before) {
      if (after.get(table) !== rows) problems.push(`${table} has changed`);
    }
    // The answer to a valid request for a stream has no end.
    for (const id of ids.filter((each) => routes[each].contentType !== "text/event-stream")) {
      const { status } = await exchange(server.url, encodeRequest(drafts.get(id)!, signer));
      if (status !== routes[id].status) problems.push(`the unbroken request of ${id} fails: ${status}`);
    }
    return { n: answers.length, problems, details: { operations: ids.length, answers: tally(answers) } };
  },
};

/** Errors of a request, and unusual parts that are ignored. */
function requestsOf(id: RouteId) {
  return fc.record({
    // Two breakages of one part might repair it.
    breakages: fc.uniqueArray(breakagesOf(id).map(withName), {
      minLength: 1,
      maxLength: 3,
      selector: ({ subject }) => subject,
    }),
    odd: fc.array(oddities.map(withName), { maxLength: 2 }),
  });
}

/** Lets a report of fast-check show a change by its name. */
const withName = <T extends { name: string }>(change: T): T => ({ ...change, [fc.toStringMethod]: () => change.name });

/** The parts that no test breaks: the key is removed before the validation, and these headers allow any text. */
const unbreakable = ["api_key", "MCP-Protocol-Version", "Mcp-Method", "Mcp-Name", "If-None-Match"];

/** The breakable parts of an operation. */
function subjectsOf(id: RouteId): string[] {
  if (routes[id].auth === "signature") return ["signature", "content", "request"];
  const { parameters, body } = inputSchemas[id];
  const names = [...parameters.map(({ name }) => name), ...Object.keys(body?.properties ?? {})];
  return [...names.filter((name) => !unbreakable.includes(name)), "request"];
}

const nameOf = ({ status, body }: RawAnswer) =>
  body?.jsonrpc && body.error ? `${status} jsonrpc` : `${status} ${body?.error ?? ""}`.trim();

/** Describes how the answer to a request with these breakages is wrong. */
function findFault(id: RouteId, breakages: Breakage[], answer: RawAnswer): string | undefined {
  const name = nameOf(answer);
  const deciding = breakages.filter(({ expected }) => expected.includes(name));
  if (deciding.length === 0) return "no breakage has this answer";
  const isUnread = deciding.some(({ isUnread }) => isUnread);
  const breaches = isUnread ? [] : findBreaches(id, answer.status, answer.body);
  if (breaches.length > 0) return breaches.join("; ");
  if (name.endsWith("jsonrpc")) return undefined;
  if (!isUnread && !refusalsOf(id).includes(name)) return "the contract does not have this answer";
  const { success, error, message, nextStep, requestId, details = [], ...rest } = answer.body;
  const hasFields =
    success === false && [error, message, nextStep].every((text) => typeof text === "string" && text !== "");
  const hasRequestId = requestId !== undefined && requestId === answer.headers.get("x-request-id");
  const isShaped = hasFields && hasRequestId && Array.isArray(details) && Object.keys(rest).length === 0;
  return isShaped ? undefined : "not in the error shape";
}

const countUndelivered = async ({ orm }: Database) => {
  const isUndelivered = "in ('queued', 'sending', 'sent')";
  const statement = `select (select count(*) from message where status ${isUndelivered})::int +
    (select count(*) from otp where delivery_status ${isUndelivered})::int as count`;
  const [row] = await orm.em.fork().execute<{ count: number }[]>(statement);
  return row!.count;
};

/** A hash of each table, except the table of the rate limit. */
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
