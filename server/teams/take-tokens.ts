import { type RawBuilder, sql } from "kysely";
import type { KeyScope } from "../../generated/operations.ts";
import { type BatchWork, createGroupCommit } from "../db/batching/group-commit.ts";
import { readOnAnyNode } from "../db/nodes.ts";
import { isOnCluster, type Orm, prepared } from "../db/orm.ts";
import { rows } from "../db/rows.ts";
import type { KeyMode } from "../db/schema/entities/api-key.ts";
import { fromPostgres, type Timestamp } from "../db/timestamp.ts";
import { allRights, type KeyRights } from "../operations/key-rights.ts";

/** The size of every API key's token bucket and the rate at which it refills. */
export interface RateLimit {
  burst: number;
  perSecond: number;
}

/** What a process asks a key's bucket for. */
export interface TokenRequest {
  /** The tokens to take, for waiting and for later requests. */
  asked: number;
  /** Those of them that are for later requests. */
  ahead: number;
  /** The tokens of the old lease, which go back into the bucket first. */
  returned: number;
}

/** A valid key with its team, and the tokens that were taken from its bucket. */
export interface TakenTokens {
  team_id: string;
  api_key_id: string;
  status: "active" | "suspended";
  licensed_until: Timestamp | null;
  expires_at: Timestamp | null;
  mode: KeyMode;
  rights: KeyRights;
  now: Timestamp;
  /** The tokens that are left in the bucket. */
  tokens: number;
  /** The tokens that were taken. */
  granted: number;
  /** The revision of all keys and teams at the time of the statement. */
  revision: number;
}

/** How long tokens that were taken in advance are valid. */
export const leaseMilliseconds = 1_000;

/** The time until which tokens in advance count as lent. */
const leaseInterval = sql`interval '${sql.raw(String(leaseMilliseconds))} milliseconds'`;

type TakenRow = Omit<TakenTokens, "rights"> & {
  key_hash: Buffer;
  scopes: KeyScope[] | null;
  recipients: string[] | null;
  segments_per_day: number | null;
};

/** Takes tokens for requests, each of another key. */
export type TakeTokens = (
  requests: (TokenRequest & { keyHash: string })[],
) => Promise<{ taken: Map<string, TakenTokens>; failed: Map<string, unknown> }>;

/** Takes the tokens of the keys in `asked`. The errors of keys whose node does not answer are put into `failed`. */
type TakeRows = (asked: RawBuilder<unknown>, failed: Map<string, unknown>) => Promise<TakenRow[]>;

/**
 * Returns the function that puts the returned tokens of each key into its bucket, and takes up to `asked` tokens. One
 * PostgreSQL needs one statement for it. A key without a bucket row gets a full bucket. Rows are locked in one order, so
 * that two processes do not deadlock.
 *
 * Tokens that processes hold in advance still count in a bucket's size, until their leases have ended. Otherwise the
 * bucket would fill up meanwhile, and the key would get more requests than a full bucket has.
 *
 * `taken` has the keys by the hex form of their hash, without those that are unknown, revoked or expired. On a cluster,
 * the node of a team may be away while others answer; `failed` has the errors of its keys.
 */
export function createTokenTaker(orm: Orm, limit: RateLimit): TakeTokens {
  const take = isOnCluster(orm.em) ? takeOnNodes(orm, limit) : takeAtOnce(orm, limit);
  return async (requests) => {
    const failed = new Map<string, unknown>();
    const asked = rows("a", requests, {
      keyHash: ["bytea", ({ keyHash }) => Buffer.from(keyHash, "hex")],
      ...{ asked: "int", ahead: "int", returned: "int" },
    });
    const found = await take(asked, failed);
    const taken = new Map(
      found.map(({ key_hash, now, licensed_until, expires_at, scopes, recipients, segments_per_day, ...row }) => [
        key_hash.toString("hex"),
        {
          ...row,
          now: fromPostgres(now),
          licensed_until: licensed_until && fromPostgres(licensed_until),
          expires_at: expires_at && fromPostgres(expires_at),
          rights:
            scopes || recipients || segments_per_day !== null
              ? { scopes: scopes && new Set(scopes), recipients, segmentsPerDay: segments_per_day }
              : allRights,
        },
      ]),
    );
    return { taken, failed };
  };
}

/** The valid keys among those that are asked for, with their teams. */
const admittedKeys = (asked: RawBuilder<unknown>) => sql`
      select k.id, k.team_id, k.key_hash, k.expires_at, k.mode, k.scopes, k.recipients, k.segments_per_day, t.status, t.licensed_until,
        a.asked, a.ahead, a.returned, clock_timestamp() as now, (select revision from key_revision) as revision
      from ${asked}
      join api_key k on k.key_hash = a.key_hash and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > clock_timestamp())
      join team t on t.id = k.team_id`;

/** Takes the tokens of the keys in `admitted`. */
function updatedBuckets({ burst, perSecond }: RateLimit, admitted: RawBuilder<unknown>): RawBuilder<unknown> {
  const lentToOthers = sql`case
    when b.lent_until > excluded.refilled_at then greatest(0, b.lent - excluded.returned) else 0
  end`;
  const available = sql`least(
    ${burst}::float8 - ${lentToOthers},
    b.tokens + excluded.returned
      + greatest(0, extract(epoch from excluded.refilled_at - b.refilled_at)) * ${perSecond}::float8
  )`;
  const granted = sql`greatest(0, least(excluded.asked, floor(${available})::int))`;
  return sql`
      insert into rate_bucket as b (team_id, api_key_id, tokens, asked, granted, returned, lent, lent_until, refilled_at)
      select team_id, id, ${burst}::int - least(asked, ${burst}::int), asked, least(asked, ${burst}::int), returned, ahead,
        now + ${leaseInterval}, now
      from ${admitted} order by team_id, id
      on conflict (team_id, api_key_id) do update set
        tokens = ${available} - ${granted},
        asked = excluded.asked,
        granted = ${granted},
        returned = excluded.returned,
        lent = ${lentToOthers} + excluded.lent,
        lent_until = excluded.lent_until,
        refilled_at = greatest(b.refilled_at, excluded.refilled_at)
      returning b.api_key_id, b.tokens, b.granted`;
}

function takeAtOnce(orm: Orm, limit: RateLimit): TakeRows {
  return async (asked) => {
    const taken = await sql<TakenRow>`
      with admitted as materialized (${admittedKeys(asked)}
      ), bucket as (${updatedBuckets(limit, sql`admitted`)}
      )
      select a.key_hash, a.team_id, a.id as api_key_id, a.status, a.licensed_until, a.expires_at, a.mode, a.scopes, a.recipients,
        a.segments_per_day, a.now, a.revision, b.tokens, b.granted
      from admitted a join bucket b on b.api_key_id = a.id
    `.execute(prepared(orm.em));
    return taken.rows;
  };
}

/** A valid key among those that are asked for. */
type AdmittedKey = Omit<TakenRow, "api_key_id" | "tokens" | "granted"> & TokenRequest & { id: string; teamId: string };

const columns = {
  teamId: "uuid",
  id: "uuid",
  asked: "int",
  ahead: "int",
  returned: "int",
  now: "timestamptz",
} as const;

type Bucket = Pick<TakenRow, "api_key_id" | "tokens" | "granted">;

/**
 * Takes the tokens on a cluster. Every node has the keys, and one node has the buckets of a team. The keys of a node share
 * a transaction.
 */
function takeOnNodes(orm: Orm, limit: RateLimit): TakeRows {
  const groupCommit = createGroupCommit(orm);
  const work: BatchWork<AdmittedKey, Bucket> = {
    async run(tx, keys) {
      const update = sql<Bucket>`${updatedBuckets(limit, rows("a", keys, columns))}`;
      const buckets = new Map((await update.execute(prepared(tx))).rows.map((bucket) => [bucket.api_key_id, bucket]));
      return keys.map(({ id }) => ({ ok: true, value: buckets.get(id)! }));
    },
  };
  return async (asked, failed) => {
    const { rows: keys } = await readOnAnyNode(orm, (em) =>
      sql<Omit<AdmittedKey, "teamId">>`${admittedKeys(asked)}`.execute(prepared(em)),
    );
    const taken = keys.map(async (key): Promise<TakenRow[]> => {
      const teamId = key.team_id;
      try {
        return [{ ...key, ...(await groupCommit(work, { ...key, teamId, now: fromPostgres(key.now) }, teamId)) }];
      } catch (error) {
        failed.set(key.key_hash.toString("hex"), error);
        return [];
      }
    });
    return (await Promise.all(taken)).flat();
  };
}
