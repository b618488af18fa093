import type { Database } from "../../server/db/database.ts";
import { testNotifications } from "../../server/events/wakes.ts";
import { type Finding, runCheck } from "./check.ts";

/** Tests whether notifications of PostgreSQL arrive, which wake the streams of events. */
export function checkNotifications(database: Database): Promise<Finding> {
  const check = "notifications";
  return runCheck(check, "Check the connection to PostgreSQL.", async () => {
    if (await testNotifications(database)) return { check, status: "ok", found: "arrive" };
    const found = "do not arrive, so streams of events read the database twice a second";
    return { check, status: "ok", found };
  });
}
