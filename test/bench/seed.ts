/**
 * Adds a team with generated data to the configured database, to test the service with large data:
 *
 *     npm run seed -- --contacts 1000000 --threads 500000 --messages 5000000 [--team NAME]
 *
 * Prints the API key of the new team.
 */
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { loadConfig } from "../../server/config.ts";
import { noLimits } from "../../server/db/driver/time-limits.ts";
import { migrate } from "../../server/process/migrate.ts";
import { openDatabase } from "../../server/process/open-database.ts";
import { writeDataSet } from "./data-set.ts";
import { makeTeam } from "./teams.ts";

const { values } = parseArgs({
  options: {
    contacts: { type: "string", default: "10000" },
    threads: { type: "string", default: "5000" },
    messages: { type: "string", default: "50000" },
    team: { type: "string", default: `seed ${new Date().toISOString()}` },
  },
});
const size = { contacts: Number(values.contacts), threads: Number(values.threads), messages: Number(values.messages) };
if (Object.values(size).some((count) => !Number.isSafeInteger(count) || count < 0) || size.threads > size.contacts) {
  throw new Error("The numbers must be whole, and there can be no more threads than contacts.");
}

const database = await openDatabase({ ...loadConfig(process.env), limits: noLimits });
try {
  await migrate(database);
  const em = database.orm.em.fork();
  const { key, ...owner } = await makeTeam(em, values.team, `+1888${randomInt(1_000_000, 9_999_999)}`);
  console.error(`Writing ${size.contacts} contacts, ${size.threads} threads and ${size.messages} messages …`);
  await writeDataSet(em, owner, size);
  console.log(JSON.stringify({ team: values.team, key }));
} finally {
  await database.close();
}
