/**
 * Admits requests by API key: finds the key's team, takes a token from the key's bucket and reads the database clock.
 *
 * Promises: see `known-keys.ts` for keys and `take-tokens.ts` for tokens.
 * Costs: one statement for a batch of requests.
 */
import type { Orm } from "../db/orm.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { fail } from "../errors.ts";
import { isValidIn, readKey } from "../keys/api-key.ts";
import type { KeyRights } from "../operations/key-rights.ts";
import { createKeyFinder } from "./known-keys.ts";
import { createTokenTaker, type RateLimit } from "./take-tokens.ts";

/** The answer for a valid key: the request may proceed, or the key's bucket is empty. */
export interface Admission {
  teamId: string;
  apiKeyId: string;
  rights: KeyRights;
  /** Whether the key had the suffix `_test`, or always acts in test mode. */
  testMode: boolean;
  /** Whether the team's license covers live requests now. */
  licensed: boolean;
  /** The time by the database's clock. */
  now: Timestamp;
  /** Whole requests that are left in the bucket. */
  remaining: number;
  secondsUntilFull: number;
  /** Undefined if the request is admitted; otherwise whole seconds until the next token. */
  retryAfterSeconds: number | undefined;
}

/**
 * Returns the function that admits a request by its key.
 *
 * @throws missing_team_context for a key that is not valid
 * @see docs/decisions.md, Rate limit
 */
export function createAdmission(orm: Orm, rateLimit: RateLimit): (key: string) => Promise<Admission> {
  const { burst, perSecond } = rateLimit;
  const findKey = createKeyFinder(orm);
  const takeToken = createTokenTaker(orm, rateLimit);
  return async (text) => {
    const { keyHash, testMode } = readKey(text);
    const known = await findKey(keyHash);
    if (!known) fail("missing_team_context");
    const { isGranted, left, now, revision } = await takeToken({ teamId: known.teamId, apiKeyId: known.id });
    const key = known.revision === revision ? known : await findKey(keyHash, revision);
    if (!key || !isValidIn(key.mode, testMode) || isOver(key.expiresAt, now)) fail("missing_team_context");
    return {
      teamId: key.teamId,
      apiKeyId: key.id,
      rights: key.rights,
      testMode: testMode || key.mode === "test",
      licensed: key.teamStatus === "active" && !isOver(key.licensedUntil, now),
      now,
      remaining: Math.floor(left),
      secondsUntilFull: Math.ceil((burst - left) / perSecond),
      retryAfterSeconds: isGranted ? undefined : Math.max(1, Math.ceil((1 - left) / perSecond)),
    };
  };
}

/** Whether a time that may be absent has come. */
const isOver = (end: Timestamp | null, now: Timestamp): boolean => end !== null && end <= now;
