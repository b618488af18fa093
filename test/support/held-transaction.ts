import { readClock } from "../../server/db/clock.ts";
import type { EntityManager } from "../../server/db/orm.ts";
import { nextSequences, recordConsents } from "../../server/opt-outs/record-consents.ts";
import type { TestApp } from "./app.ts";

type Work = (tx: EntityManager) => Promise<unknown>;

/** Opens a transaction about a team by `work`. Returns the function that does the rest and commits. */
export async function hold(app: TestApp, teamId: string, work: Work, rest: Work = async () => {}) {
  const asked = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const committed = app.inTeam(teamId, async (tx) => {
    await work(tx);
    begun.resolve();
    await asked.promise;
    await rest(tx);
  });
  await Promise.race([begun.promise, committed]);
  return (): Promise<void> => {
    asked.resolve();
    return committed;
  };
}

/** Records the keyword STOP of a phone in a transaction. */
export async function recordStop(tx: EntityManager, teamId: string, phone: string): Promise<void> {
  const stop = { consent: "opted_out", source: "keyword", keyword: "STOP" } as const;
  const unknown = { messageId: null, providerId: null, signature: null };
  const [[sequence], now] = await Promise.all([nextSequences(tx, 1), readClock(tx)]);
  await recordConsents(tx, [{ teamId, phone, ...stop, ...unknown, sequence: sequence!, now }]);
}
