/**
 * Gives the configured database a team with generated data, to try the service at size:
 *
 *     npm run seed -- --contacts 1000000 --threads 500000 --messages 5000000 [--team NAME]
 *
 * Prints the API key of the new team.
 */
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { loadConfig } from "../../server/config.ts";
import { readClock } from "../../server/db/clock.ts";
import { newId } from "../../server/db/columns.ts";
import { openDatabase } from "../../server/db/database.ts";
import { BusinessNumber } from "../../server/db/entities/business-number.ts";
import { migrate } from "../../server/migrate.ts";
import { createKey } from "../../server/teams/keys.ts";
import { createTeam } from "../../server/teams/teams.ts";
import { writeDataSet } from "./data-set.ts";

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
  throw new Error("The numbers must be whole, and there can be at most as many threads as contacts.");
}

const database = await openDatabase(loadConfig(process.env));
try {
  await migrate(database);
  const em = database.orm.em.fork();
  const team = await createTeam(em, values.team);
  const { key } = await createKey(em, team);
  const now = await readClock(em);
  const number = em.create(BusinessNumber, {
    teamId: team.id,
    id: newId(),
    name: "Main",
    phoneNumber: `+1888${randomInt(1_000_000, 9_999_999)}`,
    phoneNumberSid: "PN0",
    type: "toll_free",
    status: "active",
    isPrimary: true,
    capabilities: {},
    settings: {},
    createdAt: now,
    updatedAt: now,
  });
  await em.flush();
  console.error(`Writing ${size.contacts} contacts, ${size.threads} threads and ${size.messages} messages …`);
  await writeDataSet(em, { teamId: team.id, businessNumberId: number.id }, size);
  console.log(JSON.stringify({ team: team.name, key }));
} finally {
  await database.close();
}
