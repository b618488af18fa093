import { defineEntity, p } from "@mikro-orm/core";
import { timestamp } from "../columns.ts";

const RateBucketSchema = defineEntity({
  name: "RateBucket",
  tableName: "rate_bucket",
  properties: {
    teamId: p.uuid().primary(),
    apiKeyId: p.uuid().primary(),
    tokens: p.double(),
    granted: p.integer(),
    asked: p.integer().default(0),
    returned: p.integer().default(0),
    lent: p.integer().default(0),
    lentUntil: timestamp().defaultRaw("'-infinity'"),
    refilledAt: timestamp(),
  },
});

/**
 * The token bucket of an API key, with the tokens that the last statement was granted. The table is unlogged, so that no
 * request waits for the disk because of it. A crash of the database fills all buckets.
 *
 * `asked`, `returned`, `lent` and `lentUntil` are for processes of an earlier version during a rolling update. A later
 * migration drops them.
 */
export class RateBucket extends RateBucketSchema.class {}
RateBucketSchema.setClass(RateBucket);
