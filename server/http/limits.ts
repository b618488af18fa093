const mebibyte = 1_048_576;

/** What one process works on and holds at once. */
export interface HttpLimits {
  /** Requests with an API key. Further ones are refused. */
  maxInFlight: number;
  /** Signed callbacks. Further ones wait. */
  maxCallbacks: number;
  /** For how long a callback waits, in milliseconds. Providers wait for an answer somewhat longer. */
  callbackPatience: number;
  /** Readiness checks, and scrapes of the metrics, each. */
  maxProbes: number;
  /** Bodies that are read to find an API key. */
  keylessBodies: { bodies: number; bytes: number };
  /** Bodies of callbacks, from before the signature is verified until the answer is made. */
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
