import { loadConfig } from "../../server/config.ts";
import type { AccountNumber, CarrierAccount } from "../../server/provider/account.ts";
import { kindOf } from "../../server/provider/kinds.ts";
import { Failure, usageError } from "../failures.ts";
import { canAsk, type Io, tell } from "../io.ts";
import { plain } from "../output/plain-text.ts";
import { addressOf, judgeAddress } from "./addresses.ts";
import { readOurPhones } from "./our-phones.ts";

/**
 * Sets the address of each of our numbers whose address at the carrier is empty, or another one of this host. Shows old and
 * new addresses, and asks before it changes any. Addresses of other hosts stay.
 *
 * @throws Failure (usage) without `--yes` where nobody can be asked
 */
export async function fixAddresses(io: Io, { yes = false }: { yes?: boolean }): Promise<void> {
  if (!yes && !canAsk(io))
    throw usageError("--fix asks before it changes an address: run it on a terminal, or add --yes");
  const config = loadConfig(io.env);
  const { provider, baseUrl } = config;
  const account = kindOf(provider).openAccount?.(provider);
  if (!account) return tell(io, "The carrier is simulated: there are no addresses to fix.");
  if (baseUrl === undefined) throw new Failure("invalid", "Set BASE_URL first, the address that the carrier reaches.");
  const ours = new Set(await readOurPhones(config));
  const shared = (await account.listNumbers()).filter(({ phoneNumber }) => ours.has(phoneNumber));
  const target = addressOf(baseUrl);
  const wrong = shared.filter((number) => judgeAddress(target, number) === "fixable");
  for (const { phoneNumber, address, method } of wrong) {
    tell(io, plain(`${phoneNumber}: ${address || "no address"} (${method}) -> ${target} (POST)`));
  }
  if (wrong.length === 0) return tell(io, "No address of our numbers is empty or another one of this server.");
  if (!yes && !(await confirms(io, wrong.length))) return tell(io, "Nothing was changed.");
  for (const number of wrong) await change(io, account, number, target);
}

async function confirms(io: Io, count: number): Promise<boolean> {
  const { ask } = await import("../prompts.ts");
  const choices = [
    { value: "no", label: "No, change nothing" },
    { value: "yes", label: "Yes" },
  ];
  return (
    (await ask.choice(io, `Change ${count === 1 ? "this address" : `these ${count} addresses`}?`, choices)) === "yes"
  );
}

/** Changes an address, unless it is another one than the user has seen. */
async function change(io: Io, account: CarrierAccount, shown: AccountNumber, target: string): Promise<void> {
  const now = await account.readNumber(shown.id);
  if (now.address !== shown.address || now.application !== undefined) {
    return tell(io, plain(`${shown.phoneNumber}: changed meanwhile, left alone`));
  }
  await account.setAddress(shown.id, target);
  tell(io, plain(`${shown.phoneNumber}: changed`));
}
