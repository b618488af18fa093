import type { Database } from "../../server/db/database.ts";
import type { E164 } from "../../server/phone.ts";
import { buildBusinessNumber, buildKey, buildTeam, type TestTeam, uniquePhone } from "../support/factories.ts";
import { type Settings, settingsFor } from "../support/process.ts";

/** A team with a key and, by default, a primary business number. */
export interface SignedIn {
  team: TestTeam;
  key: string;
  number: E164;
}

export async function signIn(
  { orm }: Database,
  // Differs from the phones of recipients, and from the number of a server's first team.
  { withNumber = true, phoneNumber = uniquePhone().replace("+1202", "+1888") } = {},
): Promise<SignedIn> {
  const em = orm.em.fork();
  const team = await buildTeam(em);
  const key = await buildKey(em, team);
  if (withNumber) await buildBusinessNumber(em, { team, isPrimary: true, phoneNumber });
  return { team, key, number: phoneNumber as E164 };
}

/** The settings of an experiment's servers: limits that its load reaches to the half, and every answer checked. */
export function settingsOf(database: Database, settings: Settings = {}): Settings {
  return {
    ...settingsFor(database),
    RATE_LIMIT_BURST: "10000",
    RATE_LIMIT_PER_SECOND: "10000",
    OTP_SENDS_PER_PHONE: "0",
    // A breach of the contract then causes a 500.
    NODE_ENV: "development",
    ...settings,
  };
}

/** The settings that select a provider for live texts. */
export const carriedBy = ({ url }: { url: string }): Settings => ({
  PROVIDER: "twilio",
  PROVIDER_ACCOUNT_SID: "AC1",
  PROVIDER_BASE_URL: url,
});
