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

/** Records a keyword of a phone in a transaction. */
export async function recordKeyword(
  tx: EntityManager,
  { teamId, phone, keyword }: { teamId: string; phone: string; keyword: "STOP" | "START" },
): Promise<void> {
  const consent = keyword === "STOP" ? "opted_out" : "opted_in";
  const unknown = { messageId: null, providerId: null, signature: null };
  const [[sequence], now] = await Promise.all([nextSequences(tx, 1), readClock(tx)]);
  const said = { teamId, phone, consent, source: "keyword", keyword } as const;
  await recordConsents(tx, [{ ...said, ...unknown, sequence: sequence!, now }]);
}
