import { sql } from "kysely";
import { type EntityManager, prepared } from "../../db/orm.ts";
import { newId } from "../../db/schema/ids.ts";
import { rows } from "../../db/sql/rows.ts";
import { withParts } from "../../db/sql/with-parts.ts";
import type { E164 } from "../../phone.ts";
import { newestThreads, routedTexts } from "./insert-texts.ts";

/** The number that a text to a phone would be sent from, found as `insertTexts` finds it; null if there is none. */
export async function findNumber(em: EntityManager, teamId: string, contactPhone: string): Promise<E164 | null> {
  const id = newId();
  const found = await findNumbers(em, [{ id, teamId, contactPhone, numberId: null }]);
  return found.get(id)?.phone ?? null;
}

interface AskedText {
  id: string;
  teamId: string;
  contactPhone: string;
  /** The number that is decided already. */
  numberId: string | null;
}

/** A sending number, and whether it can send pictures and other files. */
export interface FoundNumber {
  id: string;
  phone: E164;
  takesFiles: boolean;
}

/** The numbers that texts would be sent from, by the ids of the texts. A text without a number is left out. */
export async function findNumbers(em: EntityManager, texts: AskedText[]): Promise<Map<string, FoundNumber>> {
  if (texts.length === 0) return new Map();
  const columns = { id: "uuid", teamId: "uuid", contactPhone: "text", numberId: "uuid" } as const;
  const { rows: found } = await sql<{ id: string; number_id: string; phone_number: E164; takes_files: boolean }>`
    ${withParts([
      ["new_text", sql`select * from ${rows("a", texts, columns)}`],
      ["newest", newestThreads],
      ["routed", routedTexts],
    ])}
    select r.id, r.business_number_id as number_id, n.phone_number, n.takes_files
    from routed r
    cross join lateral (
      select b.phone_number, coalesce(b.capabilities -> 'mms' = 'true', false) as takes_files
      from business_number b where b.team_id = r.team_id and b.id = r.business_number_id limit 1
    ) as n
  `.execute(prepared(em));
  return new Map(
    found.map(({ id, number_id, phone_number: phone, takes_files: takesFiles }) => [
      id,
      { id: number_id, phone, takesFiles },
    ]),
  );
}

/** The teams of texts that have an active number. A team without one cannot send, whatever the rules. */
export async function findTeamsWithNumber(tx: EntityManager, texts: { teamId: string }[]): Promise<Set<string>> {
  if (texts.length === 0) return new Set();
  const ids = [...new Set(texts.map(({ teamId }) => teamId))];
  const { rows: found } = await sql<{ team_id: string }>`
    select distinct n.team_id from business_number n where n.team_id = any (${ids}::uuid[]) and n.status = 'active'
  `.execute(prepared(tx));
  return new Set(found.map(({ team_id }) => team_id));
}
