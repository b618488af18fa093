/** Creates teams for measurements, and passcodes with known codes. */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { readClock } from "../../server/db/clock.ts";
import { type EntityManager, queries } from "../../server/db/orm.ts";
import { BusinessNumber } from "../../server/db/schema/entities/business-number.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { plusMicroseconds } from "../../server/db/timestamp.ts";
import { createKey } from "../../server/keys/keys.ts";
import { createTeam } from "../../server/keys/teams.ts";
import { openTeamKey } from "../../server/privacy/team-key.ts";
import { hashCode, type PasscodeKeys } from "../../server/secrets/passcodes.ts";
import { createPhoneHashes } from "../../server/secrets/phone-hashes.ts";
import { createSealer } from "../../server/secrets/sealing.ts";
import type { DataSetOwner, DataSetSize } from "./data-set.ts";
import { teamId as bareTeamId } from "./references/tables.ts";
import type { Target } from "./requests.ts";

/** The size of a team without data. */
export const emptyTeam: DataSetSize = { contacts: 0, threads: 0, messages: 0 };

/** Adds empty teams when they are needed and keeps them. The function returns the first `count`. */
export function keepTeams(addTeam: (size: DataSetSize) => Promise<Target>): (count: number) => Promise<Target[]> {
  const kept: Target[] = [];
  return async (count) => {
    while (kept.length < count) kept.push(await addTeam(emptyTeam));
    return kept.slice(0, count);
  };
}

export interface MadeTeam extends DataSetOwner {
  key: string;
}

/** Creates a team with an active number and the given key, or a random key. */
export async function makeTeam(em: EntityManager, name: string, phoneNumber: string, key?: string): Promise<MadeTeam> {
  const team = await createTeam(em, name);
  const made = await createKey(em, team, { key });
  const now = await readClock(em);
  const number = em.create(BusinessNumber, {
    teamId: team.id,
    id: newId(),
    name: "Main",
    phoneNumber,
    phoneNumberSid: "PN0",
    type: "toll_free",
    status: "active",
    isPrimary: true,
    capabilities: {},
    settings: {},
    createdAt: now,
    updatedAt: now,
  });
  await em.flush();
  return { teamId: team.id, businessNumberId: number.id, key: made.key };
}

/** Writes opt-outs of people who were erased. Nobody texts their phones. */
export async function writeErased(em: EntityManager, teamId: string, secretKey: string, count: number): Promise<void> {
  const hash = await openTeamKey(em, createPhoneHashes(createSealer(secretKey)), teamId);
  const hashes = Array.from({ length: count }, (_, n) => hash(`+1${4_000_000_000 + n}`));
  await sql`
    insert into opt_out (team_id, phone_number, created_at)
    select ${teamId}::uuid, unnest(${hashes}::text[]), ${await readClock(em)}::timestamptz
  `.execute(queries(em));
}

/** Writes pending passcodes with the code 123456 for the team and the bare reference, for recipients from `first` on. */
export async function writePasscodes(
  em: EntityManager,
  { teamId, businessNumberId }: DataSetOwner,
  passcodeKeys: PasscodeKeys,
  first: number,
  count: number,
): Promise<void> {
  const now = await readClock(em);
  const made = Array.from({ length: count }, (_, at) => {
    const id = newId();
    return { id, recipient: `user ${first + at}`, hash: hashCode(passcodeKeys, { teamId, id }, "123456") };
  });
  const recipients = made.map(({ recipient }) => recipient);
  await sql`
    insert into otp (team_id, id, test_mode, recipient_id, business_number_id, phone_number, code_hash, length,
      lifetime_seconds, expires_at, status, attempts, delivery_status, created_at, updated_at)
    select ${teamId}::uuid, id, true, recipient, ${businessNumberId}::uuid, '+12000000000', hash, 6, 600,
      ${plusMicroseconds(now, 600_000_000)}::timestamptz, 'pending', 0, 'sent', ${now}::timestamptz, ${now}::timestamptz
    from unnest(${made.map(({ id }) => id)}::uuid[], ${recipients}::text[], ${made.map(({ hash }) => hash)}::bytea[])
      as a (id, recipient, hash)
  `.execute(queries(em));
  await sql`
    insert into bare.passcode (team_id, recipient_id, code_hash, status, attempts)
    select ${bareTeamId}::uuid, recipient, ${createHash("sha256").update("123456").digest()}, 'pending', 0
    from unnest(${recipients}::text[]) as recipient
  `.execute(queries(em));
}
