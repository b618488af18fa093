import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { openOrm } from "../../server/db/orm.ts";
import { templateDatabase } from "./global-setup.ts";

/** A migrated, empty database of its own; closing it drops it. */
export function createDatabase(): Promise<Database> {
  return copyDatabase(templateDatabase);
}

/** A database of its own without any schema; closing it drops it. */
export function createBlankDatabase(): Promise<Database> {
  return copyDatabase("template0");
}

/** A database that cannot be reached. */
export async function createAwayDatabase(): Promise<Database> {
  const address = { ...inject("cluster"), host: "/nonexistent", database: "away" };
  const orm = await openOrm(address);
  return { orm, address, embedded: true, close: () => orm.close() };
}

/** How many sessions on a database wait for a lock. */
export async function countWaiting({ orm }: Database): Promise<number> {
  const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  return (await orm.em.fork().execute(waiting)).length;
}

async function copyDatabase(template: string): Promise<Database> {
  const cluster = inject("cluster");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await administer(`create database ${name} template ${template} strategy file_copy`);
  const address = { ...cluster, database: name };
  const orm = await openOrm(address);
  return {
    orm,
    address,
    embedded: true,
    async close() {
      await orm.close();
      await administer(`drop database ${name} with (force)`);
    },
  };
}

async function administer(statement: string): Promise<void> {
  const { host, port, user } = inject("cluster");
  const client = new pg.Client({ host, port, user, database: "postgres" });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
