import { afterAll, beforeAll, expect, test } from "vitest";
import { canAnyTeamSend, findUnableTeams } from "../../server/business-numbers/find-unable-teams.ts";
import type { Database } from "../../server/db/database.ts";
import type { EntityManager } from "../../server/db/orm.ts";
import { bootstrap } from "../../server/keys/bootstrap.ts";
import { createTeam, setTeamStatus } from "../../server/keys/teams.ts";
import { createDatabase } from "../support/database.ts";
import { buildBusinessNumber } from "../support/factories.ts";

let database: Database;
let em: EntityManager;
beforeAll(async () => {
  database = await createDatabase();
  em = database.orm.em.fork();
});
afterAll(() => database.close());

test("a database for a real carrier begins without a number, and its teams cannot send until they have one", async () => {
  const [real, simulated] = [false, true];
  expect(await canAnyTeamSend(em, simulated)).toBe(false);
  expect(await bootstrap(em, undefined, { isSimulated: false })).toMatchObject({ phoneNumber: undefined });
  expect(await findUnableTeams(em, simulated, 10)).toEqual([{ name: "default", sender: null }]);

  const acme = await createTeam(em, "acme");
  await buildBusinessNumber(em, { team: acme, phoneNumber: "+12025550101", isPrimary: true });
  expect(await canAnyTeamSend(em, simulated)).toBe(true);
  expect(await canAnyTeamSend(em, real)).toBe(false);
  expect(await findUnableTeams(em, real, 10)).toEqual([
    { name: "acme", sender: "+12025550101" },
    { name: "default", sender: null },
  ]);

  // The second active number is used only if it is primary.
  await buildBusinessNumber(em, { team: acme, phoneNumber: "+12025557101" });
  expect(await canAnyTeamSend(em, real)).toBe(false);
  const branch = await createTeam(em, "branch");
  await buildBusinessNumber(em, { team: branch, phoneNumber: "+442079460958" });
  expect(await canAnyTeamSend(em, real)).toBe(true);
  expect((await findUnableTeams(em, real, 10)).map(({ name }) => name)).toEqual(["acme", "default"]);
  expect((await findUnableTeams(em, simulated, 10)).map(({ name }) => name)).toEqual(["default"]);
  expect(await findUnableTeams(em, real, 1)).toHaveLength(1);

  for (const name of ["acme", "default"]) await setTeamStatus(em, name, "suspended");
  expect(await findUnableTeams(em, real, 10)).toEqual([]);
});
