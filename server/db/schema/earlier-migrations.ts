import type { Orm } from "../orm.ts";

/** The migration that replaced the earlier ones. It creates the same schema. */
const initialMigration = "20261123180000-initial";

/** The migrations of earlier versions, in the table of executed migrations of their databases. */
const earlierMigrations = [
  "20261121000000-initial",
  "20261121100000-contacts",
  "20261121110000-callbacks",
  "20261121110500-webhooks",
  "20261121120000-otp",
  "20261122000000-room-for-answers",
  "20261122200000-full-pages-of-keys",
  "20261123130000-callback-signatures",
  "20261123140000-crowded-names",
  "20261123150000-released-numbers",
  "20261123150100-api-key-details",
  "20261123160000-segments-and-media",
  "20261123170000-callbacks-by-id",
];

/** The last commit that contains them. docs/operating.md has the steps of the upgrade. */
const lastEarlierCommit = "aac811a";

/**
 * Records the initial migration as executed if the earlier migrations have created its schema. Their names stay in the
 * database, because a server of an earlier version reports not ready without them.
 *
 * @throws Error if the database has only some of the earlier migrations
 */
export async function recordInitialMigration({ migrator }: Orm): Promise<void> {
  const executed = new Set((await migrator.getExecuted()).map(({ name }) => name));
  const missing = earlierMigrations.filter((name) => !executed.has(name));
  if (executed.has(initialMigration) || missing.length === earlierMigrations.length) return;
  if (missing.length > 0) {
    const found = earlierMigrations.length - missing.length;
    throw new Error(
      `The database has ${found} of the ${earlierMigrations.length} migrations that ${initialMigration} replaced. ` +
        `Start the earlier version ${lastEarlierCommit} once, and then this version: see Upgrade in docs/operating.md.`,
    );
  }
  await migrator.logMigration(initialMigration);
}
