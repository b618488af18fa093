import type { ImportedConsents } from "../../generated/api.ts";
import { Failure } from "../failures.ts";
import { rowFailure } from "../rows/row-failure.ts";
import type { ConsentOfRow } from "./read-consent.ts";

/** The maximum number of consents of a request. */
export const maxBatch = 250;

/** How long a request waits for more rows, in milliseconds. A file is read much faster. */
const patience = 20;

type Outcome = "applied" | "unchanged" | "notEffective";

interface Waiting {
  consent: ConsentOfRow;
  resolve(outcome: Outcome): void;
  reject(reason: unknown): void;
}

/**
 * Collects single rows to requests, one at a time. Returns a function that adds a row, and resolves with its outcome. The
 * server counts the outcomes of a request without naming the rows, so the counts are right, and which row had which is not
 * known. A row that the server refuses is rejected.
 */
export function createBatches(
  request: (consents: ConsentOfRow[]) => Promise<ImportedConsents>,
): (consent: ConsentOfRow) => Promise<Outcome> {
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function flush(): void {
    clearTimeout(timer);
    const batch = waiting;
    waiting = [];
    last = last.then(() => settle(batch, request));
  }

  return (consent) =>
    new Promise((resolve, reject) => {
      waiting.push({ consent, resolve, reject });
      clearTimeout(timer);
      if (waiting.length === maxBatch) flush();
      else timer = setTimeout(flush, patience);
    });
}

/** Sends a batch. If the contract refuses some of its rows, the others are sent without them. */
async function settle(
  batch: Waiting[],
  request: (consents: ConsentOfRow[]) => Promise<ImportedConsents>,
): Promise<void> {
  if (batch.length === 0) return;
  try {
    const answer = await request(batch.map(({ consent }) => consent));
    const failed = new Map(answer.failed.map((each) => [each.index, each]));
    const outcomes = (["applied", "unchanged", "notEffective"] as const).flatMap((outcome) =>
      Array.from({ length: answer[outcome] }, () => outcome),
    );
    for (const [index, { resolve, reject }] of batch.entries()) {
      const fault = failed.get(index);
      if (fault) reject(rowFailure(fault.code, fault.message));
      else resolve(outcomes.shift()!);
    }
  } catch (error) {
    const refused = error instanceof Failure ? refusedIn(error) : new Map<number, Failure>();
    for (const [index, { reject }] of batch.entries())
      if (refused.size === 0 || refused.has(index)) reject(refused.get(index) ?? error);
    if (refused.size > 0)
      await settle(
        batch.filter((_, index) => !refused.has(index)),
        request,
      );
  }
}

/** The rows that the details of a refusal name, with the reason of each. */
function refusedIn({ refusal: { details = [] } }: Failure): Map<number, Failure> {
  return new Map(
    details.flatMap(({ field, message }) => {
      const [, index, name] = /^consents\.(\d+)\.(.+)$/.exec(field) ?? [];
      const code = name === "phone" ? "invalid_phone" : "validation_error";
      return index === undefined ? [] : [[Number(index), rowFailure(code, `${name} ${message}.`)] as const];
    }),
  );
}
