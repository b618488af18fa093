import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { Migrator } from "@mikro-orm/migrations";
import { defineConfig, MikroORM } from "@mikro-orm/postgresql";
import type { Kysely } from "kysely";
import { PipelinedDatabase } from "./driver/dialect.ts";
import { executing } from "./driver/execution.ts";
import { type names, naming } from "./driver/naming.ts";
import { connectionOptions, createPool } from "./driver/pool.ts";
import { maxSharedConnections } from "./driver/shared-reads.ts";
import { defaultLimits, type TimeLimits } from "./driver/time-limits.ts";
import { ApiKey } from "./schema/entities/api-key.ts";
import { Approval } from "./schema/entities/approval.ts";
import { AuditEvent } from "./schema/entities/audit-event.ts";
import { BusinessNumber } from "./schema/entities/business-number.ts";
import { Callback } from "./schema/entities/callback.ts";
import { Campaign } from "./schema/entities/campaign.ts";
import { CarrierCopy } from "./schema/entities/carrier-copy.ts";
import { ConsentEvent } from "./schema/entities/consent-event.ts";
import { Contact } from "./schema/entities/contact.ts";
import { ContactMerge } from "./schema/entities/contact-merge.ts";
import { ContactPhone } from "./schema/entities/contact-phone.ts";
import { ContactTag } from "./schema/entities/contact-tag.ts";
import { DoorSecret } from "./schema/entities/door-secret.ts";
import { DuplicateGroup } from "./schema/entities/duplicate-group.ts";
import { Erasure } from "./schema/entities/erasure.ts";
import { Event } from "./schema/entities/event.ts";
import { EventFeed } from "./schema/entities/event-feed.ts";
import { IdempotencyKey } from "./schema/entities/idempotency-key.ts";
import { InboundPart } from "./schema/entities/inbound-part.ts";
import { Installation } from "./schema/entities/installation.ts";
import { KeyRevision } from "./schema/entities/key-revision.ts";
import { KeyUsage } from "./schema/entities/key-usage.ts";
import { Media } from "./schema/entities/media.ts";
import { MediaDeletion } from "./schema/entities/media-deletion.ts";
import { MediaPart } from "./schema/entities/media-part.ts";
import { Message } from "./schema/entities/message.ts";
import { NumberPace } from "./schema/entities/number-pace.ts";
import { OptOut } from "./schema/entities/opt-out.ts";
import { Otp } from "./schema/entities/otp.ts";
import { PendingMessage } from "./schema/entities/pending-message.ts";
import { ProviderAccount } from "./schema/entities/provider-account.ts";
import { ProviderRevision } from "./schema/entities/provider-revision.ts";
import { RateBucket } from "./schema/entities/rate-bucket.ts";
import { SimulatedText } from "./schema/entities/simulated-text.ts";
import { SuspectedRevocation } from "./schema/entities/suspected-revocation.ts";
import { Team } from "./schema/entities/team.ts";
import { Thread } from "./schema/entities/thread.ts";
import { UsageDay } from "./schema/entities/usage-day.ts";
import { WebhookAttempt } from "./schema/entities/webhook-attempt.ts";
import { WebhookDelivery } from "./schema/entities/webhook-delivery.ts";
import { WebhookEndpoint } from "./schema/entities/webhook-endpoint.ts";
import { WebhookEndpointSecret } from "./schema/entities/webhook-endpoint-secret.ts";
import { WebhookSecret } from "./schema/entities/webhook-secret.ts";
import { WebhookTarget } from "./schema/entities/webhook-target.ts";

/** Whether the tables are on one node, or distributed over those of a Citus cluster. */
export type Topology = "single" | "citus";

/**
 * The address of a PostgreSQL: a URL, or the socket directory of the embedded one. The address of a cluster is that of
 * its coordinator. The default topology is `single`.
 */
export type DatabaseAddress = ({ url: string } | { host: string; port: number; user: string; database: string }) & {
  topology?: Topology;
  /** The addresses of a cluster's nodes by their names in its metadata, where those differ; see `DATABASE_NODES`. */
  nodes?: Map<string, string>;
  /** Whether the address is that of a single node, for work of the teams that are there. */
  isNode?: boolean;
};

/** The address as the driver takes it. */
export const connectionOf = (address: DatabaseAddress) => {
  if ("url" in address) return { connectionString: address.url };
  const { host, port, user, database } = address;
  return { host, port, user, database };
};

/**
 * The settings that statements rely on. Timestamps are read as text, so sessions use UTC. Two names are similar if they
 * share half of their trigrams. Sequential scans are off, because PostgreSQL keeps a plan that it made for an empty table
 * while the table grows. Plans that still need such a scan get a very high cost, so `jit` is off, too: PostgreSQL would
 * compile them.
 */
export const sessionSettings = {
  timezone: "UTC",
  enable_seqscan: "off",
  jit: "off",
  "pg_trgm.similarity_threshold": "0.5",
};

/**
 * Citus keeps a part of each execution of a generic plan, so a session would grow without bound. Settings of a transaction,
 * such as the short `lock_timeout` of a batch, reach the other nodes with its begin. Shards are in the catalog of tables for
 * sessions that do not hide them, so that they are analyzed.
 */
const clusterSettings = {
  ...sessionSettings,
  plan_cache_mode: "force_custom_plan",
  "citus.propagate_set_commands": "local",
  "citus.override_table_visibility": "off",
};

/** Plans are kept from the first run. PostgreSQL would first make five for each statement and connection. */
const settingsWithPlans = { ...sessionSettings, plan_cache_mode: "force_generic_plan" };

/**
 * Configures the ORM for a database.
 *
 * @param poolSize at least two: one process migrates while it holds a lock on another connection
 */
export function ormConfig(address: DatabaseAddress, poolSize = 10, limits: TimeLimits = defaultLimits) {
  // The driver gets the URL unchanged: the ORM's own parser would lose `?host=` and other parameters.
  const connection = connectionOf(address);
  const dbName = "url" in address ? decodeURIComponent(new URL(address.url).pathname.slice(1)) : address.database;
  const isCluster = address.topology === "citus";
  const createPoolOf = (max: number, settings: typeof sessionSettings) =>
    createPool({ ...connection, max, application_name: "messaging", ...connectionOptions(limits, settings) });
  const pool = createPoolOf(poolSize, isCluster ? clusterSettings : sessionSettings);
  const poolWithPlans = isCluster ? createPoolOf(maxSharedConnections, settingsWithPlans) : undefined;
  // Citus would commit each statement of a transaction without `begin` alone on the other nodes.
  const database = new PipelinedDatabase(pool, poolWithPlans, isCluster);
  return defineConfig({
    // Inside a transaction of one ORM, another ORM would otherwise use the entity manager of that transaction.
    contextName: randomUUID(),
    entities: [
      ApiKey,
      Approval,
      AuditEvent,
      BusinessNumber,
      Callback,
      Campaign,
      ConsentEvent,
      Contact,
      CarrierCopy,
      ContactMerge,
      ContactPhone,
      ContactTag,
      DoorSecret,
      DuplicateGroup,
      Erasure,
      Event,
      EventFeed,
      IdempotencyKey,
      InboundPart,
      Installation,
      KeyRevision,
      KeyUsage,
      Media,
      MediaDeletion,
      MediaPart,
      Message,
      NumberPace,
      OptOut,
      Otp,
      PendingMessage,
      ProviderAccount,
      ProviderRevision,
      RateBucket,
      SimulatedText,
      SuspectedRevocation,
      Team,
      Thread,
      UsageDay,
      WebhookAttempt,
      WebhookDelivery,
      WebhookEndpoint,
      WebhookEndpointSecret,
      WebhookSecret,
      WebhookTarget,
    ],
    dbName,
    // A foreign key is a scalar id that the code uses, and a relation on the same column that makes the constraint.
    discovery: { checkDuplicateFieldNames: false },
    validateRequired: false,
    extensions: [Migrator],
    pool: { min: 0, max: poolSize },
    // A function, because the ORM copies an object.
    driverOptions: () => database,
    // Migrations create the functions of indexes, which entities cannot describe.
    schemaGenerator: { ignoreSchema: ["pgboss"], ignoreRoutines: true },
    migrations: { path: join(import.meta.dirname, "schema", "migrations"), emit: "ts", snapshot: false, silent: true },
    ensureDatabase: false,
  });
}

/** How an ORM was opened. */
interface Opening {
  address: DatabaseAddress;
  poolSize: number | undefined;
  limits: TimeLimits | undefined;
}

const openings = new WeakMap<object, Opening & { orm: MikroORM }>();

/** Opens a pool on the database, which connects at the first query. */
export async function openOrm(address: DatabaseAddress, poolSize?: number, limits?: TimeLimits) {
  const orm = await MikroORM.init(ormConfig(address, poolSize, limits));
  openings.set(databaseOf(orm.em), { address, poolSize, limits, orm });
  return orm;
}

export type Orm = Awaited<ReturnType<typeof openOrm>>;

/** How the ORM was opened. */
export const openingOf = (orm: Orm): Opening | undefined => openings.get(databaseOf(orm.em));

/** The topology of the database that an entity manager belongs to. */
export const topologyOf = (em: EntityManager): Topology | undefined => openings.get(databaseOf(em))?.address.topology;

export type EntityManager = Orm["em"];

/** The ORM that an entity manager belongs to. */
export const ormOf = (em: EntityManager): Orm => openings.get(databaseOf(em))!.orm as Orm;

/** The maximum number of connections of this process. */
export const poolSizeOf = (orm: Orm): number => orm.config.get("pool").max ?? 10;

/** The database of an ORM or an entity manager, outside of its transaction. */
export const databaseOf = (em: EntityManager) => em.getConnection().getClient() as unknown as PipelinedDatabase;

/** Counts the connections of this process, those that are idle, and the requests that wait for a connection. */
export function readPool(orm: Orm): { total: number; idle: number; waiting: number } {
  const { totalCount, idleCount, waitingCount } = databaseOf(orm.em).pool;
  return { total: totalCount, idle: idleCount, waiting: waitingCount };
}

/** Where an entity manager runs SQL outside of a transaction, if that is not its database. */
interface Elsewhere {
  statements: Kysely<unknown>;
  /** For reads that share connections. */
  reads: Kysely<unknown>;
  /** Runs reads that all see the same state of the database. */
  readSnapshot<T>(read: (snapshot: EntityManager) => Promise<T>): Promise<T>;
}

const elsewhere = Symbol("elsewhere");

type Redirected = EntityManager & { [elsewhere]?: Elsewhere };

/** Lets an entity manager run its SQL elsewhere while it has no transaction. */
export function redirect(em: EntityManager, to: Elsewhere): void {
  (em as Redirected)[elsewhere] = to;
}

/** Where an entity manager runs SQL now; undefined for its own database or transaction. */
export function elsewhereOf(em: EntityManager): Elsewhere | undefined {
  const to = (em as Redirected)[elsewhere];
  return to && !em.isInTransaction() ? to : undefined;
}

/** SQL inside `em`'s transaction if it has one. */
export function statementsOf(em: EntityManager) {
  const ofNames = () => em.getKysely<undefined, typeof names>();
  return (elsewhereOf(em)?.statements as ReturnType<typeof ofNames> | undefined) ?? ofNames();
}

/** The same for reads, which share connections outside of a transaction. */
export const readsOf = (em: EntityManager): Kysely<unknown> =>
  em.isInTransaction() ? em.getKysely() : (elsewhereOf(em)?.reads ?? databaseOf(em).reads);

/** Typed SQL on the entities' tables, inside `em`'s transaction if it has one. */
export function queries(em: EntityManager) {
  return statementsOf(em).withPlugin(naming(em));
}

/**
 * Runs SQL templates as prepared statements, inside `em`'s transaction if it has one. PostgreSQL may keep their plan
 * after some runs, so the best plan must not depend on the values.
 */
export function prepared(em: EntityManager) {
  return statementsOf(em).withPlugin(executing("prepared"));
}

/**
 * Runs SQL templates whose results nobody reads, as prepared statements. In a transaction, the call returns without rows
 * as soon as the statement is sent. Later statements run after it. If it fails, they and the commit fail with its error.
 * Outside of a transaction it is the same as `prepared`.
 */
export function withoutResult(em: EntityManager) {
  return statementsOf(em).withPlugin(executing("withoutResult"));
}

export type Queries = ReturnType<typeof queries>;
