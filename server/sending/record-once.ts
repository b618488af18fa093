import type { Result } from "../batcher.ts";
import type { EntityManager } from "../db/orm.ts";
import { allOf } from "../db/transaction.ts";
import { ApiError, type ErrorCode } from "../errors.ts";
import { type Claim, type ClaimState, claimKeys, releaseClaims } from "../idempotency/claims.ts";
import { findOptOuts } from "../opt-outs/find-opt-outs.ts";
import type { E164 } from "../phone.ts";
import type { Provider } from "../provider/provider.ts";

/** The two ends of a text: from which business number to which phone. */
export interface Route {
  businessNumberId: string;
  from: E164;
  to: E164;
  /** Whether the two are known to have a thread. */
  hasThread?: boolean;
}

/** A text that somebody asked to send. */
interface Asked {
  /** The id of its row, made before anything is stored. */
  id: string;
  teamId: string;
  /** Whom it is for, unless its route says. */
  phone: E164 | undefined;
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

/** What is particular to a kind of text when it is recorded. Lists are answered in their order. */
export interface Kind<Item, Stored> {
  /** What is stored under an item's id. */
  find(item: Item): Promise<Stored | undefined>;
  /** From where to where each item goes, or the code that says why it cannot. */
  findRoutes(items: Item[]): Promise<(Route | ErrorCode)[]>;
  /** What else speaks against an item, once it has a route and its recipient's consent. */
  findObjections?(items: Item[]): Promise<(ApiError | undefined)[]>;
  /** Stores the items, each with its outcome if it can be foreseen. */
  store(items: Item[], routes: Map<Item, Route>): Promise<Stored[]>;
}

/**
 * Claims, checks and stores a list of texts in one transaction, in a number of statements that does not grow with the
 * list; each text has its own result. A claim is taken before the rules are asked, so that a replay is a replay
 * whatever has changed since, and given back when they refuse the text. `again`: an earlier transaction with these
 * items may have committed.
 *
 * Each result's error is a code of `findRoutes`, recipient_opted_out, or one of `findObjections`.
 */
export async function recordOnce<Item extends Asked, Stored>(
  tx: EntityManager,
  items: Item[],
  again: boolean,
  { find, findRoutes, findObjections, store }: Kind<Item, Stored>,
): Promise<Result<Recorded<Stored>>[]> {
  const results = new Map<Item, Result<Recorded<Stored>>>();
  const finish = (item: Item, recorded: Recorded<Stored>) => results.set(item, { ok: true, value: recorded });
  const keep = (item: Item, stored: Stored) =>
    finish(item, { kind: "stored", stored, settled: item.foresee !== undefined });
  const refuse = (item: Item, error: ApiError) => results.set(item, { ok: false, error });
  const open = () => items.filter((item) => !results.has(item));

  if (again) {
    for (const item of items) {
      const stored = await find(item);
      if (stored) keep(item, stored);
    }
  }

  const asked = open();
  // All at once, and done in this order. Phones are held in one go; where a route has to tell one, after the routes.
  const [claims, found, known] = await allOf([
    claim(tx, asked),
    findRoutes(asked),
    asked.every(hasPhone) ? findOptOuts(tx, asked) : undefined,
  ]);
  for (const [item, state] of claims) {
    if (state.kind !== "claimed") finish(item, state);
  }

  const routes = new Map<Item, Route>();
  for (const [item, route] of pair(asked, found)) {
    if (results.has(item)) continue;
    if (typeof route === "string") refuse(item, new ApiError(route));
    else routes.set(item, route);
  }

  const recipientOf = (item: Item) => ({ teamId: item.teamId, phone: routes.get(item)!.to });
  const isOptedOut = known ?? (await findOptOuts(tx, open().map(recipientOf)));
  for (const item of open()) {
    if (isOptedOut(recipientOf(item))) refuse(item, new ApiError("recipient_opted_out"));
  }

  for (const [item, objection] of pair(open(), (await findObjections?.(open())) ?? [])) {
    if (objection) refuse(item, objection);
  }

  const refused = items.filter((item) => results.get(item)?.ok === false);
  await releaseClaims(
    tx,
    refused.flatMap((item) => item.claim ?? []),
  );

  const accepted = open();
  const stored = accepted.length === 0 ? [] : await store(accepted, routes);
  for (const [item, each] of pair(accepted, stored)) keep(item, each);
  return items.map((item) => results.get(item)!);
}

async function claim<Item extends Asked>(tx: EntityManager, items: Item[]): Promise<[Item, ClaimState][]> {
  const claiming = items.filter((item) => item.claim);
  if (claiming.length === 0) return [];
  return pair(
    claiming,
    await claimKeys(
      tx,
      claiming.map((item) => ({ claim: item.claim!, resourceId: item.id })),
    ),
  );
}

const hasPhone = <Item extends Asked>(item: Item): item is Item & { phone: E164 } => item.phone !== undefined;

const pair = <A, B>(left: A[], right: B[]): [A, B][] => left.map((each, index) => [each, right[index]!]);
