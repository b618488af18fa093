import { beforeAll, describe, expect, inject, test } from "vitest";
import { openOrm } from "../../server/db/orm.ts";
import { useApp } from "../support/app.ts";
import { createMigratedDatabase, findPort } from "../support/citus.ts";
import { type Route, readRoute } from "../support/citus-plans.ts";
import { hotRequests } from "../support/hot-requests.ts";
import { recordStatements, type Statement } from "../support/statements.ts";

/** The numbers of shards that are compared. */
const [few, many] = [4, 64];

const apps = { [few]: useAppWith(few), [many]: useAppWith(many) };

function useAppWith(shards: number) {
  const database = `shards_${shards}`;
  return useApp({
    otpSendsPerPhone: 100,
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
  "the secrets of the webhooks of several teams": /join webhook_secret s/,
};

interface Routed {
  text: string;
  route: Route;
  /** The port of the node that has the team. */
  port: number;
}

/**
 * Statements that are no part of the service's own work on tables, and inserts of lists. Citus does not analyze those: it
 * collects their rows on the connected node, and then writes them to the shard of their team.
 */
const isIgnored = (text: string) =>
  /^(begin|commit|rollback|set|savepoint|release|listen)\b/i.test(text) || /pgboss|\binsert into\b/.test(text);

async function routeStatements(shards: number): Promise<Map<string, Routed>> {
  const app = apps[shards]!;
  const routed = new Map<string, Routed>();
  for (const { work } of Object.values(hotRequests)) {
    for (const count of [1, 20]) {
      const session = await app.signIn();
      const requests = await recordStatements(() => work({ app, ...session }, count));
      const jobs = await recordStatements(() => app.jobs.drain());
      const port = await findPort(app.database, session.team.id);
      for (const statement of [...requests, ...jobs]) {
        const text = lineOf(statement);
        if (routed.has(text) || isIgnored(text)) continue;
        routed.set(text, { text, port, route: await readRoute(app.database, statement) });
      }
    }
  }
  return routed;
}

const lineOf = ({ text }: Statement) => text.replaceAll(/\s+/g, " ").trim();

/** A statement of one table that compares its team with a parameter. */
const isOfOneTable = (text: string) =>
  !/\b(join|lateral|unnest|union|with)\b|clock_timestamp/.test(text) && /\bteam_id"? = \$/.test(text);

const routes: Record<number, Map<string, Routed>> = {};

beforeAll(async () => {
  routes[few] = await routeStatements(few);
  routes[many] = await routeStatements(many);
}, 600_000);

const isExpected = (text: string) => Object.values(everyShard).some((pattern) => pattern.test(text));

describe.each([few, many])("on %i shards, every statement of hot requests", (shards) => {
  const all = () => [...routes[shards]!.values()].filter(({ text }) => !isExpected(text));

  test("has at most one task", () => {
    const wrong = all().filter(({ route }) => route.tasks > 1);

    expect(all().length).toBeGreaterThan(50);
    expect(wrong.map(({ text, route }) => `${route.tasks} tasks: ${text}`)).toEqual([]);
  });

  test("touches no other node than that of its team, unless it only reads tables that every node has", () => {
    const coordinator = inject("cluster").port;
    const wrong = all().filter(({ route, port }) => route.ports.some((each) => each !== port && each !== coordinator));

    expect(wrong.map(({ text }) => text)).toEqual([]);
  });

  test("of one table uses the fast path", () => {
    const ofOneTable = all().filter(({ text }) => isOfOneTable(text));

    expect(ofOneTable.length).toBeGreaterThan(3);
    expect(ofOneTable.filter(({ route }) => !route.isFastPath).map(({ text }) => text)).toEqual([]);
  });
});

test("the statements that ask every shard are those that are named", () => {
  for (const [reason, pattern] of Object.entries(everyShard)) {
    const found = [...routes[few]!.values()].filter(({ text }) => pattern.test(text));
    expect(found.length, reason).toBeGreaterThan(0);
  }
});

test("planning takes at most half more time on many shards", () => {
  const slower = [...routes[few]!.values()].flatMap(({ text, route }) => {
    const onMany = routes[many]!.get(text)?.route.planning;
    // A statement that is planned in microseconds is within the noise of the clock.
    return isExpected(text) || onMany === undefined || onMany <= route.planning * 1.5 + 0.1
      ? []
      : `${route.planning} to ${onMany} ms: ${text}`;
  });

  expect(slower).toEqual([]);
});
