import { sql } from "kysely";
import { type EntityManager, queries } from "../../db/orm.ts";
import { newId } from "../../db/schema/ids.ts";
import type { TeamPhone } from "../../db/sql/locks.ts";
import { rows } from "../../db/sql/rows.ts";
import type { Timestamp } from "../../db/timestamp.ts";
import type { NewEvent } from "../../events/record-events.ts";
import { type Suspicion, suspect } from "../phrases.ts";
import { type NewConsent, storeConsents } from "../record-consents.ts";
import { dueAfter } from "./cases.ts";

/** An inbound text that is stored, of a phone that is locked. */
export interface SuspectedText extends TeamPhone {
  text: string;
  messageId: string;
  businessNumberId: string;
  providerId: string | null;
  signature: string | null;
  sequence: string;
  /** When it was received. */
  now: Timestamp;
}

/**
 * Opens a case for each text that may withdraw consent in other words than a keyword, unless its phone has opted out or has
 * an open case. In a team that blocks such phones, the case opts the phone out, too. Texts without a suspicion cost no
 * statement. Returns the events to record, and the ids of the messages that have opted their phones out.
 */
export async function openCases(
  tx: EntityManager,
  texts: SuspectedText[],
  listening: Set<string>,
): Promise<{ events: NewEvent[]; optedOut: Set<string> }> {
  const cases = texts.flatMap((text) => {
    const suspicion = suspect(text.text);
    return suspicion ? { ...text, ...suspicion, id: newId(), dueAt: dueAfter(text.now) } : [];
  });
  if (cases.length === 0) return { events: [], optedOut: new Set() };
  const { rows: opened } = await sql<{ id: string; blocks: boolean }>`
    with opened as (
      insert into suspected_revocation (team_id, id, phone_number, message_id, business_number_id, kind, rule, due_at,
        created_at)
      select a.team_id, a.id, a.phone, a.message_id, a.business_number_id, a.kind, a.rule, a.due_at, a.now
      from ${rows("a", cases, {
        teamId: "uuid",
        id: "uuid",
        phone: "text",
        messageId: "uuid",
        businessNumberId: "uuid",
        kind: "text",
        rule: "text",
        dueAt: "timestamptz",
        now: "timestamptz",
      })}
      where not exists (
        select from opt_out o where o.team_id = a.team_id and o.phone_number = a.phone
      )
      on conflict (team_id, phone_number) where status = 'open' do nothing
      returning team_id, id
    )
    select o.id, t.suspected_revocations = 'block' as blocks from opened o join team t on t.id = o.team_id
  `.execute(queries(tx));
  const blocking = new Map(opened.map(({ id, blocks }) => [id, blocks]));
  const found = cases.filter(({ id }) => blocking.has(id));
  const blocked = found.filter(({ id }) => blocking.get(id));
  const changes = await storeConsents(tx, blocked.map(optOutOf));
  const events = [...changes, ...found.filter(({ teamId }) => listening.has(teamId)).map(eventOf)];
  return { events, optedOut: new Set(blocked.map(({ messageId }) => messageId)) };
}

type OpenedCase = SuspectedText & Suspicion & { id: string; dueAt: Timestamp };

const optOutOf = ({ teamId, phone, messageId, providerId, signature, sequence, now }: OpenedCase): NewConsent => ({
  teamId,
  phone,
  consent: "opted_out",
  source: "phrase",
  keyword: null,
  messageId,
  providerId,
  signature,
  sequence,
  now,
});

function eventOf({ teamId, id, phone, messageId, businessNumberId, kind, rule, dueAt, now }: OpenedCase): NewEvent {
  const data = { id, phone, messageId, businessNumberId, kind, rule, dueAt };
  return { teamId, type: "consent.suspected", testMode: false, businessNumberId, data, now };
}
