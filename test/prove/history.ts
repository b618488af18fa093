import type { OperationId } from "../../generated/operations.ts";
import { type CallInput, createClient, type RawAnswer } from "../support/client.ts";

/**
 * The outcome of a request as its client knows it. A broken connection or a server error is unknown. The provider's definite
 * refusal is a refusal.
 */
export type KnownOutcome = "acknowledged" | "refused" | "unknown";

/** A request as its client saw it. */
export interface Entry {
  /** Identifies the request, for example by its text. */
  label: string;
  outcome: KnownOutcome;
  /** Undefined without an answer. */
  answer: RawAnswer | undefined;
  /** Start and end in milliseconds, on one clock. */
  began: number;
  ended: number;
}

/** Every request of an experiment, in the order of completion. */
export interface History {
  readonly entries: readonly Entry[];
  /** Calls an operation and records the outcome. Never rejects. */
  call<Id extends OperationId>(
    server: { url: string },
    key: string,
    id: Id,
    input: CallInput<Id>,
    label: string,
  ): Promise<Entry>;
  withOutcome(outcome: KnownOutcome): Entry[];
  /** Counts the answers by name: `200`, `409 recipient_opted_out`, or `none` without an answer. */
  tally(): Record<string, number>;
}

export function createHistory(): History {
  const entries: Entry[] = [];
  return {
    entries,
    async call(server, key, id, input, label) {
      const began = performance.now();
      const answer = await send();
      const entry = { label, outcome: outcomeOf(answer), answer, began, ended: performance.now() };
      entries.push(entry);
      return entry;

      async function send() {
        try {
          return await createClient(server.url, key).raw(id, input);
        } catch {
          return undefined;
        }
      }
    },
    withOutcome: (outcome) => entries.filter((entry) => entry.outcome === outcome),
    tally: () => tally(entries.map(({ answer }) => nameOf(answer))),
  };
}

/** The outcome that an answer shows. */
export function outcomeOf(answer: RawAnswer | undefined): KnownOutcome {
  if (!answer) return "unknown";
  if (answer.status < 300) return "acknowledged";
  if (answer.status < 500 && answer.body.error !== "idempotency_in_progress") return "refused";
  return answer.body.error === "message_failed" ? "refused" : "unknown";
}

/** The short name of an answer. */
export function nameOf(answer: RawAnswer | undefined): string {
  if (!answer) return "none";
  return answer.status < 300 ? String(answer.status) : `${answer.status} ${answer.body.error}`;
}

/** Counts the names. */
export function tally(names: string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
}
