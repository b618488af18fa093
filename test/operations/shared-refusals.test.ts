import { beforeAll, expect, test } from "vitest";
import { type OperationId, operations, type RouteId, routes } from "../../generated/operations.ts";
import { describe, inputSchemas } from "../../server/contract/schemas.ts";
import { setTeamStatus } from "../../server/keys/teams.ts";
import { useApp } from "../support/app.ts";
import { type CallInput, type Client, createClient, type RawAnswer } from "../support/client.ts";
import { createAwayDatabase } from "../support/database.ts";
import { exampleOf, needsTestMode, type TeamOperation } from "../support/examples.ts";
import { buildKey, type TestTeam } from "../support/factories.ts";
import { pictures } from "../support/media.ts";
import { refusalOf, refusalsOf } from "../support/refusals.ts";
import { exchange } from "../support/socket.ts";
import { buildCase } from "../support/suspected.ts";
import { uploadOf } from "../support/uploads.ts";

const app = useApp({ phone: true });
const exhausted = useApp({ rateLimit: { burst: 1, perSecond: 0.001 } });
const away = useApp({ database: createAwayDatabase });

interface Keys {
  valid: string;
  /** The key of a team without a license. */
  unlicensed: string;
  withoutScopes: string;
  /** Without a token left. */
  exhausted: string;
}

let keys: Keys;
beforeAll(async () => {
  const [valid, unlicensed, spent] = await Promise.all([app.signIn(), app.signIn(), exhausted.signIn()]);
  await setTeamStatus(app.em(), unlicensed.team.name, "suspended");
  await spent.client.listThreads();
  const withoutScopes = await buildKey(app.em(), valid.team, { scopes: [] });
  keys = { withoutScopes, valid: valid.key, unlicensed: unlicensed.key, exhausted: spent.key };
});

const json = { "content-type": "application/json" };

/** Sends a request to a route with the given parts only. */
function send(url: string, key: string, id: RouteId, init: RequestInit = {}, query = ""): Promise<RawAnswer> {
  const { method, path } = routes[id];
  return createClient(url, key).request(method, `${path.replaceAll(/\{\w+\}/g, "x")}${query}`, init);
}

/** Sends an invalid request: HTTP/1.1 requires a Host. */
const sendWithoutHost = (id: RouteId): Promise<RawAnswer> =>
  exchange(app.url, `${routes[id].method} ${routes[id].path} HTTP/1.1\r\nConnection: close\r\n\r\n`);

/** Whether the body of an operation is a file, of any type. */
const takesFile = (id: RouteId) => id === "uploadMedia";

const inputOf = async (id: RouteId, client: Client): Promise<CallInput<TeamOperation>> =>
  takesFile(id) ? (uploadOf(pictures["image/png"]) as never) : exampleOf(id as TeamOperation, client, app.provider);

/** A decision about a case, which no request makes. */
const decisionOf = async (team: TestTeam) =>
  ({ path: { id: await buildCase(app, team) }, body: { decision: "dismissed" } }) as unknown as CallInput<OperationId>;

/** A request for every refusal that does not depend on the operation. */
const ways: Record<string, (id: RouteId) => Promise<RawAnswer>> = {
  "401 missing_team_context": (id) => send(app.url, "no such key", id),
  "403 license_inactive": (id) => send(app.url, keys.unlicensed, id),
  "403 insufficient_scope": (id) => send(app.url, keys.withoutScopes, id),
  "429 rate_limited": (id) => send(exhausted.url, keys.exhausted, id),
  "503 server_error": (id) => send(away.url, "any key", id),
  "413 payload_too_large": (id) =>
    send(app.url, keys.valid, id, { headers: json, body: " ".repeat((takesFile(id) ? 5 : 1) * 2 ** 20 + 1) }),
  "415 unsupported_media_type": (id) =>
    send(app.url, keys.valid, id, { body: "text", ...(takesFile(id) && { headers: { "content-encoding": "gzip" } }) }),
  "400 validation_error": (id) =>
    routes[id].method === "GET" || id === "callMcp" || takesFile(id)
      ? sendWithoutHost(id)
      : send(app.url, keys.valid, id, { headers: json, body: "{" }),
  "400 invalid_idempotency_key": async (id) => {
    const { client } = await app.signIn();
    return client.raw(id as OperationId, {
      ...(await inputOf(id, client)),
      idempotencyKey: "",
    });
  },
  "422 validation_error": async (id) => {
    const { client } = await app.signIn();
    const example = await inputOf(id, client);
    if (routes[id].method !== "GET") {
      const body = { ...(example.body as object | undefined), "no such field": 1 };
      return client.raw(id as OperationId, { ...example, body: body as never });
    }
    const [parameter] = inputSchemas[id].parameters.filter(
      (each) => each.in === "query" && !each.schema["x-error-code"],
    );
    return client.raw(id as OperationId, { ...example, query: { ...example.query, [parameter!.name]: "\0" } });
  },
  "422 idempotency_key_mismatch": async (id) => {
    const { client } = await app.signIn();
    const taken = await useKey(client, id === "sendText" ? "createBusinessNumber" : "sendText");
    return client.raw(id as OperationId, { ...(await inputOf(id, client)), ...taken });
  },
  "409 idempotency_in_progress": async (id) => {
    const { client: live, team } = await app.signIn();
    const client = needsTestMode(id as OperationId) ? live.inTestMode() : live;
    const input = id === "decideSuspectedRevocation" ? await decisionOf(team) : await inputOf(id, client);
    await client.raw(id as OperationId, { ...input, idempotencyKey: "key" });
    // Simulates a first request that claimed its key a minute ago and never ended.
    await app.em().execute(
      `update idempotency_key set status = null, body = null, resource_id = null,
         created_at = (created_at at time zone 'UTC' - interval '1 minute') at time zone 'UTC' where team_id = ?`,
      [team.id],
    );
    return client.raw(id as OperationId, { ...input, idempotencyKey: "key" });
  },
};

async function useKey(client: Client, id: TeamOperation): Promise<{ idempotencyKey: string }> {
  const idempotencyKey = "key";
  const { status, text } = await client.raw(id, { ...(await exampleOf(id, client, app.provider)), idempotencyKey });
  expect(status, text).toBe(operations[id].status);
  return { idempotencyKey };
}

const cases = (Object.keys(routes) as RouteId[])
  .filter((id) => routes[id].auth === "apiKey")
  .flatMap((id) => refusalsOf(id).map((refusal) => ({ id, refusal, provoke: ways[refusal] })))
  .filter(({ provoke }) => provoke !== undefined);

test.each(cases)("$id answers $refusal like all operations that declare it", async ({ id, refusal, provoke }) => {
  const answer = await provoke!(id);
  expect(refusalOf(answer)).toBe(refusal);
  // HTTP requires the header, and some clients throw without it.
  if (answer.status === 401) expect(answer.headers.get("www-authenticate")).toBe("Bearer");
});

/** The operations with the errors of this service, and not those of a door. */
const ownIds = (Object.keys(routes) as RouteId[]).filter((id) => routes[id].door === null);

test.each(ownIds)("%s answers 400 to a request that cannot be parsed", async (id) => {
  expect(refusalOf(await sendWithoutHost(id))).toBe("400 validation_error");
});

test("a server without its database is not ready", async () => {
  expect(refusalOf(await send(away.url, "any key", "getReadiness"))).toBe("503 server_error");
});

test("every shared refusal above belongs to an operation, and every operation with a key declares them", () => {
  const used = new Set(cases.map(({ refusal }) => refusal));
  expect([...used].toSorted()).toEqual(Object.keys(ways).toSorted());
  for (const { id } of cases)
    expect(Object.keys(describe(id).responses ?? {})).toEqual(expect.arrayContaining(["401", "403", "429"]));
});
