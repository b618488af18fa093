import type { OperationId } from "../../generated/operations.ts";
import { type CallInput, createClient, type RawAnswer } from "../support/client.ts";

/**
 * What a client knows of a request: it was done, it was not done, or nobody can tell. A connection that broke leaves
 * that open, as does a failure of the server's; the provider's definite refusal does not.
 */
export type Known = "acknowledged" | "refused" | "unknown";

/** A request as its client saw it. */
export interface Entry {
  /** What tells what it asked for from all else, such as the text that it sends. */
  label: string;
  known: Known;
  /** Undefined when there was none. */
  answer: RawAnswer | undefined;
  /** When it began and ended, in milliseconds on one clock. */
  began: number;
  ended: number;
}

/** Every request of an experiment, in the order of their ends. */
export interface History {
  readonly entries: readonly Entry[];
  /** Calls an operation and writes down what came of it; never rejects. */
  call<Id extends OperationId>(
    server: { url: string },
    key: string,
    id: Id,
    input: CallInput<Id>,
    label: string,
  ): Promise<Entry>;
  with(known: Known): Entry[];
  /** How often each answer came, as `200` or `409 recipient_opted_out`, and `none` where there was none. */
  tally(): Record<string, number>;
}

export function createHistory(): History {
  const entries: Entry[] = [];
  return {
    entries,
    async call(server, key, id, input, label) {
      const began = performance.now();
      const answer = await ask();
      const entry = { label, known: knownBy(answer), answer, began, ended: performance.now() };
      entries.push(entry);
      return entry;

      async function ask() {
        try {
          return await createClient(server.url, key).raw(id, input);
        } catch {
          return undefined;
        }
      }
    },
    with: (known) => entries.filter((entry) => entry.known === known),
    tally: () => tally(entries.map(({ answer }) => nameOf(answer))),
  };
}

/** What an answer makes known. */
function knownBy(answer: RawAnswer | undefined): Known {
  if (!answer) return "unknown";
  if (answer.status < 300) return "acknowledged";
  if (answer.status < 500 && answer.body.error !== "idempotency_in_progress") return "refused";
  return answer.body.error === "message_failed" ? "refused" : "unknown";
}

/** An answer in short. */
export function nameOf(answer: RawAnswer | undefined): string {
  if (!answer) return "none";
  return answer.status < 300 ? String(answer.status) : `${answer.status} ${answer.body.error}`;
}

/** How often each name stands there. */
export function tally(names: string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
}
