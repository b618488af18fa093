import { Counter } from "prom-client";
import { errors } from "../../generated/errors.ts";
import { accountKinds, kinds } from "../provider/kinds.ts";

/** The counters of a process that its API and its worker share. Each has a bounded set of labels. */
const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
  new Counter<Label>({ name, help, labelNames, registers: [] });

/**
 * Counts the statuses that are searched for in every team, because neither the team of their URL nor that of their sender
 * has the text.
 */
export const statusSearches = counter(
  "messaging_statuses_searched_in_every_team_total",
  "Statuses of texts that no known team had, by the records that were searched.",
  ["records"],
);

const finalTexts = counter("messaging_texts_final_total", "Texts that got a final status, by status and carrier.", [
  "status",
  "carrier",
]);

const inboundTexts = counter("messaging_inbound_texts_total", "Inbound texts by what became of them.", ["outcome"]);

const webhookAttempts = counter("messaging_webhook_attempts_total", "Posts of webhooks by outcome.", ["outcome"]);

const refusals = counter("messaging_refusals_total", "Refused requests and tool calls by the code of their error.", [
  "code",
]);

/** The counters that are in the metrics of each process. */
export const sharedCounters: Counter[] = [statusSearches, finalTexts, inboundTexts, webhookAttempts, refusals];

const finalStatuses = ["delivered", "undelivered", "failed", "read"];

/** The outcomes of an inbound text, as its callback has them. */
const inboundOutcomes = ["stored", "duplicate", "unknown_number", "unreadable"];

/** What became of a post: `retried` means that another attempt follows. */
export type PostOutcome = "delivered" | "retried" | "failed";

const postOutcomes: PostOutcome[] = ["delivered", "retried", "failed"];

// Prometheus computes a rate from two values, so each counter needs its initial zero.
for (const records of ["message", "otp"]) statusSearches.inc({ records }, 0);
for (const carrier of new Set([...Object.keys(kinds), ...accountKinds.keys()]))
  for (const status of finalStatuses) finalTexts.inc({ status, carrier }, 0);
for (const outcome of inboundOutcomes) inboundTexts.inc({ outcome }, 0);
for (const outcome of postOutcomes) webhookAttempts.inc({ outcome }, 0);
for (const code of Object.keys(errors)) refusals.inc({ code }, 0);

/** Counts the texts of a carrier whose status is a final one. A text that is read after its delivery counts twice. */
export function countStatuses(carrier: string, statuses: (string | null)[]): void {
  for (const status of statuses)
    if (status !== null && finalStatuses.includes(status)) finalTexts.inc({ status, carrier });
}

/** Counts inbound texts by the outcomes of their callbacks. */
export function countInbound(outcomes: string[]): void {
  for (const outcome of outcomes) inboundTexts.inc({ outcome });
}

/** Counts a post of a webhook that was recorded. */
export function countPost(outcome: PostOutcome): void {
  webhookAttempts.inc({ outcome });
}

/** Counts a refusal by its code, which is one of the contract. */
export function countRefusal(code: string): void {
  refusals.inc({ code });
}
