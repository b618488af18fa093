/**
 * Runs histories of consents on a server, and compares it with the model.
 */
import { isDeepStrictEqual } from "node:util";
import { readClock } from "../../server/db/clock.ts";
import { transactOfTeam } from "../../server/db/commit/of-teams.ts";
import type { Orm } from "../../server/db/orm.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { lockPhones } from "../../server/db/sql/locks.ts";
import { logRefusals, type NewConsent, nextSequences, recordConsents } from "../../server/opt-outs/record-consents.ts";
import { inboundForm } from "../support/callbacks.ts";
import type { Client } from "../support/client.ts";
import { uniquePhone } from "../support/factories.ts";
import { ConsentModel, type Step, type Told } from "./model/consents.ts";

/** A team of a server. */
export interface HistoryTarget {
  orm: Orm;
  teamId: string;
  number: string;
  client: Client;
  /** Posts the callback of an inbound text. */
  post(form: Record<string, string>): Promise<unknown>;
}

const evidence = { note: "A history" };

const bodyOf = (phone: string, { consent, day }: Told) => ({
  phone,
  consent,
  evidence,
  ...(day !== undefined && { occurredAt: `2026-01-0${day}` }),
});

/** Runs a history of a new phone. Returns the first difference from the model; undefined without one. */
export async function runHistory(target: HistoryTarget, steps: Step[]): Promise<string | undefined> {
  const { orm, teamId, client } = target;
  const phone = uniquePhone();
  const model = new ConsentModel();
  const posted: Record<string, string>[] = [];
  /** Callbacks that have their position in the order of receipt, and are not processed yet. */
  const received: { consent: NewConsent; sequence: number }[] = [];
  const inTeam = <T>(work: Parameters<typeof transactOfTeam<T>>[2]) => transactOfTeam(orm, teamId, work);

  const run: { [Kind in Step["kind"]]: (step: Extract<Step, { kind: Kind }>) => Promise<[unknown, unknown]> } = {
    async keyword({ consent }) {
      posted.push(inboundForm(phone, target.number, consent === "opted_out" ? "STOP" : "START"));
      await target.post(posted.at(-1)!);
      model.add(consent, model.receive());
      return [0, 0];
    },
    async repeat({ which }) {
      if (posted.length > 0) await target.post(posted[which % posted.length]!);
      return [0, 0];
    },
    async receive({ consent }) {
      await inTeam(async (tx) => {
        await lockPhones(tx, [{ teamId, phone }], "exclusive");
        const [sequence = ""] = await nextSequences(tx, 1);
        const said = {
          source: "keyword" as const,
          keyword: "STOP",
          messageId: newId(),
          providerId: null,
          signature: null,
        };
        const now = await readClock(tx);
        received.push({ consent: { ...said, teamId, phone, consent, sequence, now }, sequence: model.receive() });
      });
      return [0, 0];
    },
    async process({ which }) {
      const [next] = received.splice(which % Math.max(received.length, 1), 1);
      if (!next) return [0, 0];
      await inTeam((tx) => recordConsents(tx, [next.consent]));
      model.add(next.consent.consent, next.sequence);
      return [0, 0];
    },
    async declare(step) {
      const body = { ...bodyOf(phone, step), reason: "correction" as const };
      const answer = await client.raw("recordConsent", { body });
      const changed = model.declare(step);
      return [answer.status === 200 ? answer.body.changed : answer.body.error, changed ?? "consent_conflict"];
    },
    async import({ vendor, list }) {
      const consents = list.map((each) => bodyOf(phone, each));
      const { applied, unchanged, notEffective } = await client.importConsents({ body: { vendor, consents } });
      return [{ applied, unchanged, notEffective }, model.import(vendor, list)];
    },
    async refuse() {
      const refusal = { teamId, phone, id: newId(), messageId: null };
      await inTeam(async (tx) => logRefusals(tx, [{ ...refusal, now: await readClock(tx) }]));
      model.add("opted_out", model.receive(), { isEffective: false });
      return [0, 0];
    },
  };

  for (const [index, step] of steps.entries()) {
    const [seen, expected] = await run[step.kind](step as never);
    const { state } = await client.getConsent({ path: { phone } });
    if (!isDeepStrictEqual([seen, state], [expected, model.state]))
      return `step ${index}: ${JSON.stringify([seen, state])} instead of ${JSON.stringify([expected, model.state])}`;
  }
  const { status } = await client.raw("sendText", { body: { phone_number: phone, message: "hello" } });
  const { consents } = await client.listConsents({ query: { phone, per_page: 100 } });
  const log = consents.map(({ consent, effective }) => [consent, effective]);
  const expected = model.entries
    .toSorted((a, b) => b.sequence - a.sequence)
    .map(({ consent, isEffective }) => [consent, isEffective]);
  const end = [status, log];
  const expectedEnd = [model.state === "opted_out" ? 409 : 200, expected];
  if (isDeepStrictEqual(end, expectedEnd)) return undefined;
  return `at the end: ${JSON.stringify(end)} instead of ${JSON.stringify(expectedEnd)}`;
}
