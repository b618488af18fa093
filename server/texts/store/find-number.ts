import { sql } from "kysely";
import { type EntityManager, prepared } from "../../db/orm.ts";
import { newId } from "../../db/schema/ids.ts";
import { rows } from "../../db/sql/rows.ts";
import { withParts } from "../../db/sql/with-parts.ts";
import type { E164 } from "../../phone.ts";
import { newestThreads, routedTexts } from "./insert-texts.ts";

/** The number that a text to a phone would be sent from, found as `insertTexts` finds it; null if there is none. */
export async function findNumber(em: EntityManager, teamId: string, contactPhone: string): Promise<E164 | null> {
  const texts = [{ id: newId(), teamId, contactPhone, numberId: null }];
  const columns = { id: "uuid", teamId: "uuid", contactPhone: "text", numberId: "uuid" } as const;
  const { rows: found } = await sql<{ phone_number: E164 | null }>`
    ${withParts([
      ["new_text", sql`select * from ${rows("a", texts, columns)}`],
      ["newest", newestThreads],
      ["routed", routedTexts],
    ])}
    select phone_number from routed
  `.execute(prepared(em));
  return found[0]!.phone_number;
}
