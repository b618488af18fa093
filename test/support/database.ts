import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { openOrm } from "../../server/db/orm.ts";
import { templateDatabase } from "./global-setup.ts";

/** A migrated, empty database of its own; closing it drops it. */
export async function createDatabase(): Promise<Database> {
  const cluster = inject("cluster");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await administer(`create database ${name} template ${templateDatabase} strategy file_copy`);
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
