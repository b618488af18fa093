import { type RawBuilder, sql } from "kysely";
import { transactOfTeam } from "../../db/commit/of-teams.ts";
import { type EntityManager, type Orm, queries } from "../../db/orm.ts";
import { liftTimeLimits } from "../../db/sql/lift-time-limits.ts";
import { transact } from "../../db/transaction.ts";
import type { HashPhone } from "../../secrets/phone-hashes.ts";

/** The columns of a team's tables that a phone can be found in, after everything else about it is gone. */
export const places: [table: string, column: string][] = [
  ["contact_phone", "phone_number"],
  ["thread", "contact_phone"],
  ["opt_out", "phone_number"],
  ["consent_event", "phone_number"],
  ["otp", "phone_number"],
  ["pending_message", "phone_number"],
  ["suspected_revocation", "phone_number"],
  ["simulated_text", "handset"],
  ["event", "data"],
  ["webhook_delivery", "payload"],
  ["webhook_delivery", "url"],
  ["idempotency_key", "body"],
  ["audit_event", "target"],
  ["contact_merge", "phones"],
];

/** How many phones are hashed at a time. */
const batchSize = 10_000;

/**
 * Finds the phones of a team's data that have one of the hashes, by hashing every phone there is. Numbers within other texts
 * count, too. The search takes as long as a scan of these tables.
 */
export async function findHashed(
  orm: Orm,
  teamId: string,
  hashes: ReadonlySet<string>,
  hash: HashPhone,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const search = async (tx: EntityManager, texts: RawBuilder<unknown>) => {
    await liftTimeLimits(tx);
    for await (const phones of phonesIn(tx, texts)) {
      for (const phone of phones) {
        const name = hash(phone);
        if (hashes.has(name)) found.set(name, phone);
      }
    }
  };
  const ofTeam = places.map(
    ([table, column]) =>
      sql`select ${sql.ref(column)}::text as text from ${sql.table(table)} where team_id = ${sql.lit(teamId)}::uuid`,
  );
  await transactOfTeam(orm, teamId, (tx) => search(tx, sql.join(ofTeam, sql` union all `)));
  // Callbacks belong to no team until they are processed.
  await transact(orm, (tx) => search(tx, sql`select concat_ws(' ', content, fields) as text from callback`));
  return found;
}

/** Reads the numbers in texts that can be phones, part by part. */
async function* phonesIn(tx: EntityManager, texts: RawBuilder<unknown>): AsyncGenerator<string[]> {
  const db = queries(tx);
  await sql`
    declare phones no scroll cursor for
    select distinct '+' || number[1] as phone
    from (${texts}) as t cross join lateral regexp_matches(t.text, '[0-9]{7,15}', 'g') as number
  `.execute(db);
  for (;;) {
    const { rows } = await sql<{ phone: string }>`fetch ${sql.lit(batchSize)} from phones`.execute(db);
    if (rows.length === 0) return;
    yield rows.map(({ phone }) => phone);
  }
}
