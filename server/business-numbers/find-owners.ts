import { type EntityManager, queries } from "../db/orm.ts";

/** A business number, whatever its status, with the team that owns it. */
export interface NumberOwner {
  teamId: string;
  businessNumberId: string;
}

/** Whose the phones are, by phone: each belongs to one team in the whole installation, or to none. */
export async function findOwners(em: EntityManager, phones: string[]): Promise<Map<string, NumberOwner>> {
  if (phones.length === 0) return new Map();
  const rows = await queries(em)
    .selectFrom("BusinessNumber")
    .select(["phoneNumber", "teamId", "id"])
    .where("phoneNumber", "in", [...new Set(phones)])
    .execute();
  return new Map(rows.map(({ phoneNumber, teamId, id }) => [phoneNumber, { teamId, businessNumberId: id }]));
}
