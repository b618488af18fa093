import { defineEntity, p } from "@mikro-orm/core";
import { indexOf, timestamp } from "../columns.ts";

/** The kinds of callbacks: an inbound text, the status of a message, and the status of a passcode's text. */
const callbackKinds = ["inbound", "status", "otp-status"] as const;

export type CallbackKind = (typeof callbackKinds)[number];

/** The outcomes of a callback. `server/inbound/` decides them. */
const callbackOutcomes = [
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
    content: p.json<object>().nullable(),
    fields: p.json<Record<string, unknown>>(),
    providerId: p.string().length(64).nullable().default(""),
    recordId: p.uuid().nullable(),
    recordTeamId: p.uuid().nullable(),
    testMode: p.boolean(),
    signature: p.string().length(28).nullable(),
    providerAccountId: p.uuid().nullable(),
    receivedAt: timestamp(),
    teamId: p.uuid().nullable(),
    outcome: p.enum(callbackOutcomes).nullable(),
    processedAt: timestamp().nullable(),
  },
  indexes: [indexOf`create index "callback_signature_index" on "callback" using hash ("signature")`],
});

/**
 * A callback of the provider with its outcome, kept for `CALLBACK_RETENTION_DAYS`. `content` has it in our own words
 * (`server/provider/callbacks.ts`), `fields` as it was received. `sequence` is the order of receipt. `teamId` is set
 * when the callback, or its keyword, is processed. `signature` is the provider's; a repeated callback has the same.
 * `recordId` and `recordTeamId` come from the callback's URL. `providerAccountId` is the account of the called path.
 */
export class Callback extends CallbackSchema.class {}
CallbackSchema.setClass(Callback);
