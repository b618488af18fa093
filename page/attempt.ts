import { type ApiFailure, newIdempotencyKey, writeOnce } from "./api.ts";

/** What became of a write. Without a failure, it is done. */
export interface Outcome {
  failure?: ApiFailure;
  /** The key of a write that may be done, so only a repetition with it is safe. */
  unknownKey?: string;
}

/** Writes once. Repeats a request whose outcome is not known with its key, which may be that of an earlier call. */
export function attempt(
  write: (header: { "Idempotency-Key": string }) => Promise<unknown>,
  key = newIdempotencyKey(),
): Promise<Outcome> {
  return writeOnce((idempotencyKey) => write({ "Idempotency-Key": idempotencyKey }), key).then(
    () => ({}),
    (failure: ApiFailure) => ({ failure, ...(failure.isOutcomeUnknown && { unknownKey: key }) }),
  );
}
