import { setTimeout as wait } from "node:timers/promises";
import type { EntityManager } from "../../db/orm.ts";
import { plusMicroseconds } from "../../db/timestamp.ts";
import { fail } from "../../errors.ts";
import { type Claim, type ClaimState, findClaims } from "./claims.ts";

/** The time after which a replay no longer waits for the first request: the process of that request has crashed. */
const maxSendMicroseconds = 30_000_000;

/** The maximum time that a repeated request waits for the answer of the first request. */
const maxWaitMilliseconds = 8_000;

/** The effect of the first request with a key. */
export interface FirstRequest {
  /** The id of the text that it stored. */
  resourceId: string;
  /** The kept part of its answer; undefined if it crashed before it could keep one. */
  kept: string | undefined;
}

/**
 * Waits until the first request with a key is answered, for a write that calls the provider. Returns undefined if that
 * request was refused and released the key.
 *
 * @throws idempotency_key_mismatch if that request was another one; idempotency_in_progress if it takes too long
 */
export async function awaitFirstRequest(em: EntityManager, claim: Claim): Promise<FirstRequest | undefined> {
  const findState = async (): Promise<ClaimState> => (await findClaims(em, [claim]))[0]!;
  let state = await findState();
  for (let waited = 0, pause = 10; state.kind === "pending"; waited += pause, pause = Math.min(pause * 2, 200)) {
    const { resourceId, since } = state;
    if (plusMicroseconds(since, maxSendMicroseconds) < claim.now) {
      return resourceId === null ? fail("idempotency_in_progress") : { resourceId, kept: undefined };
    }
    if (waited >= maxWaitMilliseconds) fail("idempotency_in_progress");
    await wait(pause);
    state = await findState();
  }
  if (state.kind === "freed") return undefined;
  // A key without a resource belongs to another operation, so its fingerprint differs, too.
  if (state.kind === "mismatch" || state.resourceId === null) fail("idempotency_key_mismatch");
  return { resourceId: state.resourceId, kept: state.answer.body };
}
