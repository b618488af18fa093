import { type EntityManager, queries } from "../db/orm.ts";

/** A business number that is not released, with the team that owns it. */
export interface NumberOwner {
  teamId: string;
  businessNumberId: string;
  /** The address that a door posts its texts to. */
  inboundWebhookUrl: string | null;
}

/** Finds the owners of phones, by phone. A phone belongs to at most one team of this installation. */
export async function findOwners(em: EntityManager, phones: string[]): Promise<Map<string, NumberOwner>> {
  if (phones.length === 0) return new Map();
  const rows = await queries(em)
    .selectFrom("BusinessNumber")
    .select(["phoneNumber", "teamId", "id", "inboundWebhookUrl"])
    .where("phoneNumber", "in", [...new Set(phones)])
    .where("releasedAt", "is", null)
    .execute();
  return new Map(
    rows.map(({ phoneNumber, teamId, id, inboundWebhookUrl = null }) => [
      phoneNumber,
      { teamId, businessNumberId: id, inboundWebhookUrl },
    ]),
  );
}
