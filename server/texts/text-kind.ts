import type { BatchWork } from "../db/commit/batch-work.ts";
import type { Result } from "../db/commit/batcher.ts";
import type { EntityManager } from "../db/orm.ts";
import type { DeliveryStatus } from "../db/schema/entities/message.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { ApiError, type RefusedText } from "../errors.ts";
import type { OnceAnswer } from "../operations/handlers.ts";
import type { KeyRights } from "../operations/key-rights.ts";
import type { Claim } from "../operations/once/claims.ts";
import type { FileMeans, SendingScope } from "../operations/scope.ts";
import type { OutboundText, Outcome, Provider } from "../provider/provider.ts";
import type { HashPhone } from "../secrets/phone-hashes.ts";

/** What the new texts of all kinds have. */
export interface NewTextBase {
  /** The id of its row, made before the row is stored. */
  id: string;
  teamId: string;
  /** The API key that sends it, null in an automatic reply, and what may be sent. */
  apiKeyId: string | null;
  rights: KeyRights;
  /** The number of segments that a carrier divides it into. */
  segments: number;
  /** Its turn at the carrier, by the clock of `performance.now`, if it has waited for its time. */
  startAt?: number;
  testMode: boolean;
  /** Returns the carrier's acceptance if it is known beforehand. */
  foresee: Provider["foresee"];
  /** Hashes its recipient, to find an opt-out that outlived an erasure. Absent if its team has erased nobody. */
  hashPhone?: HashPhone | undefined;
  now: Timestamp;
  /** The claim of the request's Idempotency-Key, if it has a key. */
  claim: Claim | undefined;
}

/** The segments that a text has used of the budget of an API key. */
export interface Charge {
  apiKeyId: string;
  segments: number;
}

/** What the stored texts of all kinds have. */
export interface StoredTextBase {
  id: string;
  teamId: string;
  deliveryStatus: DeliveryStatus;
  /** The address that a door posts the provider's refusal to; absent if the refusal is the answer to a request. */
  statusCallback?: string | null;
}

/**
 * The result of recording a text.
 *
 * - `stored`: this request must send the text. If `isSettled`, the row already has the carrier's acceptance, and the
 *   answer is kept.
 * - `refused`: a rule does not permit the text.
 * - `taken`: the text's Idempotency-Key belongs to an earlier request.
 */
export type Recorded<Stored> =
  | { kind: "stored"; stored: Stored; isSettled: boolean }
  | { kind: "refused"; error: ApiError }
  | { kind: "taken" };

/** Makes the result of a text from what is stored, the error that refuses it, or undefined if its key is taken. */
export function recordedOf<Stored extends StoredTextBase>(
  { id, claim }: NewTextBase,
  result: Stored | ApiError | undefined,
  isSettled = false,
): Result<Recorded<Stored>> {
  if (result instanceof ApiError) return { ok: true, value: { kind: "refused", error: result } };
  if (result) return { ok: true, value: { kind: "stored", stored: result, isSettled } };
  if (claim) return { ok: true, value: { kind: "taken" } };
  throw new Error(`A text is neither stored nor refused: ${id}`);
}

/** A stored text and the outcome of its send. */
export interface Settlement<Stored> {
  stored: Stored;
  outcome: Outcome;
  /** What the text has used of the budget of its API key; undefined without a budget. */
  charge: Charge | undefined;
  claim: Claim | undefined;
  testMode: boolean;
  now: Timestamp;
}

/** How the caller knows a text that was refused. */
export type TextIds = Pick<RefusedText, "textId" | "threadId">;

/** What differs between the kinds of outbound texts, which are messages and passcodes. */
export interface TextKind<New extends NewTextBase, Stored extends StoredTextBase, Answer> {
  /**
   * Stores a text whose key holds texts, so that it waits for an approval. Undefined if the text need not wait.
   *
   * @throws insufficient_scope for a kind that cannot wait
   */
  hold(scope: SendingScope, text: New): Promise<OnceAnswer<Answer> | undefined>;
  /**
   * Claims the keys of a batch of texts, checks the texts and stores them. A refused text does not keep its key. A text
   * that may have been committed before is first searched by its id.
   */
  record: BatchWork<New, Recorded<Stored>>;
  /** The text as the provider gets it, with links to its files. */
  outbound(stored: Stored, text: New, means: { files: FileMeans; now: Timestamp }): OutboundText;
  /** Stores the outcomes of a batch of texts, and keeps the answers of their keys. */
  settle: BatchWork<Settlement<Stored>, Stored>;
  /** The ids for the answer to a request whose text the provider refused. */
  idsOf(stored: Stored): TextIds;
  /** The answer to the request that sent the text. */
  present(stored: Stored): Answer;
  /**
   * Rebuilds the answer to the request that stored the text with that id, from the part that was kept. If nothing was
   * kept, the answer is made from the row; it is undefined without a row.
   */
  replay(em: EntityManager, teamId: string, id: string, kept: string | undefined): Promise<Answer | undefined>;
}
