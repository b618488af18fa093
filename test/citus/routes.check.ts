import { beforeAll, describe, expect, inject, test } from "vitest";
import { openOrm } from "../../server/db/orm.ts";
import { useApp } from "../support/app.ts";
import { createMigratedDatabase, findPort } from "../support/citus.ts";
import { type Route, readRoute, type SentStatement } from "../support/citus-plans.ts";
import { allowLoopback } from "../support/endpoints.ts";
import { hotRequests } from "../support/hot-requests.ts";
import { type Statement, watchStatements } from "../support/statements.ts";
import { rareRequests } from "./rare-requests.ts";

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

/** The statements that Citus plans: those of commands of operators, and those of the test itself. */
const byCitus: Record<string, RegExp> = {
  "entities that a test reads": /^select "\w0"\.\* /,
  "the audit event of a command": /^insert into "audit_event"/,
  "a delivery as operators see it": /from "webhook_(delivery|attempt)" where "team_id" = \$1/,
  "the first secret of a team's replies": /\bwebhook_(endpoint_)?secret (where team_id = \$1|\(team_id)/,
  "names that are compared without a table": /^with named as materialized /,
  "quiet hours, which are computed without a table": /\bpg_timezone_names\b|\bas next_allowed\b/,
  "texts that a test lets become due": /^update pending_message set send_at = \(send_at at time zone/,
};

/** The statements of background work for all teams, which name all shards of a node. */
const ofAllTeams: Record<string, RegExp> = {
  "texts of the simulated carrier": /from (message|otp)_\d+ as (message|otp) where simulated_outcome is not/,
  "due texts":
    /from pending_message_\d+ as pending_message\s+where status = 'scheduled' and line_number_id is null and send_at </,
  "lines of numbers with a pace": /with recursive line as /,
  "due webhooks": /from webhook_target_\d+ as webhook_target where due_at <= now\(\)/,
  "teams with events to post": /bool_or\(e\.position < f\.last_sequence\)/,
};

interface Routed {
  statement: SentStatement;
  text: string;
  route: Route;
  /** The port of the node that has the team. */
  port: number;
}

/**
 * Statements of transactions and of the queue, statements on callbacks, which are on the coordinator, and those that read
 * only the metadata of the cluster.
 */
const isIgnored = (text: string) =>
  /^(begin|commit|rollback|set|savepoint|release|listen)\b/i.test(text) ||
  /pgboss|\b(from|join|into|update) "?callback"?(?!\w)|pg_dist_(shard|partition)/.test(text) ||
  (/pg_dist_(local_group|node|placement)/.test(text) && !/_\d{6}\b/.test(text));

/** Records the statements that work sends, with the ports of their nodes. */
async function recordSent(work: () => Promise<unknown>): Promise<SentStatement[]> {
  const sent: SentStatement[] = [];
  await watchStatements((statement, { port }) => sent.push({ ...statement, sentTo: port }), work);
  return sent;
}

async function routeStatements(shards: number): Promise<Map<string, Routed>> {
  const app = apps[shards]!;
  const routed = new Map<string, Routed>();
  const works = [...Object.values(hotRequests).map(({ work }) => work), ...Object.values(rareRequests)];
  for (const work of works) {
    for (const count of [1, 20]) {
      const session = await app.signIn();
      const requests = await recordSent(() => work({ app, ...session }, count));
      const jobs = await recordSent(() => app.jobs.drain());
      const port = await findPort(app.database, session.team.id);
      for (const statement of [...requests, ...jobs]) {
        const text = lineOf(statement);
        if (routed.has(text) || isIgnored(text)) continue;
        routed.set(text, { statement, text, port, route: await readRoute(app.database, statement) });
      }
    }
  }
  return routed;
}

const lineOf = ({ text }: Statement) => text.replaceAll(/\s+/g, " ").trim();

/** A text without the numbers of shards. */
const withoutNumbers = (text: string) => text.replaceAll(/_\d{6}\b/g, "_shard");

const tablesIn = (text: string) =>
  new Set([...text.matchAll(/\b(?:from|join|update|into) "?(\w+)\b(?!\()/g)].map(([, name]) => name!));

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

const isExpected = (text: string) => matchesOneOf({ ...byCitus, ...ofAllTeams }, text);

describe.each([few, many])("on %i shards, every statement of hot and of rare requests", (shards) => {
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

  test("on a shard is sent to the node of its team, and Citus has no task for it", () => {
    const onShard = all().filter(({ route }) => route.isOnShard);
    const wrong = onShard.filter(({ port, route }) => route.ports[0] !== port || route.tasks > 0);

    expect(onShard.length).toBeGreaterThan(20);
    expect(wrong.map(({ text }) => text)).toEqual([]);
  });

  test("is on a shard, unless it reads only tables that every node has", () => {
    const others = all().filter(({ text, route }) => !route.isOnShard && !isOnEveryNode(text));

    expect(others.map(({ text }) => text)).toEqual([]);
  });
});

/** The reads that are sent to a shard, by a pattern that only their texts match. */
const ofShards: Record<string, RegExp> = {
  "pages of threads": /from thread_\d+ as "?thread.* order by "t"\."last_message_at" desc/,
  "pages of messages": /from message_\d+ as "?message.* order by "m"\."created_at" desc/,
  "pages of contacts": /^select q\.\* from \(select .* from contact_\d+/,
};

test.each(Object.entries(ofShards))("%s are planned by PostgreSQL alone", (_, pattern) => {
  for (const shards of [few, many]) {
    const found = [...routes[shards]!.values()].filter(({ text, route }) => route.isOnShard && pattern.test(text));

    expect(found).not.toEqual([]);
    for (const { route, port } of found) expect(route).toMatchObject({ tasks: 0, ports: [port] });
  }
});

test.each(Object.entries(ofAllTeams))(
  "the search for %s has one statement on each node, without a task",
  (_, pattern) => {
    for (const shards of [few, many]) {
      const found = [...routes[shards]!.values()].filter(({ text }) => pattern.test(text));

      expect(new Set(found.map(({ statement }) => statement.sentTo))).toEqual(new Set(inject("cluster").workerPorts));
      expect(found.map(({ route }) => route.tasks)).toEqual(found.map(() => 0));
    }
  },
);

test("planning takes at most half more time on many shards", async () => {
  // A statement that is planned in microseconds is within the noise of the clock.
  const isSlower = (onFew: number, onMany: number) => onMany > onFew * 1.5 + 0.1;
  const slower: string[] = [];
  const ofMany = new Map([...routes[many]!].map(([text, routed]) => [withoutNumbers(text), routed]));
  for (const [text, { route, statement }] of routes[few]!) {
    const onMany = ofMany.get(withoutNumbers(text));
    if (isExpected(text) || !onMany || !isSlower(route.planning, onMany.route.planning)) continue;
    // The machine may have been busy, so a slower statement is planned more often.
    const again = await readRoute(apps[few]!.database, statement, 20);
    const againOnMany = await readRoute(apps[many]!.database, onMany.statement, 20);
    if (isSlower(again.planning, againOnMany.planning))
      slower.push(`${again.planning} to ${againOnMany.planning} ms: ${text}`);
  }

  expect(slower).toEqual([]);
});
