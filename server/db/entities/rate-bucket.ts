import { defineEntity, p } from "@mikro-orm/core";
import { moment } from "../columns.ts";

const RateBucketSchema = defineEntity({
  name: "RateBucket",
  tableName: "rate_bucket",
  properties: {
    teamId: p.uuid().primary(),
    apiKeyId: p.uuid().primary(),
    tokens: p.double(),
    asked: p.integer(),
    granted: p.integer(),
    refilledAt: moment(),
  },
});

/**
 * The token bucket of an API key, with what its last visitors asked for and were granted. The table is unlogged: a
 * crash of the database fills all buckets, and no request waits for a disk on their account.
 */
export class RateBucket extends RateBucketSchema.class {}
RateBucketSchema.setClass(RateBucket);
