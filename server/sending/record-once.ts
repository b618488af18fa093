import type { Result } from "../batcher.ts";
import { ApiError } from "../errors.ts";
import type { Claim } from "../idempotency/claims.ts";
import type { Provider } from "../provider/provider.ts";

/** A text that somebody asked to send. */
interface Asked {
  /** The id of its row, made before anything is stored. */
  id: string;
  teamId: string;
  claim: Claim | undefined;
  /** For a carrier that knows beforehand what it accepts. */
  foresee?: Provider["foresee"];
}

/**
 * A text is now stored and ours to send, or the rules refuse it, or its Idempotency-Key belongs to an earlier request.
 * `foreseen`: if the carrier accepts it, that is stored with it.
 */
export type Recorded<Stored> =
  | { kind: "stored"; stored: Stored; foreseen: boolean }
  | { kind: "refused"; error: ApiError }
  | { kind: "taken" };

/** What is particular to a kind of text when it is recorded. Lists are answered in their order. */
export interface Kind<Item, Stored> {
  /** What is stored under an item's id. */
  find(item: Item): Promise<Stored | undefined>;
  /**
   * Claims the items' keys, checks and stores them: what is stored of each, why it is not, or undefined if its key is
   * taken. The key of an item that the rules refuse is not its own afterwards.
   */
  store(items: Item[]): Promise<(Stored | ApiError | undefined)[]>;
}

/**
 * Claims, checks and stores a list of texts in one transaction, in a number of statements that does not grow with the
 * list; each text has its own result. `again`: an earlier transaction with these items may have committed.
 */
export async function recordOnce<Item extends Asked, Stored extends object>(
  items: Item[],
  again: boolean,
  { find, store }: Kind<Item, Stored>,
): Promise<Result<Recorded<Stored>>[]> {
  const before = new Map<Item, Stored>();
  if (again) {
    for (const item of items) {
      const stored = await find(item);
      if (stored) before.set(item, stored);
    }
  }

  const open = items.filter((item) => !before.has(item));
  const stored = await store(open);
  const results = new Map(open.map((item, index) => [item, stored[index]]));
  return items.map((item) => {
    const result = before.get(item) ?? results.get(item);
    if (result instanceof ApiError) return { ok: true, value: { kind: "refused", error: result } };
    if (result) return { ok: true, value: { kind: "stored", stored: result, foreseen: item.foresee !== undefined } };
    if (item.claim) return { ok: true, value: { kind: "taken" } };
    throw new Error(`A text is neither stored nor refused: ${item.id}`);
  });
}
