import type { Result } from "../batcher.ts";
import { ApiError } from "../errors.ts";
import type { Claim } from "../idempotency/claims.ts";
import type { Provider } from "../provider/provider.ts";

/** The part of a new text that all kinds have. */
interface NewTextBase {
  /** The id of its row, made before the row is stored. */
  id: string;
  teamId: string;
  claim: Claim | undefined;
  /** Present if the carrier knows beforehand which texts it accepts. */
  foresee?: Provider["foresee"];
}

/**
 * The result of recording a text. `stored`: this request must send it. `refused`: a rule does not permit it. `taken`: its
 * Idempotency-Key belongs to an earlier request. `foreseen`: if the carrier accepts the text, its row already says so.
 */
export type Recorded<Stored> =
  | { kind: "stored"; stored: Stored; foreseen: boolean }
  | { kind: "refused"; error: ApiError }
  | { kind: "taken" };

/** The steps of recording that differ between the kinds of texts. */
export interface RecordSteps<Item, Stored> {
  /** Finds the stored text with an item's id. */
  find(item: Item): Promise<Stored | undefined>;
  /**
   * Claims the items' keys, checks and stores them. The result of an item is the stored text, the error that refuses it,
   * or undefined if its key is taken. The results have the order of the items. A refused item does not keep its key.
   */
  store(items: Item[]): Promise<(Stored | ApiError | undefined)[]>;
}

/**
 * Claims, checks and stores a batch of texts in one transaction. The number of statements does not grow with the batch.
 * If an earlier transaction may have committed these items, they are first searched by their ids.
 */
export async function recordOnce<Item extends NewTextBase, Stored extends object>(
  items: Item[],
  mayHaveCommitted: boolean,
  { find, store }: RecordSteps<Item, Stored>,
): Promise<Result<Recorded<Stored>>[]> {
  const storedBefore = new Map<Item, Stored>();
  if (mayHaveCommitted) {
    for (const item of items) {
      const stored = await find(item);
      if (stored) storedBefore.set(item, stored);
    }
  }

  const newItems = items.filter((item) => !storedBefore.has(item));
  const stored = await store(newItems);
  const results = new Map(newItems.map((item, index) => [item, stored[index]]));
  return items.map((item) => {
    const result = storedBefore.get(item) ?? results.get(item);
    if (result instanceof ApiError) return { ok: true, value: { kind: "refused", error: result } };
    if (result) return { ok: true, value: { kind: "stored", stored: result, foreseen: item.foresee !== undefined } };
    if (item.claim) return { ok: true, value: { kind: "taken" } };
    throw new Error(`A text is neither stored nor refused: ${item.id}`);
  });
}
