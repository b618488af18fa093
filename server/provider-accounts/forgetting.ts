import type { Config } from "../config.ts";
import type { EntityManager } from "../db/orm.ts";
import { kindOf } from "../provider/kinds.ts";
import { readStoredId } from "../provider/of-account.ts";
import type { Sealer } from "../secrets/sealing.ts";
import { listAccounts, openAccount } from "./accounts.ts";

/** Where the carriers of texts are found. */
export interface CarrierMeans {
  sealer: Sealer;
  /** The carrier of the environment. */
  provider: Config["provider"];
}

/**
 * Finds how the carrier of a text deletes its copy, by the id that is stored with the text. The carrier is that of the account
 * in the id, and no other. `cannot`: the carrier has no way, or is not known any more.
 *
 * @throws TeamError if no configured secret key opens the settings of the account
 */
export async function findForgetting(
  em: EntityManager,
  { sealer, provider }: CarrierMeans,
  storedId: string,
): Promise<(() => Promise<void>) | "cannot" | "simulated"> {
  const stored = readStoredId(storedId);
  if (!stored) return "cannot";
  const { accountDigits, id } = stored;
  if (accountDigits === undefined) {
    if (provider.kind === "simulated") return "simulated";
    const kind = kindOf(provider);
    return kind.forget ? () => kind.forget!(provider, id) : "cannot";
  }
  const accounts = (await listAccounts(em)).filter((account) => account.id.endsWith(accountDigits));
  // With equal digits, nothing tells which of the two has the text.
  if (accounts.length !== 1) return "cannot";
  const { kind, settings } = await openAccount(em, sealer, accounts[0]!.name);
  return kind.forget ? () => kind.forget!(settings, id) : "cannot";
}
