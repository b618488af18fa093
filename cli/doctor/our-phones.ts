import { findUsablePhones } from "../../server/business-numbers/find-usable-phones.ts";
import type { Config } from "../../server/config.ts";
import { openDatabase } from "../../server/process/open-database.ts";
import { isDatabaseMissing } from "./missing-database.ts";

/** The phones that the carrier of the environment sends for; none if it has no database yet, which opening would create. */
export async function readOurPhones(config: Config): Promise<string[]> {
  if (isDatabaseMissing(config)) return [];
  const database = await openDatabase(config);
  try {
    return await findUsablePhones(database.orm.em.fork());
  } finally {
    await database.close();
  }
}
