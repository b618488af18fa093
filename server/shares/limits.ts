const mebibyte = 1_048_576;

/** Bodies that have begun to arrive, and the bytes of them that have arrived. */
export interface BodyLimits {
  bodies: number;
  bytes: number;
}

/** The limits of the HTTP requests that one process handles at one time. Each is a number of `Places`. */
export interface HttpLimits {
  /** Requests with an API key. Further requests are refused. */
  maxInFlight: number;
  /** Signed callbacks. Further callbacks wait. */
  maxCallbacks: number;
  /** Signed callbacks that wait. */
  maxWaitingCallbacks: number;
  /** How long a callback waits for a slot, in milliseconds. It is shorter than the provider's own timeout. */
  callbackPatience: number;
  /** Readiness checks; the same limit holds for scrapes of the metrics, and for requests by a link to a file. */
  maxProbes: number;
  /** Files that are being sent. */
  maxDownloads: number;
  /** Files that have arrived and are being stored. Each has at most 5 MiB. Further ones are refused. */
  maxUploads: number;
  /** Bytes of requests whose API key is being checked. Each counts as 64 KiB, or as its body if that is larger. */
  keyCheckBytes: number;
  /** Unfinished bodies that are read to find an API key. */
  keylessBodies: BodyLimits;
  /** Unfinished bodies of requests with a valid key. */
  keyedBodies: BodyLimits;
  /** Unfinished bodies of callbacks. */
  callbackBodies: BodyLimits;
  /** How long the body of a callback may take to arrive, in milliseconds. */
  callbackBodyMilliseconds: number;
}

export const defaultLimits: HttpLimits = {
  maxInFlight: 1_000,
  maxCallbacks: 200,
  maxWaitingCallbacks: 2_000,
  callbackPatience: 10_000,
  maxProbes: 100,
  maxDownloads: 100,
  maxUploads: 32,
  keyCheckBytes: 64 * mebibyte,
  keylessBodies: { bodies: 1_000, bytes: 64 * mebibyte },
  keyedBodies: { bodies: 3_000, bytes: 128 * mebibyte },
  callbackBodies: { bodies: 1_200, bytes: 64 * mebibyte },
  callbackBodyMilliseconds: 5_000,
};

/** Streams of events that a process has open. */
export const defaultMaxStreams = 2_000;

/** Requests that wait for a text on a simulated handset. */
export const defaultWaits = { perKey: 2, perProcess: 200 };

/** Posts of webhooks: for a process, for a team, and for a target at first and at most. */
export const defaultPostLimits = { perProcess: 512, perTeam: 128, perTarget: { first: 8, most: 96 } };

/** Due texts that a process hands to the provider at one time. */
export const maxHandOvers = 64;

/** Files of inbound texts that a process fetches at a time. */
export const defaultFetchLimit = 8;
