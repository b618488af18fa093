/**
 * The tokens of doors: API keys of a team whose plain text is kept, because it also signs. `SECRET_KEY` seals them.
 *
 * Promises: a door has one token per team and mode. A token that is replaced no longer signs.
 * Costs: one statement to read the tokens of a door.
 */
import { sql } from "kysely";
import { type EntityManager, prepared, queries } from "../db/orm.ts";
import type { Sealer } from "../secrets/sealing.ts";

/** A door that has tokens. */
export type DoorName = "supabase" | "twilio";

/** The place of a token. */
export interface DoorPlace {
  teamId: string;
  door: DoorName;
  testMode: boolean;
}

/** A token with what belongs to it. */
export interface DoorToken extends DoorPlace {
  /** The API key that it is. */
  apiKeyId: string;
  /** The plain text of the API key. */
  token: string;
  /** The text of the door's messages; null for the usual one. */
  template: string | null;
}

/** Names a row to the sealer. */
const ownerOf = ({ teamId, door, testMode }: DoorPlace) => `door ${door} ${teamId} ${testMode ? "test" : "live"}`;

/** Finds the tokens of a team's door, that of live mode first. A token that no secret key opens is left out. */
export async function findDoorTokens(
  em: EntityManager,
  sealer: Sealer,
  { teamId, door }: Omit<DoorPlace, "testMode">,
): Promise<DoorToken[]> {
  const { rows } = await sql<{ test_mode: boolean; api_key_id: string; sealed: Buffer; template: string | null }>`
    select test_mode, api_key_id, sealed, template from door_secret
    where team_id = ${teamId}::uuid and door = ${door} order by test_mode
  `.execute(prepared(em));
  return rows.flatMap(({ test_mode: testMode, api_key_id: apiKeyId, sealed, template }) => {
    const opened = sealer.open(ownerOf({ teamId, door, testMode }), sealed);
    return opened ? { teamId, door, testMode, apiKeyId, token: opened.text, template } : [];
  });
}

/** The id of the API key that is a door's token; undefined without one. */
export async function findDoorKey(
  em: EntityManager,
  { teamId, door, testMode }: DoorPlace,
): Promise<string | undefined> {
  const { rows } = await sql<{ api_key_id: string }>`
    select api_key_id from door_secret where team_id = ${teamId}::uuid and door = ${door} and test_mode = ${testMode}
  `.execute(prepared(em));
  return rows[0]?.api_key_id;
}

/** Stores a token in the place of an earlier one. */
export async function storeDoorToken(tx: EntityManager, sealer: Sealer, { token, ...row }: DoorToken): Promise<void> {
  await sql`
    insert into door_secret (team_id, door, test_mode, api_key_id, sealed, template, created_at)
    values (${row.teamId}, ${row.door}, ${row.testMode}, ${row.apiKeyId}, ${sealer.seal(ownerOf(row), token)},
      ${row.template}, now())
    on conflict (team_id, door, test_mode) do update set
      api_key_id = excluded.api_key_id, sealed = excluded.sealed, template = excluded.template,
      created_at = excluded.created_at
  `.execute(queries(tx));
}

/** The text of a door's messages; null for the usual one. */
export async function findTemplate(em: EntityManager, { teamId, door, testMode }: DoorPlace): Promise<string | null> {
  const { rows } = await sql<{ template: string | null }>`
    select template from door_secret where team_id = ${teamId}::uuid and door = ${door} and test_mode = ${testMode}
  `.execute(prepared(em));
  return rows[0]?.template ?? null;
}

/** Seals the tokens anew that the old secret key has sealed, so that they outlive it. */
export async function resealDoorTokens(em: EntityManager, sealer: Sealer): Promise<void> {
  const { rows } = await sql<{ team_id: string; door: DoorName; test_mode: boolean; sealed: Buffer }>`
    select team_id, door, test_mode, sealed from door_secret
  `.execute(queries(em));
  for (const { team_id: teamId, door, test_mode: testMode, sealed } of rows) {
    const owner = ownerOf({ teamId, door, testMode });
    const opened = sealer.open(owner, sealed);
    if (!opened || opened.isCurrent) continue;
    await sql`
      update door_secret set sealed = ${sealer.seal(owner, opened.text)}
      where team_id = ${teamId} and door = ${door} and test_mode = ${testMode} and sealed = ${sealed}
    `.execute(queries(em));
  }
}
