import { defineEntity, p } from "@mikro-orm/core";
import { moment } from "../columns.ts";

/** What the provider calls about: a text to one of our numbers, or what became of one of ours. */
export const callbackKinds = ["inbound", "status", "otp-status"] as const;

export type CallbackKind = (typeof callbackKinds)[number];

/** What can come of a callback: `server/callbacks/` says when which does. */
export const callbackOutcomes = [
  "stored",
  "applied",
  "unchanged",
  "duplicate",
  "unknown_number",
  "unknown_message",
  "unreadable",
] as const;

export type CallbackOutcome = (typeof callbackOutcomes)[number];

const CallbackSchema = defineEntity({
  name: "Callback",
  tableName: "callback",
  properties: {
    id: p.uuid().primary(),
    sequence: p.bigint("string").autoincrement(),
    kind: p.enum(callbackKinds),
    fields: p.json<Record<string, unknown>>(),
    recordId: p.uuid().nullable(),
    recordTeamId: p.uuid().nullable(),
    testMode: p.boolean(),
    signature: p.string().length(28).nullable(),
    receivedAt: moment(),
    teamId: p.uuid().nullable(),
    outcome: p.enum(callbackOutcomes).nullable(),
    processedAt: moment().nullable(),
  },
  indexes: [
    {
      name: "callback_signature_index",
      expression: `create index "callback_signature_index" on "callback" using hash ("signature")`,
    },
  ],
});

/**
 * A callback of the provider as it was received, and what it led to; kept for `CALLBACK_RETENTION_DAYS`. `sequence` is
 * the order of receipt. The team is known once the callback is processed, or once its keyword has been judged.
 * `signature` is the provider's, by which a repetition is known. `recordId` and `recordTeamId` are what the address
 * names.
 */
export class Callback extends CallbackSchema.class {}
CallbackSchema.setClass(Callback);
