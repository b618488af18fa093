import type { EntityManager } from "../../db/orm.ts";
import type { Timestamp } from "../../db/timestamp.ts";
import type { Provider } from "../../provider/provider.ts";
import { type TextInLine, takeTurns } from "../../provider-accounts/turns-in-line.ts";
import { findNumbers } from "../store/find-number.ts";
import type { NewText } from "../texts.ts";
import type { PendingText } from "./pending-text.ts";

/** Returns the carrier of the texts of a mode. */
export type CarrierOf = (testMode: boolean) => Provider;

/** A text whose time has come, and the new text that it would become. */
export interface ReadyText {
  text: PendingText;
  plan: NewText;
}

/**
 * Gives texts their turns at numbers that have a pace, the earliest text first. Returns the texts without a turn, which wait
 * on for their place in the line. Without such numbers, there is no query.
 */
export async function takeTurnsOf(
  tx: EntityManager,
  carrierOf: CarrierOf,
  ready: ReadyText[],
  now: Timestamp,
): Promise<PendingText[]> {
  const asked = ready.filter(({ text }) => carrierOf(text.testMode).paces?.size);
  if (asked.length === 0) return [];
  const numbers = await findNumbers(
    tx,
    asked.map(({ text: { id, teamId, phoneNumber, businessNumberId } }) => ({
      id,
      teamId,
      contactPhone: phoneNumber,
      numberId: businessNumberId,
    })),
  );
  const inLine = asked.toSorted(byTime).flatMap(({ text: { id, teamId, segments, testMode } }): TextInLine | [] => {
    const number = numbers.get(id);
    const pace = number && carrierOf(testMode).paces?.get(number.phone);
    return pace ? { id, teamId, segments, pace } : [];
  });
  const turns = await takeTurns(tx, inLine, now);
  return asked.flatMap(({ text, plan }) => {
    const turn = turns.get(text.id);
    if (turn && !turn.isTaken) return { ...text, sendAt: turn.at, updatedAt: now };
    plan.startAt = performance.now() + (turn?.microseconds ?? 0) / 1_000;
    return [];
  });
}

const byTime = (a: ReadyText, b: ReadyText) => (timeOf(a) < timeOf(b) ? -1 : 1);

const timeOf = ({ text: { sendAt, id } }: ReadyText) => `${sendAt} ${id}`;
