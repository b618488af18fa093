/** The limits of a key in the bench. Its fastest rows reach half of them. */
export const rateLimit = { burst: 30_000, perSecond: 30_000 };

/** The limits of a key on a fresh server, as somebody would set them who wants no limit in his way. */
export const freshRateLimit = { burst: 100_000, perSecond: 100_000 };

/** The settings of a server with such limits. */
export const limitSettings = ({ burst, perSecond }: typeof rateLimit) => ({
  RATE_LIMIT_BURST: String(burst),
  RATE_LIMIT_PER_SECOND: String(perSecond),
});
