import { readClock } from "../db/clock.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import { BusinessNumber } from "../db/schema/entities/business-number.ts";
import type { Team } from "../db/schema/entities/team.ts";
import { newId } from "../db/schema/ids.ts";
import { createKey } from "./keys.ts";
import { createTeam } from "./teams.ts";

/** The first team, API key and business number of a database. */
export interface Bootstrapped {
  team: string;
  key: string;
  /** Undefined if the team has no number yet. */
  phoneNumber: string | undefined;
}

// This number is in the range that is reserved for fiction, so it belongs to no subscriber.
const firstNumber = "+12025550100";

/** Whether there is no team yet. */
export async function isEmpty(em: EntityManager): Promise<boolean> {
  return (await queries(em).selectFrom("Team").select("id").limit(1).executeTakeFirst()) === undefined;
}

/**
 * Gives an empty database what a first request needs: a team `default`, an API key and, for the simulated carrier, a
 * primary business number. Returns undefined if a team exists. The caller must ensure that no other process bootstraps at
 * the same time.
 */
export async function bootstrap(
  em: EntityManager,
  key: string | undefined,
  { isSimulated }: { isSimulated: boolean },
): Promise<Bootstrapped | undefined> {
  if (!(await isEmpty(em))) return undefined;
  return em.transactional(async (tx) => {
    const team = await createTeam(tx, "default");
    if (isSimulated) await addFirstNumber(tx, team);
    const created = await createKey(tx, team, { key, name: "First key" });
    return { team: team.name, key: created.key, phoneNumber: isSimulated ? firstNumber : undefined };
  });
}

async function addFirstNumber(em: EntityManager, team: Team): Promise<void> {
  const now = await readClock(em);
  em.create(BusinessNumber, {
    teamId: team.id,
    id: newId(),
    name: "Main",
    phoneNumber: firstNumber,
    phoneNumberSid: "PN00000000000000000000000000000000",
    type: "local",
    status: "active",
    isPrimary: true,
    capabilities: { sms: true, mms: true },
    settings: {},
    createdAt: now,
    updatedAt: now,
  });
}
