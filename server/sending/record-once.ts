import type { Result } from "../batcher.ts";
import type { EntityManager } from "../db/orm.ts";
import { allOf, untilCommit } from "../db/transaction.ts";
import { ApiError } from "../errors.ts";
import { type Claim, type ClaimState, claimKeys, releaseClaims } from "../idempotency/claims.ts";
import type { Provider } from "../provider/provider.ts";

/** A text that somebody asked to send. */
interface Asked {
  /** The id of its row, made before anything is stored. */
  id: string;
  teamId: string;
  claim: Claim | undefined;
  /** For a carrier that knows the outcome beforehand. */
  foresee?: Provider["foresee"];
}

/**
 * A text is now stored and ours to send, or its Idempotency-Key belongs to an earlier request. `settled`: its outcome
 * was known beforehand, and is stored with it.
 */
export type Recorded<Stored> =
  | { kind: "stored"; stored: Stored; settled: boolean }
  | Exclude<ClaimState, { kind: "claimed" }>;

/** The items whose keys belong to other requests, with what is known of those. */
export type Taken<Item> = Map<Item, Exclude<ClaimState, { kind: "claimed" }>>;

/** What is particular to a kind of text when it is recorded. Lists are answered in their order. */
export interface Kind<Item, Stored> {
  /** What is stored under an item's id. */
  find(item: Item): Promise<Stored | undefined>;
  /**
   * Checks and stores the items, each with its outcome if it can be foreseen: what is stored of it, or why it is not. The
   * claims are asked for by then, but not answered: an item whose key turns out to be `taken` is not stored.
   */
  store(items: Item[], taken: Promise<Taken<Item>>): Promise<(Stored | ApiError | undefined)[]>;
}

/**
 * Claims, checks and stores a list of texts in one transaction, in a number of statements that does not grow with the
 * list; each text has its own result. A claim is taken before the rules are asked, so that a replay is a replay
 * whatever has changed since, and given back when they refuse the text. `again`: an earlier transaction with these
 * items may have committed.
 *
 * Each result's error is one of `store`.
 */
export async function recordOnce<Item extends Asked, Stored extends object>(
  tx: EntityManager,
  items: Item[],
  again: boolean,
  { find, store }: Kind<Item, Stored>,
): Promise<Result<Recorded<Stored>>[]> {
  const results = new Map<Item, Result<Recorded<Stored>>>();
  const finish = (item: Item, recorded: Recorded<Stored>) => results.set(item, { ok: true, value: recorded });
  const keep = (item: Item, stored: Stored) =>
    finish(item, { kind: "stored", stored, settled: item.foresee !== undefined });

  if (again) {
    for (const item of items) {
      const stored = await find(item);
      if (stored) keep(item, stored);
    }
  }

  const open = items.filter((item) => !results.has(item));
  const claiming = claim(tx, open);
  const [taken, stored] = await allOf([claiming, store(open, claiming)]);
  const refused: Claim[] = [];
  for (const [index, item] of open.entries()) {
    const state = taken.get(item);
    const result = stored[index];
    if (state) finish(item, state);
    else if (result instanceof ApiError) {
      results.set(item, { ok: false, error: result });
      if (item.claim) refused.push(item.claim);
    } else if (result) keep(item, result);
    else throw new Error(`A text is neither stored nor refused: ${item.id}`);
  }
  await untilCommit(tx, releaseClaims(tx, refused));
  return items.map((item) => results.get(item)!);
}

/** Claims the items' keys; which of them are taken. */
async function claim<Item extends Asked>(tx: EntityManager, items: Item[]): Promise<Taken<Item>> {
  const claiming = items.flatMap((item) => (item.claim ? { item, claim: item.claim, resourceId: item.id } : []));
  const states = await claimKeys(tx, claiming);
  return new Map(
    claiming.flatMap(({ item }, index) => {
      const state = states[index]!;
      return state.kind === "claimed" ? [] : [[item, state]];
    }),
  );
}
