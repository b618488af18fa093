import { type EntityManager, queries } from "../db/orm.ts";

/** The phones of all business numbers of the installation that are not archived. */
export async function findUsablePhones(em: EntityManager): Promise<string[]> {
  const rows = await queries(em)
    .selectFrom("BusinessNumber")
    .select("phoneNumber")
    .where("status", "<>", "archived")
    .orderBy("phoneNumber")
    .execute();
  return rows.map(({ phoneNumber }) => phoneNumber);
}
