/**
 * Inbound texts that arrive in parts, each of which is acknowledged on its own.
 *
 * Promises: a part is stored before it is acknowledged, at any process. The last part records the whole text in the same
 * transaction. A text whose parts do not all arrive within ten minutes is recorded with those that did.
 * Costs: four statements for a batch of parts, and a look at the table once in a minute.
 */
import { type RawBuilder, sql } from "kysely";
import type { Result } from "../db/commit/batcher.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import { newId } from "../db/schema/ids.ts";
import { lockNames } from "../db/sql/locks.ts";
import { rows } from "../db/sql/rows.ts";
import { type ProviderCallback, storableText, type TextPart } from "../provider/callbacks.ts";
import { repetitionPeriod } from "./find-seen.ts";
import { type NewCallback, recordCallbacks } from "./record-callbacks.ts";

/** A part, and the callback that it arrived as. */
export interface NewPart {
  callback: ProviderCallback;
  part: TextPart;
}

/** How long a text waits for its parts. */
const waitPeriod = sql`interval '10 minutes'`;

/** How many texts one step gives up. */
const stepSize = 100;

/** The length of the columns for phones. */
const maxCharacters = 64;

/** What the parts of a text have in common. */
interface TextKey {
  providerAccountId: string;
  sender: string;
  recipient: string;
  reference: number;
  parts: number;
}

interface StoredPart extends TextKey {
  part: number;
  /** As JSON. */
  text: string;
}

/** Stores a batch of parts, and records the texts that they complete. A repeated part has no effect. */
export async function recordParts(tx: EntityManager, items: NewPart[]): Promise<Result<void>[]> {
  // The last of equal ones, because a statement can store a row once.
  const given = [...new Map(items.map(storedOf).map((each) => [`${nameOf(each)}\n${each.part}`, each])).values()];
  await lockNames(tx, given.map(nameOf));
  await forgetEarlier(tx, given);
  await sql`
    insert into inbound_part (provider_account_id, sender, recipient, reference, parts, part, text, received_at)
    select a.*, clock_timestamp() from ${partRows(given)}
    on conflict (provider_account_id, sender, recipient, reference, parts, part) do update
    set text = excluded.text, received_at = excluded.received_at where inbound_part.joined_at is null
  `.execute(queries(tx));
  const { rows: whole } = await sql<PartRow>`
    update inbound_part p set joined_at = clock_timestamp()
    from (
      select ${keyOf("p")} from (select distinct ${keyOf("a")} from ${partRows(given)}) as a
      join inbound_part p on ${sameText("p", "a")}
      group by ${keyOf("p")}
      having count(*) = p.parts and bool_and(p.joined_at is null)
    ) as whole
    where ${sameText("p", "whole")}
    returning ${keyOf("p")}, p.part, p.text
  `.execute(queries(tx));
  if (whole.length > 0) await recordCallbacks(tx, callbacksOf(whole));
  return items.map(() => ({ ok: true, value: undefined }));
}

/**
 * Deletes the parts that can no longer be repeated, and records the texts that have waited long enough, without their missing
 * parts. Returns the number of these texts.
 */
export function giveUpParts(em: EntityManager): Promise<number> {
  return em.transactional(async (tx) => {
    await sql`
      delete from inbound_part where joined_at < clock_timestamp() - ${repetitionPeriod}
    `.execute(queries(tx));
    const { rows: due } = await sql<PartRow>`
      select ${keyOf("p")} from inbound_part p where p.joined_at is null
      group by ${keyOf("p")} having max(p.received_at) < clock_timestamp() - ${waitPeriod}
      limit ${stepSize}
    `.execute(queries(tx));
    if (due.length === 0) return 0;
    const given = due.map(partOf);
    await lockNames(tx, given.map(nameOf));
    // Asked again under the locks, because another process may have received a part, or given up the text.
    const { rows: left } = await sql<PartRow>`
      delete from inbound_part p using ${partRows(given)}
      where ${sameText("p", "a")} and p.joined_at is null and not exists (
        select from inbound_part q where ${sameText("q", "p")} and q.received_at >= clock_timestamp() - ${waitPeriod}
      )
      returning ${keyOf("p")}, p.part, p.text
    `.execute(queries(tx));
    const callbacks = callbacksOf(left);
    if (callbacks.length > 0) await recordCallbacks(tx, callbacks);
    return callbacks.length;
  });
}

/**
 * Deletes the parts of an earlier text whose reference is used again: those that were joined more than a minute ago, and those
 * that differ from a given part with the same number.
 */
async function forgetEarlier(tx: EntityManager, given: StoredPart[]): Promise<void> {
  await sql`
    delete from inbound_part p using (
      select distinct ${keyOf("p")} from ${partRows(given)}
      join inbound_part p on ${sameText("p", "a")} and p.joined_at is not null
      where p.joined_at < clock_timestamp() - ${repetitionPeriod} or (p.part = a.part and p.text <> a.text)
    ) as earlier
    where ${sameText("p", "earlier")}
  `.execute(queries(tx));
}

const keyColumns = ["provider_account_id", "sender", "recipient", "reference", "parts"];

const keyOf = (alias: string): RawBuilder<unknown> =>
  sql.raw(keyColumns.map((column) => `${alias}.${column}`).join(", "));

/** SQL that is true if two rows are parts of one text. */
const sameText = (one: string, other: string): RawBuilder<unknown> =>
  sql.raw(keyColumns.map((column) => `${one}.${column} = ${other}.${column}`).join(" and "));

const partRows = (parts: StoredPart[]): RawBuilder<unknown> =>
  rows("a", parts, {
    providerAccountId: "uuid",
    sender: "text",
    recipient: "text",
    reference: "int",
    parts: "int",
    part: "int",
    text: "text",
  });

interface PartRow {
  provider_account_id: string;
  sender: string;
  recipient: string;
  reference: number;
  parts: number;
  part: number;
  text: string;
}

const partOf = ({ provider_account_id: providerAccountId, ...row }: PartRow): StoredPart => ({
  providerAccountId,
  ...row,
});

function storedOf({ callback: { providerAccountId, content }, part }: NewPart): StoredPart {
  const { from, to, text } = content as { from: string | null; to: string | null; text: string };
  return {
    providerAccountId: providerAccountId!,
    sender: storablePhone(from),
    recipient: storablePhone(to),
    reference: part.reference,
    parts: part.count,
    part: part.number,
    text: JSON.stringify(text),
  };
}

/** A phone as it is stored; empty for one that cannot be. */
const storablePhone = (phone: string | null) => (phone !== null && phone.length <= maxCharacters ? phone : "");

const nameOf = ({ providerAccountId, sender, recipient, reference, parts }: TextKey): string =>
  ["part", providerAccountId, sender, recipient, reference, parts].join("\n");

/** The texts of parts, each as one callback. */
function callbacksOf(found: PartRow[]): NewCallback[] {
  const texts = Map.groupBy(found.map(partOf), nameOf).values();
  return [...texts].map((own): NewCallback => {
    const { providerAccountId, sender, recipient, parts } = own[0]!;
    const [from, to] = [sender || null, recipient || null];
    return {
      id: newId(),
      kind: "inbound",
      content: { from, to, text: joined(own) },
      fields: { source: from, destination: to, parts, received: own.length },
      providerId: null,
      recordId: null,
      recordTeamId: null,
      testMode: false,
      signature: null,
      providerAccountId,
    };
  });
}

/** The parts in their order. An ellipsis stands for those that are missing. */
function joined(own: StoredPart[]): string {
  const byNumber = new Map(own.map(({ part, text }) => [part, JSON.parse(text) as string]));
  const pieces = Array.from({ length: own[0]!.parts }, (_, index) => byNumber.get(index + 1) ?? missing);
  return storableText(pieces.filter((piece, index) => piece !== missing || pieces[index - 1] !== missing).join(""));
}

const missing = "…";
