import type { Config } from "../../server/config.ts";
import { type AccountNumber, AccountRefusal, type CarrierAccount } from "../../server/provider/account.ts";
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
  const { baseUrl } = config;
  if (!account) {
    const found = "simulated: no text leaves this server, and no account is needed";
    return [{ check: "provider", status: "ok", found }];
  }
  return examineAccount(account, {
    readPhones: () => readOurPhones(config),
    target: baseUrl && addressOf(baseUrl),
    advice: `Set ${account.credentials}, as the carrier's console shows them.`,
    canFix: true,
  });
}

/** How an account is used here. */
export interface AccountUse {
  /** The name of the account, which the names of its checks end with; undefined for the carrier of the environment. */
  name?: string;
  /** The phones that it sends for. */
  readPhones(): Promise<string[]>;
  /** The address that the carrier should post texts to; undefined if this server has no public address. */
  target: string | undefined;
  /** What to do if the carrier refuses the credentials. */
  advice: string;
  /** Whether `doctor --fix` sets the addresses of its numbers. */
  canFix: boolean;
}

/** Compares an account with its use here. */
export async function examineAccount(account: CarrierAccount, use: AccountUse): Promise<Finding[]> {
  const reached = await checkAccount(account, use);
  return reached.status === "fail" ? [reached] : [reached, ...(await checkNumbers(account, use))];
}

/** The name of a check of an account. */
export const checkOf = (check: string, { name }: Pick<AccountUse, "name">) =>
  name === undefined ? check : `${check} ${name}`;

async function checkAccount({ origin, readStatus }: CarrierAccount, use: AccountUse): Promise<Finding> {
  const check = checkOf("provider", use);
  const setting = use.name === undefined ? "PROVIDER_BASE_URL" : "baseUrl of the account";
  const todo = `Check that this machine can reach it: DNS, firewall, proxy, ${setting}.`;
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
        todo: use.advice,
      };
    }
  });
}

/** Compares our business numbers with those of the account, and the addresses of those that both have with ours. */
async function checkNumbers(account: CarrierAccount, use: AccountUse): Promise<Finding[]> {
  const check = checkOf("provider-numbers", use);
  const addresses: Finding[] = [];
  const finding = await runCheck(check, "Correct what the database or the carrier says, then ask again.", async () => {
    const ours = await use.readPhones();
    const theirs = await account.listNumbers();
    const known = new Set(theirs.map(({ phoneNumber }) => phoneNumber));
    const missing = ours.filter((phone) => !known.has(phone));
    const shared = theirs.filter(({ phoneNumber }) => ours.includes(phoneNumber));
    if (use.target !== undefined && shared.length > 0) addresses.push(compareAddresses(use.target, shared, use));
    if (missing.length > 0) {
      const todo = "Buy them or move them to the account, or archive them here: messaging numbers archive ID.";
      return { check, status: "fail", found: `not numbers of the account: ${name(missing)}`, todo };
    }
    const others = theirs.length - shared.length;
    return { check, status: "ok", found: `${ours.length} here, all of the account; ${others} of it are not here` };
  });
  return [finding, ...addresses];
}

function compareAddresses(target: string, numbers: AccountNumber[], use: AccountUse): Finding {
  const check = checkOf("provider-addresses", use);
  const judged = numbers.map((number) => ({ number, verdict: judgeAddress(target, number) }));
  const wrong = judged.filter(({ verdict }) => verdict !== "right");
  if (wrong.length === 0) return { check, status: "ok", found: `all ${numbers.length} post texts to this server` };
  const found = name(
    wrong.map(
      ({ number }) => `${number.phoneNumber} (${number.application ?? (number.address || "none")}, ${number.method})`,
    ),
  );
  const foreign = wrong.filter(({ verdict }) => verdict === "foreign" || !use.canFix);
  const advice = [
    ...(foreign.length < wrong.length ? ["Run messaging doctor --fix."] : []),
    ...(foreign.length > 0
      ? [
          `If ${name(foreign.map(({ number }) => number.phoneNumber))} belong here, set ${target} in the carrier's console.`,
        ]
      : []),
  ];
  return { check, status: "warn", found: `texts do not arrive here: ${found}`, todo: advice.join(" ") };
}

const name = (items: string[]) =>
  [...items.slice(0, maxNamed), ...(items.length > maxNamed ? [`and ${items.length - maxNamed} more`] : [])].join(", ");
