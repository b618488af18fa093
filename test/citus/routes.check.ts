import { beforeAll, describe, expect, inject, test } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { ormOfTeam } from "../../server/db/nodes.ts";
import { openOrm } from "../../server/db/orm.ts";
import { useApp } from "../support/app.ts";
import { createMigratedDatabase, findPort } from "../support/citus.ts";
import { type Route, readRoute } from "../support/citus-plans.ts";
import { allowLoopback } from "../support/endpoints.ts";
import { hotRequests } from "../support/hot-requests.ts";
import { type Statement, watchStatements } from "../support/statements.ts";

/** The numbers of shards that are compared. */
const [few, many] = [4, 64];

const apps = { [few]: useAppWith(few), [many]: useAppWith(many) };

function useAppWith(shards: number) {
  const database = `shards_${shards}`;
  return useApp({
    otpSendsPerPhone: 100,
    ...allowLoopback,
    async database() {
      const cluster = inject("cluster");
      await createMigratedDatabase(cluster, database, shards);
      const { host, port, user } = cluster;
      const address = { host, port, user, database, topology: "citus" as const };
      const orm = await openOrm(address);
      return { orm, address, embedded: false, close: () => orm.close() };
    },
  });
}

/** The statements that ask every shard, each with its reason. */
const everyShard: Record<string, RegExp> = {
  "the sweep of the simulated carrier, which no request waits for": /from (message|otp) where simulated_outcome is not/,
  "the sweep for due webhooks, which no request waits for": /from webhook_target where due_at <= now\(\)/,
  "the sweep for teams with events to post, which no request waits for": /bool_or\(e\.position < f\.last_sequence\)/,
  "the secrets of the webhooks of several teams": /join webhook_secret s/,
};

/** The statements of one table that do not use the fast path, each with its reason. */
const slowPath: Record<string, RegExp> = {
  "pages of messages, because the planner of the fast path takes no subquery": /from \(select .* from "message" where/,
};

interface Routed {
  statement: Statement;
  text: string;
  route: Route;
  /** The port of the node that has the team. */
  port: number;
  /** The database whose node explains it. */
  explainedOn: Database;
  /** The port of the node that the statement was sent to. */
  sentTo: number;
}

/** A statement that names the tables of a shard. Citus takes no part in it. */
const isOnShard = ({ text }: Statement) => /_\d{6}\b/.test(text) || isKeeping(text);

const isKeeping = (text: string) => text.startsWith("select keep_shard_in_place");

/**
 * Statements of transactions and of the queue, and statements on callbacks, which are on the coordinator.
 */
const isIgnored = (text: string) =>
  /^(begin|commit|rollback|set|savepoint|release|listen)\b/i.test(text) || /pgboss|\binsert into callback\b/.test(text);

async function routeStatements(shards: number): Promise<Map<string, Routed>> {
  const app = apps[shards]!;
  const routed = new Map<string, Routed>();
  for (const { work } of Object.values(hotRequests)) {
    for (const count of [1, 20]) {
      const session = await app.signIn();
      const sent: (Statement & { port: number })[] = [];
      const record = (statement: Statement, { port }: { port: number }) => sent.push({ ...statement, port });
      await watchStatements(record, () => work({ app, ...session }, count));
      await watchStatements(record, () => app.jobs.drain());
      const port = await findPort(app.database, session.team.id);
      const node = { ...app.database, orm: ormOfTeam(app.database.orm, session.team.id) };
      for (const { port: sentTo, ...statement } of sent) {
        const text = lineOf(statement);
        if (routed.has(text) || isIgnored(text)) continue;
        const explainedOn = isOnShard(statement) ? node : app.database;
        const route = await readRoute(explainedOn, statement);
        routed.set(text, { statement, text, port, sentTo, explainedOn, route });
      }
    }
  }
  return routed;
}

/** The text in one line, without the numbers of shards. */
const lineOf = ({ text }: Statement) =>
  text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/_\d{6}\b/g, "_shard")
    .trim();

const tablesIn = (text: string) =>
  new Set([...text.matchAll(/\b(?:from|join|update|into) "?(\w+)\b(?!\()/g)].map(([, name]) => name!));

/** A statement of one table that compares its team with a parameter. */
const isOfOneTable = (text: string) =>
  !/\b(join|lateral|unnest|union|with)\b|clock_timestamp/.test(text) &&
  /\bteam_id"? = \$/.test(text) &&
  tablesIn(text).size === 1;

const everyNode = new Set(["team", "api_key", "business_number", "key_revision"]);

/** A statement that only reads tables that every node has. Any node may answer it. */
const isOnEveryNode = (text: string) => tablesIn(text).isSubsetOf(everyNode);

const routes: Record<number, Map<string, Routed>> = {};

beforeAll(async () => {
  routes[few] = await routeStatements(few);
  routes[many] = await routeStatements(many);
}, 600_000);

const matchesOneOf = (list: Record<string, RegExp>, text: string) =>
  Object.values(list).some((pattern) => pattern.test(text));

const isExpected = (text: string) => matchesOneOf(everyShard, text);

describe.each([few, many])("on %i shards, every statement of hot requests", (shards) => {
  const all = () => [...routes[shards]!.values()].filter(({ text }) => !isExpected(text));

  test("has at most one task", () => {
    const wrong = all().filter(({ route }) => route.tasks > 1);

    expect(all().length).toBeGreaterThan(50);
    expect(wrong.map(({ text, route }) => `${route.tasks} tasks: ${text}`)).toEqual([]);
  });

  test("collects no rows of an insert on the connected node", () => {
    const inserts = all().filter(({ text }) => /\binsert into\b/.test(text));

    expect(inserts.length).toBeGreaterThan(20);
    expect(inserts.filter(({ route }) => route.isCollected).map(({ text }) => text)).toEqual([]);
  });

  test("touches no other node than that of its team, unless it only reads tables that every node has", () => {
    const coordinator = inject("cluster").port;
    const ofTeams = all().filter(({ text }) => !isOnEveryNode(text));
    const wrong = ofTeams.filter(({ route, port }) =>
      route.ports.some((each) => each !== port && each !== coordinator),
    );

    expect(wrong.map(({ text }) => text)).toEqual([]);
  });

  test("is sent to the node of its team, if it names a shard, and Citus only routes the one that keeps the shard", () => {
    const onShard = all().filter(({ statement }) => isOnShard(statement));
    const wrong = onShard.filter(
      ({ text, port, sentTo, route }) => sentTo !== port || route.tasks > 0 || route.isFastPath !== isKeeping(text),
    );

    expect(onShard.length).toBeGreaterThan(20);
    expect(wrong.map(({ text, port, sentTo }) => `${sentTo} instead of ${port}: ${text}`)).toEqual([]);
  });

  test("of one table uses the fast path, except those that are named", () => {
    const ofOneTable = all().filter(
      ({ statement, text }) => isOfOneTable(text) && !isOnShard(statement) && !matchesOneOf(slowPath, text),
    );

    expect(ofOneTable.length).toBeGreaterThan(3);
    expect(ofOneTable.filter(({ route }) => !route.isFastPath).map(({ text }) => text)).toEqual([]);
  });
});

/** The named statements must break the rule, so that the list has no entry that is met. */
test.each(Object.entries(everyShard))("there are statements with several tasks for %s", (_, pattern) => {
  const found = [...routes[few]!.values()].filter(({ text }) => pattern.test(text));

  expect(found.filter(({ route }) => route.tasks > 1)).not.toEqual([]);
});

test.each(Object.entries(slowPath))("there are statements without the fast path for %s", (_, pattern) => {
  const found = [...routes[few]!.values()].filter(({ text }) => isOfOneTable(text) && pattern.test(text));

  expect(found).not.toEqual([]);
  expect(found.filter(({ route }) => route.isFastPath)).toEqual([]);
});

test("planning takes at most half more time on many shards", async () => {
  // A statement that is planned in microseconds is within the noise of the clock.
  const isSlower = (onFew: number, onMany: number) => onMany > onFew * 1.5 + 0.1;
  const slower: string[] = [];
  for (const [text, { route, statement, explainedOn }] of routes[few]!) {
    const onMany = routes[many]!.get(text);
    if (isExpected(text) || !onMany || !isSlower(route.planning, onMany.route.planning)) continue;
    // The machine may have been busy, so a slower statement is planned more often.
    const again = await readRoute(explainedOn, statement, 20);
    const againOnMany = await readRoute(onMany.explainedOn, onMany.statement, 20);
    if (isSlower(again.planning, againOnMany.planning))
      slower.push(`${again.planning} to ${againOnMany.planning} ms: ${text}`);
  }

  expect(slower).toEqual([]);
});
