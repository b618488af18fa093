import { setTimeout as wait } from "node:timers/promises";
import { beforeEach, describe, expect, inject, test } from "vitest";
import { placeOf } from "../../server/db/cluster/places.ts";
import { shardOf } from "../../server/db/cluster/shards.ts";
import { transactOfTeam } from "../../server/db/commit/of-teams.ts";
import { useApp } from "../support/app.ts";
import { executeOn, findPort, findShard, moveOf, nameOfDatabase } from "../support/citus.ts";
import type { Client } from "../support/client.ts";
import { buildContact, uniquePhone } from "../support/factories.ts";
import { watchStatements } from "../support/statements.ts";

const app = useApp();

let teamId: string;
let client: Client;
/** The port of the node that has the team, and the shard of its messages. */
let home: number;
let shard: string;

beforeEach(async () => {
  const session = await app.signIn();
  ({ client } = session);
  teamId = session.team.id;
  home = await findPort(app.database, teamId);
  shard = await findShard(app.database, teamId);
});

/** The texts of the statements that name a table, or a shard of it, and the ports that they were sent to. */
async function statementsOn(table: string, work: () => Promise<unknown>) {
  const found: { text: string; port: number }[] = [];
  const names = new RegExp(`\\b(from|into|update) "?${table}(_\\d+)?\\b`);
  await watchStatements(({ text }, { port }) => {
    if (names.test(text)) found.push({ text, port });
  }, work);
  return found;
}

test.each<[string, string, () => Promise<unknown>]>([
  ["a page of threads", "thread", () => client.listThreads()],
  ["a page of contacts", "contact", () => client.listContacts()],
])("%s uses the tables of the team's shard, on their node", async (_, table, work) => {
  const statements = await statementsOn(table, work);

  expect(statements.length).toBeGreaterThan(0);
  for (const { text, port } of statements) {
    expect(text).toMatch(new RegExp(`\\b${table}_\\d+\\b`));
    expect(port).toBe(home);
  }
});

/** Moves the shards of the team to the other worker, and returns its port. */
async function move(): Promise<number> {
  const { port, workerPorts = [] } = inject("cluster");
  const away = workerPorts.find((each) => each !== home)!;
  await executeOn(port, nameOfDatabase(app.database), [moveOf(shard, home, away, "block_writes")]);
  return away;
}

describe("after the shard has moved, a server that knows the old node", () => {
  test("reads what is on the new node", async () => {
    const contact = await buildContact(client);
    await client.listContacts();
    const away = await move();
    const phone = uniquePhone();
    // This statement goes to the new node, as if another server had sent it.
    await executeOn(away, nameOfDatabase(app.database), [
      `update contact set name = '${phone}' where team_id = '${teamId}' and id = '${contact.id}'`,
    ]);
    const { contacts } = await client.listContacts();

    expect(contacts.map(({ name }) => name)).toEqual([phone]);
  });

  test("stores texts and contacts there, each once", async () => {
    const send = (message: string) => client.sendText({ body: { phone_number: uniquePhone(), message } });
    await Promise.all([send("before"), buildContact(client)]);
    const away = await move();
    const writes = await statementsOn("message", () => Promise.all([send("one"), send("two"), buildContact(client)]));

    const { contacts } = await client.listContacts();
    const [stored] = await executeOn(away, nameOfDatabase(app.database), [
      `select array_agg(body order by body) as texts from message_${shard} where team_id = '${teamId}'`,
    ]);
    expect(contacts).toHaveLength(2);
    expect(stored!.rows).toEqual([{ texts: ["before", "one", "two"] }]);
    expect(new Set(writes.map(({ port }) => port))).toEqual(new Set([away]));
  });
});

test("a batch on the tables of a shard keeps it from moving until it ends", async () => {
  await client.listContacts();
  let isMoved = false;
  let moving: Promise<unknown> = Promise.resolve();
  const movedInside = await transactOfTeam(app.database.orm, teamId, async (tx) => {
    await tx.execute("select 1");
    moving = move().then(() => {
      isMoved = true;
    });
    await Promise.race([moving, wait(3_000)]);
    return isMoved;
  });
  await moving;

  expect(movedInside).toBe(false);
  expect(await findPort(app.database, teamId)).not.toBe(home);
});

test("a node knows the shards of its own teams only", async () => {
  const place = await placeOf(app.database.orm, teamId);

  expect(place.shard).toMatchObject({ id: shard });
  expect(await shardOf(app.database.orm.em, teamId)).toBeUndefined();
});
