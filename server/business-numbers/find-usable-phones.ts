import { type EntityManager, queries } from "../db/orm.ts";

/** The phones of the installation's business numbers that are not archived, and that the carrier of the environment sends for. */
export async function findUsablePhones(em: EntityManager): Promise<string[]> {
  const rows = await queries(em)
    .selectFrom("BusinessNumber")
    .select("phoneNumber")
    .where("status", "<>", "archived")
    .where("providerAccountId", "is", null)
    .orderBy("phoneNumber")
    .execute();
  return rows.map(({ phoneNumber }) => phoneNumber);
}

/** The phones that are not archived and use a provider account, by the id of the account. */
export async function findPhonesByAccount(em: EntityManager): Promise<Map<string, string[]>> {
  const rows = await queries(em)
    .selectFrom("BusinessNumber")
    .select(["phoneNumber", "providerAccountId"])
    .where("status", "<>", "archived")
    .where("providerAccountId", "is not", null)
    .orderBy("phoneNumber")
    .execute();
  const groups = Map.groupBy(rows, ({ providerAccountId }) => providerAccountId!);
  return new Map([...groups].map(([id, each]) => [id, each.map(({ phoneNumber }) => phoneNumber)]));
}
