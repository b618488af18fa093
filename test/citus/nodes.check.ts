import { beforeAll, expect, inject, test } from "vitest";
import { findDatabases } from "../../server/db/commit/each-place.ts";
import { type EntityManager, openingOf, openOrm } from "../../server/db/orm.ts";
import { openDatabase } from "../../server/process/open-database.ts";
import { useApp } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import { findPort, nameOfDatabase } from "../support/citus.ts";
import type { Client } from "../support/client.ts";
import { openStream, sendAccepted } from "../support/events.ts";
import { buildContact } from "../support/factories.ts";
import { watchStatements } from "../support/statements.ts";

const app = useApp();

/** The ports of the connections that get statements with that text while `work` runs. */
async function portsOf(text: RegExp, work: () => Promise<unknown>): Promise<number[]> {
  const ports = new Set<number>();
  await watchStatements((statement, { port }) => {
    // Look-ups of places read the metadata of the cluster, on the coordinator.
    if (text.test(statement.text) && !/pg_dist_/.test(statement.text)) ports.add(port);
  }, work);
  return [...ports];
}

/** A team of each worker, with its client. */
const teams = new Map<number, { client: Client; key: string; id: string; number: string }>();

beforeAll(async () => {
  while (teams.size < inject("cluster").workerPorts!.length) {
    const { team, client, key, number } = await app.signIn();
    teams.set(await findPort(app.database, team.id), { client, key, id: team.id, number });
  }
});

test("the first texts, contacts and pages of a team in a process are on the connections to its node", async () => {
  for (const [port, { client }] of teams) {
    const ports = await portsOf(/\b(message|thread|contact|idempotency_key|rate_bucket)\b/, async () => {
      await sendAccepted(client);
      await buildContact(client);
      await client.listThreads();
      await client.listContacts();
    });

    expect(ports.filter((each) => each !== port)).toEqual([]);
    expect(ports).toEqual([port]);
  }
});

test("a node's address in DATABASE_URL leads to the coordinator and to all nodes", async () => {
  const { host, user, port, workerPorts = [] } = inject("cluster");
  const url = `postgresql://${user}@${host}:${workerPorts[0]}/${nameOfDatabase(app.database)}`;
  const database = await openDatabase({ databaseUrl: url, databaseTopology: "citus", dataDir: "" });
  const ports = (await findDatabases(database.orm)).map((orm) => {
    const { address } = openingOf(orm)!;
    return "url" in address ? Number(new URL(address.url).port) : address.port;
  });
  await database.close();

  expect(ports.toSorted()).toEqual([port, ...workerPorts].toSorted());
});

test("an address of DATABASE_NODES replaces that of the metadata", async () => {
  const { host, port, user, workerPorts = [] } = inject("cluster");
  const [first, second] = workerPorts;
  const nodes = new Map([[`${host}:${first}`, `localhost:${second}`]]);
  const orm = await openOrm({ host, port, user, database: nameOfDatabase(app.database), topology: "citus", nodes });
  const readPort = async (em: EntityManager) => {
    const [row] = await em.fork().execute<{ port: string }[]>("select current_setting('port') as port");
    return Number(row!.port);
  };
  const ports = await Promise.all((await findDatabases(orm)).map(({ em }) => readPort(em)));
  await orm.close();

  expect(ports).toEqual([port, second, second]);
});

test("a stream gets the events that are recorded on every node", async () => {
  for (const { client, key, number } of teams.values()) {
    const stream = await openStream(app.url, key);
    const { id } = await buildContact(client);
    const { event } = await stream.next();
    await postCallback(app, "inbound", inboundForm("+12025550177", number, "hello"));
    await app.jobs.drain();
    const next = await stream.next();
    stream.close();

    expect(event.data).toMatchObject({ contactId: id });
    expect(next.event.type).toBe("message.received");
  }
});
