import { sql } from "kysely";
import { runInPlaces } from "../db/commit/of-teams.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import { newId } from "../db/schema/ids.ts";
import { rows } from "../db/sql/rows.ts";
import { recordStatusEvents, type StatusChange } from "../events/status-events.ts";
import { readCallback } from "../inbound/read-callback.ts";
import { type NewCallback, recordCallbacks } from "../inbound/record-callbacks.ts";
import { countStatuses } from "../metrics/counters.ts";
import { requiredCallbacks } from "../provider/kinds.ts";
import { answerTo, magicRecipients } from "../provider/simulated/send.ts";
import { messageDeliveries, otpDeliveries } from "../texts/delivery-tables.ts";
import { findWaiting, simulateDelivery } from "./simulate-delivery.ts";

/**
 * Moves the texts of the simulated carrier one status on. A text that reaches the answering recipient gets a reply.
 * The reply is an ordinary callback. The transaction that delivers the text records it, so there is exactly one. A
 * crash after texts that `runInPlaces` moves apart loses the reply.
 *
 * @returns how many texts were moved
 */
export async function simulateCarrier(em: EntityManager): Promise<number> {
  const statuses = await em.transactional(async (tx) => {
    const waiting = [await findWaiting(tx, messageDeliveries), await findWaiting(tx, otpDeliveries)].flat();
    const ended = await runInPlaces(tx, waiting, async (own, some) => {
      const moved = await simulateDelivery(own, messageDeliveries, some);
      const answers = await findAnswers(own, moved);
      const passcodes = await simulateDelivery(own, otpDeliveries, some);
      await recordStatusEvents(own, [...moved, ...passcodes]);
      return { answers, statuses: [...moved, ...passcodes].map(({ status }) => status) };
    });
    const answers = ended.flatMap((each) => each.answers);
    if (answers.length > 0) await recordCallbacks(tx, answers);
    return ended.flatMap((each) => each.statuses);
  });
  countStatuses("simulated", statuses);
  return statuses.length;
}

async function findAnswers(tx: EntityManager, moved: StatusChange[]): Promise<NewCallback[]> {
  const delivered = moved.filter(({ status }) => status === "delivered");
  if (delivered.length === 0) return [];
  const { rows: texts } = await sql<{ id: string; phone_number: string; test_mode: boolean }>`
    select m.id, n.phone_number, m.test_mode
    from ${rows("a", delivered, { teamId: "uuid", id: "uuid" })}
    join message m on m.team_id = a.team_id and m.id = a.id
    join thread t on t.team_id = m.team_id and t.id = m.thread_id and t.contact_phone = ${magicRecipients.answering}
    join business_number n on n.team_id = t.team_id and n.id = t.business_number_id
  `.execute(queries(tx));
  return texts.map(({ id, phone_number, test_mode }) => {
    const fields = requiredCallbacks.inboundForm(answerTo(id, phone_number), "YES");
    const read = readCallback(requiredCallbacks.reader, "inbound", { fields, query: {} });
    return { ...read, id: newId(), testMode: test_mode, signature: null, providerAccountId: null };
  });
}
