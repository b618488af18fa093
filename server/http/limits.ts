const mebibyte = 1_048_576;

/** The limits of what one process handles at one time. */
export interface HttpLimits {
  /** Requests with an API key. Further requests are refused. */
  maxInFlight: number;
  /** Signed callbacks. Further callbacks wait. */
  maxCallbacks: number;
  /** How long a callback waits for a slot, in milliseconds. It is shorter than the provider's own timeout. */
  callbackPatience: number;
  /** Readiness checks; the same limit holds for scrapes of the metrics. */
  maxProbes: number;
  /** Bodies that are read to find an API key. */
  keylessBodies: { bodies: number; bytes: number };
  /** Bodies of callbacks, from before the signature is verified until the answer is ready. */
  callbackBodies: { bodies: number; bytes: number };
}

export const defaultLimits: HttpLimits = {
  maxInFlight: 1_000,
  maxCallbacks: 200,
  callbackPatience: 10_000,
  maxProbes: 100,
  keylessBodies: { bodies: 1_000, bytes: 64 * mebibyte },
  callbackBodies: { bodies: 1_200, bytes: 64 * mebibyte },
};
