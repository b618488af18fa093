/**
 * The list of erasures that is kept outside of the database, for a restore of a backup that is older than they are.
 *
 * Promises: the list has no phone, and without `SECRET_KEY` nobody can find out whether it has one. Each team comes with the
 * sealed key that has hashed its phones, because an older backup may have none.
 */
import { sql } from "kysely";
import { ConfigError } from "../../config-error.ts";
import { emOfTeam } from "../../db/commit/of-teams.ts";
import { type EntityManager, type Orm, queries } from "../../db/orm.ts";

/** An erasure of the list. */
export interface ListedErasure {
  id: string;
  contactId: string | null;
  phoneHashes: string[];
  requestedAt: string;
}

/** An opt-out that has outlived an erasure. */
interface ListedOptOut {
  hash: string;
  since: string;
}

/** The erasures of a team. */
export interface ListedTeam {
  id: string;
  /** The key of its hashes in base64, sealed by the secret key. */
  key: string;
  erasures: ListedErasure[];
  optOuts: ListedOptOut[];
}

/** All erasures of an installation. */
export interface ErasureList {
  erasuresUntil: string;
  teams: ListedTeam[];
}

/** Lists all erasures. The time is read first, so every erasure from before it is in the list. */
export async function listAllErasures(orm: Orm): Promise<ErasureList> {
  const em = orm.em.fork();
  const { rows: clock } = await sql<{ now: string }>`select now()::text as now`.execute(queries(em));
  const { rows: keys } = await sql<{ id: string; key: string }>`
    select id, encode(erasure_key, 'base64') as key from team where erasure_key is not null order by id
  `.execute(queries(em));
  const teams: ListedTeam[] = [];
  for (const { id, key } of keys) {
    teams.push({ id, key: key.replaceAll("\n", ""), ...(await listOfTeam(emOfTeam(orm, id), id)) });
  }
  return { erasuresUntil: clock[0]!.now, teams };
}

async function listOfTeam(em: EntityManager, teamId: string): Promise<Pick<ListedTeam, "erasures" | "optOuts">> {
  const { rows: erasures } = await sql<ListedErasure>`
    select id, contact_id as "contactId", phone_hashes as "phoneHashes", requested_at::text as "requestedAt"
    from erasure where team_id = ${teamId} order by id
  `.execute(queries(em));
  const { rows: optOuts } = await sql<ListedOptOut>`
    select phone_number as hash, created_at::text as since from opt_out
    where team_id = ${teamId} and phone_number like 'h:%' order by phone_number
  `.execute(queries(em));
  return { erasures, optOuts };
}

/** Reads a list of erasures. @throws ConfigError for any other text */
export function parseErasureList(text: string, name: string): ErasureList {
  try {
    const list: unknown = JSON.parse(text);
    if (isErasureList(list)) return list;
  } catch {
    // No JSON.
  }
  throw new ConfigError(`${name} is no list of erasures. Make one: messaging privacy erasures --export FILE`);
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const isText = (value: unknown): value is string => typeof value === "string";

const isId = (value: unknown): boolean => isText(value) && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);

const isTime = (value: unknown): boolean => isText(value) && !Number.isNaN(Date.parse(value));

const areAll = (values: unknown, isOne: (value: unknown) => boolean): boolean =>
  Array.isArray(values) && values.every(isOne);

const isErasure = (value: unknown): boolean =>
  isObject(value) &&
  isId(value.id) &&
  (value.contactId === null || isId(value.contactId)) &&
  areAll(value.phoneHashes, isText);

const isOptOut = (value: unknown): boolean => isObject(value) && isText(value.hash) && isTime(value.since);

const isTeam = (value: unknown): boolean =>
  isObject(value) &&
  isId(value.id) &&
  isText(value.key) &&
  areAll(value.erasures, isErasure) &&
  areAll(value.optOuts, isOptOut);

const isErasureList = (value: unknown): value is ErasureList =>
  isObject(value) && isTime(value.erasuresUntil) && areAll(value.teams, isTeam);
