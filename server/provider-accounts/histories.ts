import type { Config } from "../config.ts";
import type { EntityManager } from "../db/orm.ts";
import type { TextHistory } from "../provider/history.ts";
import { kindOf } from "../provider/kinds.ts";
import { ownIdOf } from "../provider/of-account.ts";
import type { Sealer } from "../secrets/sealing.ts";
import { environmentName, listAccounts, openAccount } from "./accounts.ts";

/** A carrier of this installation with its list of texts. */
export interface CarrierHistory {
  /** The name of the account, or `default`. */
  name: string;
  kind: string;
  /** Null for the carrier of the environment. */
  accountId: string | null;
  /** Undefined for a carrier that has no list. */
  history: TextHistory | undefined;
}

/**
 * Opens the lists of texts of all carriers: that of the environment, and the accounts. The simulated carrier has nobody's
 * texts, and is left out.
 *
 * @throws TeamError if no configured secret key opens the settings of an account
 */
export async function openHistories(
  em: EntityManager,
  sealer: Sealer,
  provider: Config["provider"],
): Promise<CarrierHistory[]> {
  const carriers: CarrierHistory[] = [];
  if (provider.kind !== "simulated") {
    const history = kindOf(provider).openHistory?.(provider);
    carriers.push({ name: environmentName, kind: provider.kind, accountId: null, history });
  }
  for (const { id, name } of await listAccounts(em)) {
    const { kind, settings, account } = await openAccount(em, sealer, name);
    carriers.push({ name, kind: account.kind, accountId: id, history: kind.openHistory?.(settings) });
  }
  return carriers;
}

/** The id of a text of a carrier, as it is stored. */
export const storedIdOf = ({ accountId }: Pick<CarrierHistory, "accountId">, id: string): string =>
  accountId === null ? id : ownIdOf(accountId, id);
