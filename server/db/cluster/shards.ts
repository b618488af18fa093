/**
 * Reads of the tables of a team's shard, on the node that has them. A cluster plans a statement on distributed tables anew
 * for each execution, for several times as long as PostgreSQL needs to run it. PostgreSQL keeps the plans of statements on a
 * shard, as on a database that has no cluster.
 *
 * Promises: a read has rows only if its snapshot shows that the shard is on this node, and on no other. Otherwise it fails;
 * see `isShardGone`.
 * Costs: the look-ups of `TeamLookUps`. A connection prepares a read once for each shard.
 * Preconditions: a read names one team.
 */
import { sql } from "kysely";
import { databaseOf, type EntityManager, queries } from "../orm.ts";
import { inShard, type ShardForm, type ShardNames } from "./in-shard.ts";
import { freshMilliseconds, shardsOfTeams, TeamLookUps } from "./team-look-ups.ts";

/** The number of texts that are kept for a shard. There are fewer, but for statements that are built from parts. */
const maxTexts = 2_000;

/** A shard of all distributed tables, on the node of the connection. */
export class Shard implements ShardForm {
  /** The number of the shard of the table of messages. */
  readonly id: string;
  /** Whether it has left the node. */
  isGone = false;
  readonly #names: ShardNames;
  readonly #reads = new Map<string, string>();
  readonly #texts = new Map<string, string>();

  constructor(id: string, names: ShardNames) {
    this.id = id;
    this.#names = names;
  }

  /** A read of the tables of the shard that fails if the shard is gone. The texts of reads must be few. */
  readOf(text: string): string {
    const known = this.#reads.get(text);
    if (known !== undefined) return known;
    const read = `select q.* from (${inShard(text, this.#names)}) as q where ${this.#isHere}`;
    this.#reads.set(text, read);
    return read;
  }

  /** A statement with the tables of the shard. It does not check that the shard is still here. */
  textOf(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    if (this.#texts.size >= maxTexts) this.#texts.clear();
    const own = inShard(text, this.#names);
    this.#texts.set(text, own);
    return own;
  }

  /** A condition that is never false: it is an error if the shard is not here. */
  get #isHere(): string {
    return `(
      select case when array[here.groupid] = (
        select array_agg(p.groupid) from pg_dist_placement p where p.shardid = ${this.id}
      ) then true else ('${goneMessage} ' || here.groupid)::boolean end
      from pg_dist_local_group here
    )`;
  }
}

/** The code with which `keep_shards_in_place` refuses a transaction. */
const movedCode = "MS001";

/** The error of Citus for the number of a shard that has been split or removed. */
const unknownMessage = "could not find valid entry for shard";

const goneMessage = "The shard is not, or not only, in the group";

/** Whether a statement failed because its shard has left the node. */
export function isShardGone(error: unknown): boolean {
  const { code, message = "" } = (error ?? {}) as { code?: string; message?: string };
  return (
    code === "42P01" ||
    code === movedCode ||
    message.startsWith(unknownMessage) ||
    (code === "22P02" && message.includes(goneMessage))
  );
}

/** The shards that are on the node of a database. */
class Shards {
  readonly #em: EntityManager;
  readonly #shards = new Map<string, Shard>();
  readonly #ofTeams = new TeamLookUps((teamIds) => this.#find(teamIds));
  #here: { shards: Promise<Shard[]>; readAt: number } | undefined;

  constructor(em: EntityManager) {
    this.#em = em;
  }

  /** The shard of a team, after its first look-up. A shard that was not here, or has left, is looked up again. */
  async of(teamId: string): Promise<Shard | undefined> {
    const known = await this.#ofTeams.find(teamId);
    if (known && !known.isGone) return known;
    this.#ofTeams.forget(teamId);
    return this.#ofTeams.find(teamId);
  }

  /** All shards that are on the node, in the order of their numbers. They are looked up again after ten seconds. */
  async all(): Promise<Shard[]> {
    const isFresh = this.#here && performance.now() - this.#here.readAt < freshMilliseconds;
    const here = isFresh ? this.#here! : { shards: this.#findAll(), readAt: performance.now() };
    this.#here = here;
    try {
      return await here.shards;
    } catch (error) {
      if (this.#here === here) this.#here = undefined;
      throw error;
    }
  }

  /** Looks the teams of a shard up again at their next use. */
  forget(shard: Shard): void {
    shard.isGone = true;
    if (this.#shards.get(shard.id) === shard) this.#shards.delete(shard.id);
  }

  /** Looks all shards up at the next use. */
  forgetAll(): void {
    for (const shard of this.#shards.values()) this.forget(shard);
    this.#here = undefined;
  }

  async #find(teamIds: string[]): Promise<Map<string, Shard | undefined>> {
    const found = await findShards(this.#em, teamIds);
    await this.#load([...found.values()]);
    return new Map(teamIds.map((teamId) => [teamId, this.#shards.get(found.get(teamId) ?? "")]));
  }

  async #findAll(): Promise<Shard[]> {
    const { rows } = await sql<{ id: string }>`
      select s.shardid::text as id from pg_dist_shard s join pg_dist_placement p on p.shardid = s.shardid
      where s.logicalrelid = 'message'::regclass and p.groupid = (select groupid from pg_dist_local_group)
      order by s.shardid
    `.execute(queries(this.#em));
    const ids = rows.map(({ id }) => id);
    await this.#load(ids);
    return ids.flatMap((id) => this.#shards.get(id) ?? []);
  }

  /** Reads the names of the tables of shards that are not known. */
  async #load(ids: string[]): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !this.#shards.has(id));
    if (missing.length === 0) return;
    for (const [id, names] of await findNames(this.#em, missing)) this.#shards.set(id, new Shard(id, names));
  }
}

/** Finds the shards of the table of messages that are here, by team. */
async function findShards(em: EntityManager, teamIds: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ team_id: string; id: string }>`
    select a.team_id, a.shard_id::text as id from ${shardsOfTeams(teamIds)}
    join pg_dist_placement p on p.shardid = a.shard_id
    where p.groupid = (select groupid from pg_dist_local_group)
  `.execute(queries(em));
  return new Map(rows.map((row) => [row.team_id, row.id]));
}

/** Finds the tables with the same teams as shards of messages, and the tables that every node has. */
async function findNames(em: EntityManager, ids: string[]): Promise<Map<string, ShardNames>> {
  const { rows } = await sql<{ id: string; table: string; name: string }>`
    select m.shardid::text as id, c.relname as table, shard_name(c.oid, s.shardid) as name
    from pg_dist_shard m
    join pg_dist_partition own on own.logicalrelid = m.logicalrelid
    join pg_dist_partition t on t.repmodel = 't' or (t.partmethod = 'h' and t.colocationid = own.colocationid)
    join pg_dist_shard s on s.logicalrelid = t.logicalrelid
      and (t.repmodel = 't' or s.shardminvalue = m.shardminvalue)
    join pg_class c on c.oid = t.logicalrelid
    where m.shardid = any (${ids}::bigint[])
  `.execute(queries(em));
  const byShard = [...Map.groupBy(rows, ({ id }) => id)];
  return new Map(byShard.map(([id, tables]) => [id, new Map(tables.map(({ table, name }) => [table, name]))]));
}

const shardsByDatabase = new WeakMap<object, Shards>();

/** The shards on the node of a database. */
export function shardsOf(em: EntityManager): Shards {
  const database = databaseOf(em);
  const shards = shardsByDatabase.get(database) ?? new Shards(em.fork());
  shardsByDatabase.set(database, shards);
  return shards;
}

/** The shard of a team, if the node of the entity manager's database has it. */
export const shardOf = (em: EntityManager, teamId: string): Promise<Shard | undefined> => shardsOf(em).of(teamId);

/** Looks the teams of a shard up again, because a statement failed; see `isShardGone`. */
export const forgetShard = (em: EntityManager, shard: Shard): void => shardsOf(em).forget(shard);
