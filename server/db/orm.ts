import { join } from "node:path";
import { Migrator } from "@mikro-orm/migrations";
import { defineConfig, MikroORM } from "@mikro-orm/postgresql";
import type { Pool } from "pg";
import { connectionOptions } from "./connection-options.ts";
import { ApiKey } from "./entities/api-key.ts";
import { BusinessNumber } from "./entities/business-number.ts";
import { Callback } from "./entities/callback.ts";
import { ConsentEvent } from "./entities/consent-event.ts";
import { Contact } from "./entities/contact.ts";
import { ContactPhone } from "./entities/contact-phone.ts";
import { ContactTag } from "./entities/contact-tag.ts";
import { DuplicateGroup } from "./entities/duplicate-group.ts";
import { IdempotencyKey } from "./entities/idempotency-key.ts";
import { Message } from "./entities/message.ts";
import { OptOut } from "./entities/opt-out.ts";
import { Otp } from "./entities/otp.ts";
import { RateBucket } from "./entities/rate-bucket.ts";
import { Team } from "./entities/team.ts";
import { Thread } from "./entities/thread.ts";
import { WebhookAttempt } from "./entities/webhook-attempt.ts";
import { WebhookDelivery } from "./entities/webhook-delivery.ts";
import { WebhookSecret } from "./entities/webhook-secret.ts";
import { freeLostConnections } from "./free-lost-connections.ts";
import { CorkedSocket } from "./gathering-socket.ts";
import { type names, naming } from "./naming.ts";
import { prepareStatements, preparing } from "./prepared.ts";
import { makeQueryPromises } from "./query-promises.ts";
import { defaultLimits, type TimeLimits } from "./time-limits.ts";

/** Whether the tables are on one node, or distributed over those of a Citus cluster. */
export type Topology = "single" | "citus";

/**
 * The address of a PostgreSQL: a URL, or the socket directory of the embedded one. The address of a cluster is that of
 * its coordinator. The default topology is `single`.
 */
export type DatabaseAddress = ({ url: string } | { host: string; port: number; user: string; database: string }) & {
  topology?: Topology;
};

/**
 * The settings that statements rely on. Timestamps are read as text, so sessions use UTC. Two names are similar if they
 * share half of their trigrams. Sequential scans are off, because PostgreSQL keeps a plan that it made for an empty table
 * while the table grows. Plans that still need such a scan get a very high cost, so `jit` is off, too: PostgreSQL would
 * compile them.
 */
export const sessionSettings = {
  timezone: "UTC",
  lock_timeout: "8s",
  enable_seqscan: "off",
  jit: "off",
  "pg_trgm.similarity_threshold": "0.5",
};

/**
 * Configures the ORM for a database.
 *
 * @param poolSize at least two: one process migrates while it holds a lock on another connection
 */
export function ormConfig(address: DatabaseAddress, poolSize = 10, limits: TimeLimits = defaultLimits) {
  // The driver gets the URL unchanged: the ORM's own parser would lose `?host=` and other parameters.
  const connection =
    "url" in address
      ? {
          dbName: decodeURIComponent(new URL(address.url).pathname.slice(1)),
          driver: { connectionString: address.url },
        }
      : { dbName: address.database, driver: { host: address.host, port: address.port, user: address.user } };
  return defineConfig({
    entities: [
      ApiKey,
      BusinessNumber,
      Callback,
      ConsentEvent,
      Contact,
      ContactPhone,
      ContactTag,
      DuplicateGroup,
      IdempotencyKey,
      Message,
      OptOut,
      Otp,
      RateBucket,
      Team,
      Thread,
      WebhookAttempt,
      WebhookDelivery,
      WebhookSecret,
    ],
    dbName: connection.dbName,
    // A foreign key is a scalar id that the code uses, and a relation on the same column that makes the constraint.
    discovery: { checkDuplicateFieldNames: false },
    validateRequired: false,
    extensions: [Migrator],
    pool: { min: 0, max: poolSize },
    driverOptions: {
      ...connection.driver,
      application_name: "messaging",
      pipeline: true,
      ...connectionOptions(limits, sessionSettings),
      stream: () => new CorkedSocket(),
      onPoolCreated: (pool: Pool) => pool.on("connect", makeQueryPromises).on("connect", prepareStatements),
    },
    schemaGenerator: { ignoreSchema: ["pgboss"] },
    migrations: { path: join(import.meta.dirname, "migrations"), emit: "ts", snapshot: false, silent: true },
    ensureDatabase: false,
  });
}

/** Opens a pool on the database. It connects at the first query. */
export async function openOrm(address: DatabaseAddress, poolSize?: number, limits?: TimeLimits) {
  const orm = await MikroORM.init(ormConfig(address, poolSize, limits));
  freeLostConnections(await orm.em.getConnection().getNativeClient());
  return orm;
}

export type Orm = Awaited<ReturnType<typeof openOrm>>;
export type EntityManager = Orm["em"];

/** The maximum number of connections of this process. */
export const poolSizeOf = (orm: Orm): number => orm.config.get("pool").max ?? 10;

/** Counts the connections of this process, those that are idle, and the requests that wait for a connection. */
export async function readPool(orm: Orm): Promise<{ total: number; idle: number; waiting: number }> {
  const { totalCount, idleCount, waitingCount } = await orm.em.getConnection().getNativeClient();
  return { total: totalCount, idle: idleCount, waiting: waitingCount };
}

/** Typed SQL on the entities' tables, inside `em`'s transaction if it has one. */
export function queries(em: EntityManager) {
  return em.getKysely<undefined, typeof names>().withPlugin(naming(em));
}

/**
 * Runs SQL templates as prepared statements, inside `em`'s transaction if it has one. PostgreSQL may keep their plan
 * after some runs, so the best plan must not depend on the values.
 */
export function prepared(em: EntityManager) {
  return em.getKysely().withPlugin(preparing);
}

export type Queries = ReturnType<typeof queries>;
