/**
 * Runs erasures again on a database that was restored from a backup from before them.
 *
 * Promises: an erasure that the database knows is left alone, so a second run, or a run after a crash, does what is missing.
 * The erased opt-outs hold from the commit of an erasure on.
 * Costs: a scan of what can hold a phone, for each team that lacks erasures.
 */
import { sql } from "kysely";
import { ConfigError } from "../../config-error.ts";
import { lockContacts } from "../../contacts/writes/lock-contacts.ts";
import { emOfTeam, transactOfTeam } from "../../db/commit/of-teams.ts";
import { type EntityManager, type Orm, queries } from "../../db/orm.ts";
import { rows } from "../../db/sql/rows.ts";
import { addCommandEvent } from "../../operations/audit/add-command-event.ts";
import type { HashPhone, PhoneHashes } from "../../secrets/phone-hashes.ts";
import { beginErasure } from "../begin-erasure.ts";
import { openTeamKey } from "../team-key.ts";
import { type ErasureMeans, workOnErasures } from "../work-on-erasures.ts";
import type { ErasureList, ListedErasure, ListedTeam } from "./erasure-list.ts";
import { findHashed } from "./find-hashed.ts";

/** What running erasures again needs. */
export interface ReapplyMeans extends ErasureMeans {
  phoneHashes: PhoneHashes;
}

/** What became of the erasures of a list. */
export interface ReappliedErasures {
  /** How many were run again. */
  reapplied: number;
  /** How many the database knew. */
  known: number;
  /** How many belong to teams that the database does not have. */
  ofOtherTeams: number;
}

/**
 * Runs the erasures of a list again that the database does not know, and does all steps that need not wait. A server does the rest.
 *
 * @throws ConfigError if no secret key opens the key of a team
 */
export async function reapplyErasures(means: ReapplyMeans, list: ErasureList): Promise<ReappliedErasures> {
  const result: ReappliedErasures = { reapplied: 0, known: 0, ofOtherTeams: 0 };
  for (const team of list.teams) {
    if (!(await hasTeam(means.orm, team.id))) {
      result.ofOtherTeams += team.erasures.length;
      continue;
    }
    const missing = await findMissing(means.orm, team);
    if (missing.length > 0) await reapplyTeam(means, team, missing);
    result.reapplied += missing.length;
    result.known += team.erasures.length - missing.length;
  }
  while (await workOnErasures(means));
  return result;
}

/** Opens the key of a team of the list. @throws ConfigError if no secret key opens it */
export function openListed(phoneHashes: PhoneHashes, { id, key }: ListedTeam): HashPhone {
  try {
    return phoneHashes.open(id, Buffer.from(key, "base64"));
  } catch {
    throw new ConfigError("SECRET_KEY: it is not the one of the installation whose erasures the list has.");
  }
}

async function hasTeam(orm: Orm, id: string): Promise<boolean> {
  const found = await sql`select from team where id = ${id}::uuid`.execute(queries(orm.em.fork()));
  return found.rows.length > 0;
}

async function findMissing(orm: Orm, { id: teamId, erasures }: ListedTeam): Promise<ListedErasure[]> {
  const { rows: known } = await sql<{ id: string }>`
    select id from erasure where team_id = ${teamId}::uuid
  `.execute(queries(emOfTeam(orm, teamId)));
  const ids = new Set(known.map(({ id }) => id));
  return erasures.filter(({ id }) => !ids.has(id));
}

/** An erasure to run again, with what is left of its phones. */
interface Again {
  erasure: ListedErasure;
  phones: Map<string, string>;
  optOuts: ListedTeam["optOuts"];
}

async function reapplyTeam(means: ReapplyMeans, team: ListedTeam, missing: ListedErasure[]): Promise<void> {
  const hash = openListed(means.phoneHashes, team);
  await keepKey(means.orm, team);
  const hashes = new Set(missing.flatMap(({ phoneHashes }) => phoneHashes));
  const found = await findHashed(means.orm, team.id, hashes, hash);
  for (const erasure of missing) {
    const isOwn = (name: string) => erasure.phoneHashes.includes(name);
    const phones = new Map([...found].filter(([name]) => isOwn(name)));
    const optOuts = team.optOuts.filter((each) => isOwn(each.hash));
    await transactOfTeam(means.orm, team.id, (tx) => begin(means, tx, team.id, { erasure, phones, optOuts }));
  }
}

/** Gives a team the key of the list, unless it has one. Every process then knows it from its next request on. */
async function keepKey(orm: Orm, { id, key }: ListedTeam): Promise<void> {
  const db = queries(orm.em.fork());
  await sql`
    update team set erasure_key = decode(${key}, 'base64') where id = ${id}::uuid and erasure_key is null
  `.execute(db);
  await sql`update key_revision set revision = revision + 1`.execute(db);
}

/** Begins an erasure. One whose phones are nowhere has no steps; its hashes stay for the next list. */
async function begin(means: ReapplyMeans, tx: EntityManager, teamId: string, again: Again): Promise<void> {
  const { erasure, phones, optOuts } = again;
  const { id, contactId } = erasure;
  const now = await lockContacts({ em: tx, teamId });
  // A team that has begun another erasure since the restore has another key.
  const hash: HashPhone = await openTeamKey(tx, means.phoneHashes, teamId);
  const place = { em: tx, teamId, now, hash, sealer: means.sealer, hasObjects: means.hasObjects };
  await beginErasure(place, { id, phones: [...phones.values()], contactId, apiKeyId: null });
  const nameOf = (listed: string) => (phones.has(listed) ? hash(phones.get(listed)!) : listed);
  const hashes = erasure.phoneHashes.map(nameOf);
  const isDone = phones.size === 0;
  await sql`
    update erasure set phone_hashes = ${hashes}::text[],
      status = case when ${isDone}::boolean then 'done' else status end,
      sealed = case when ${isDone}::boolean then null else sealed end,
      due_at = case when ${isDone}::boolean then null else due_at end,
      completed_at = case when ${isDone}::boolean then ${now}::timestamptz end
    where team_id = ${teamId} and id = ${id}
  `.execute(queries(tx));
  await sql`
    insert into opt_out (team_id, phone_number, created_at)
    select ${teamId}::uuid, a.name, a.since from ${rows("a", optOuts, {
      name: ["text", (each) => nameOf(each.hash)],
      since: "timestamptz",
    })}
    on conflict (team_id, phone_number) do nothing
  `.execute(queries(tx));
  addCommandEvent(tx, { teamId, now, command: "privacy reapply", target: id });
  await tx.flush();
}
