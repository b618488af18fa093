import type { Config } from "../../server/config.ts";
import { AccountRefusal, type CarrierAccount } from "../../server/provider/account.ts";
import { kindOf } from "../../server/provider/kinds.ts";
import { addressOf, judgeAddress } from "./addresses.ts";
import { type Finding, runCheck } from "./check.ts";
import { readOurPhones } from "./our-phones.ts";

/** The maximum number of phones that a result names. */
const maxNamed = 10;

/**
 * Asks the carrier for the account and its phone numbers, and compares both with this installation. Sends no text and
 * changes nothing. The credentials go to the configured address only.
 */
export async function checkProvider(config: Config): Promise<Finding[]> {
  const { provider } = config;
  const account = kindOf(provider).openAccount?.(provider);
  if (!account) {
    const found = "simulated: no text leaves this server, and no account is needed";
    return [{ check: "provider", status: "ok", found }];
  }
  const reached = await checkAccount(account);
  return reached.status === "fail" ? [reached] : [reached, ...(await checkNumbers(config, account))];
}

async function checkAccount({ origin, credentials, readStatus }: CarrierAccount): Promise<Finding> {
  const check = "provider";
  const todo = "Check that this machine can reach it: DNS, firewall, proxy, PROVIDER_BASE_URL.";
  return runCheck(check, todo, async () => {
    try {
      const status = await readStatus();
      if (status === "active") return { check, status: "ok", found: `${origin}: the account is active` };
      const found = `${origin}: the account is ${status || "in no known state"}`;
      return { check, status: "fail", found, todo: "Ask the carrier why, in its console." };
    } catch (error) {
      if (!(error instanceof AccountRefusal)) throw error;
      if (!error.refusesCredentials) {
        return { check, status: "fail", found: `${origin} answers with an error (${error.message})`, todo };
      }
      return {
        check,
        status: "fail",
        found: `${origin} refuses the credentials (${error.message})`,
        todo: `Set ${credentials}, as the carrier's console shows them.`,
      };
    }
  });
}

/** Compares our business numbers with those of the account, and the addresses of those that both have with ours. */
async function checkNumbers(config: Config, account: CarrierAccount): Promise<Finding[]> {
  const check = "provider-numbers";
  const addresses: Finding[] = [];
  const finding = await runCheck(check, "Correct what the database or the carrier says, then ask again.", async () => {
    const ours = await readOurPhones(config);
    const theirs = await account.listNumbers();
    const known = new Set(theirs.map(({ phoneNumber }) => phoneNumber));
    const missing = ours.filter((phone) => !known.has(phone));
    const shared = theirs.filter(({ phoneNumber }) => ours.includes(phoneNumber));
    if (config.baseUrl !== undefined && shared.length > 0) addresses.push(compareAddresses(config.baseUrl, shared));
    if (missing.length > 0) {
      const todo = "Buy them or move them to the account, or archive them here: messaging numbers archive ID.";
      return { check, status: "fail", found: `not numbers of the account: ${name(missing)}`, todo };
    }
    const others = theirs.length - shared.length;
    return { check, status: "ok", found: `${ours.length} here, all of the account; ${others} of it are not here` };
  });
  return [finding, ...addresses];
}

function compareAddresses(baseUrl: string, numbers: Awaited<ReturnType<CarrierAccount["listNumbers"]>>): Finding {
  const check = "provider-addresses";
  const judged = numbers.map((number) => ({ number, verdict: judgeAddress(baseUrl, number) }));
  const wrong = judged.filter(({ verdict }) => verdict !== "right");
  if (wrong.length === 0) return { check, status: "ok", found: `all ${numbers.length} post texts to this server` };
  const found = name(
    wrong.map(
      ({ number }) => `${number.phoneNumber} (${number.application ?? (number.address || "none")}, ${number.method})`,
    ),
  );
  const foreign = wrong.filter(({ verdict }) => verdict === "foreign");
  const advice = [
    ...(foreign.length < wrong.length ? ["Run messaging doctor --fix."] : []),
    ...(foreign.length > 0
      ? [
          `If ${name(foreign.map(({ number }) => number.phoneNumber))} belong here, set ${addressOf(baseUrl)} in the carrier's console.`,
        ]
      : []),
  ];
  return { check, status: "warn", found: `texts do not arrive here: ${found}`, todo: advice.join(" ") };
}

const name = (items: string[]) =>
  [...items.slice(0, maxNamed), ...(items.length > maxNamed ? [`and ${items.length - maxNamed} more`] : [])].join(", ");
