import { hash } from "node:crypto";
import type { CallbackDialect } from "./callbacks.ts";
import type { Provider } from "./provider.ts";

/** The length of the columns for the carrier's ids. */
const maxCharacters = 64;

/** The id of a text of an account. It begins with the last eight digits of the account's id, because two carriers may give the same id. */
export function ownIdOf(accountId: string, id: string): string {
  const own = `${accountId.slice(-8)}:${id}`;
  return own.length <= maxCharacters ? own : hash("sha256", own);
}

/**
 * Reads an id that is stored: the last digits of its account, none for the carrier of the environment, and the carrier's own id.
 * Undefined for a hash, which has neither.
 */
export function readStoredId(storedId: string): { accountDigits: string | undefined; id: string } | undefined {
  if (/^[0-9a-f]{64}$/.test(storedId)) return undefined;
  const [, accountDigits, id = storedId] = /^([0-9a-f]{8}):(.*)$/s.exec(storedId) ?? [];
  return { accountDigits, id };
}

/** Makes the provider of an account, whose texts have the ids of `ownIdOf`. */
export function ofAccount(provider: Provider, accountId: string): Provider {
  const idOf = (id: string) => ownIdOf(accountId, id);
  const { callbacks } = provider;
  return {
    ...provider,
    ...(callbacks && { callbacks: { ...callbacks, dialect: dialectOf(callbacks.dialect, accountId, idOf) } }),
    async send(text) {
      const outcome = await provider.send(text);
      return outcome.kind === "accepted" ? { ...outcome, providerId: idOf(outcome.providerId) } : outcome;
    },
  };
}

function dialectOf(dialect: CallbackDialect, accountId: string, idOf: (id: string) => string): CallbackDialect {
  const withOwnId = <Reading extends { providerId: string | null }>(reading: Reading): Reading => ({
    ...reading,
    providerId: reading.providerId === null ? null : idOf(reading.providerId),
  });
  return {
    ...dialect,
    accountId,
    readInbound: (callback) => withOwnId(dialect.readInbound(callback)),
    readStatus: (callback) => withOwnId(dialect.readStatus(callback)),
  };
}
