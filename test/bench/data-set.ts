/**
 * Writes the data of a team, of any size and as years of use produce it. Contacts belong to companies; some have tags, and
 * some are duplicates. Threads have messages. The data is written in bulk. The columns for searches and duplicates have the
 * values that the service would write.
 */
import { sql } from "kysely";
import { type DuplicateKey, refreshDuplicates } from "../../server/contacts/duplicates/duplicate-groups.ts";
import { searchTextOf, trigramsOf } from "../../server/contacts/lists/search-text.ts";
import { contactsOfNewThreads } from "../../server/contacts/lists/shown-contacts.ts";
import { readClock } from "../../server/db/clock.ts";
import { type EntityManager, queries } from "../../server/db/orm.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { plusMicroseconds, type Timestamp } from "../../server/db/timestamp.ts";

export interface DataSetSize {
  contacts: number;
  threads: number;
  messages: number;
}

/** The owner of the data: a team, and the business number of the threads. */
export interface DataSetOwner {
  teamId: string;
  businessNumberId: string;
}

const batchSize = 2_000;
const companySize = 20;
const secondMicroseconds = 1_000_000;

const syllables = ["an", "be", "cor", "da", "el", "fi", "gus", "ha", "is", "jo", "ka", "lu", "mar", "no", "ol", "per"];

/** Fills an empty team. The service analyses the tables later. */
export async function writeDataSet(em: EntityManager, owner: DataSetOwner, size: DataSetSize): Promise<void> {
  const now = await readClock(em);
  await em.transactional(async (tx) => {
    const indexes = size.contacts === 0 ? [] : await dropSearchIndexes(tx);
    for (let first = 0; first < size.contacts; first += batchSize) {
      const count = Math.min(batchSize, size.contacts - first);
      const contacts = Array.from({ length: count }, (_, at) => makeContact(first + at, size.contacts, now));
      await writeContacts(tx, owner, contacts);
    }
    for (const definition of indexes) await tx.execute(definition);
    // The next statements join whole tables without statistics.
    await tx.execute("set local enable_nestloop = off");
    await groupSimilarNames(tx, owner);
    await markDuplicates(tx, owner, size.contacts);
    await writeThreads(tx, owner, size, now);
  });
  for (const table of ["contact", "contact_phone", "contact_tag", "duplicate_group", "thread", "message"]) {
    await em.execute(`vacuum ${table}`);
  }
}

interface MadeContact {
  id: string;
  name: string;
  company: string;
  external_id: string;
  tags: string[];
  ordinal: number;
  phones: string[];
  created_at: Timestamp;
}

/** The n-th of `of` contacts. Only its id and timestamps differ between runs. */
function makeContact(n: number, of: number, now: Timestamp): MadeContact {
  const { name, company, phone } = entryOf(n);
  return {
    id: newId(),
    name,
    company,
    // Some contacts share the external id, the phone or nearly the name of the previous contact.
    external_id: externalIdOf(n % 700 === 1 ? n - 1 : n),
    phones: [phone, ...(n % 500 === 1 ? [phoneOf(n - 1)] : [])],
    tags: [
      ...(n % 3 === 0 ? ["vip"] : []),
      ...(n % 100 === 0 ? ["percent"] : []),
      ...(n % 10_000 === 0 ? ["rare"] : []),
      // Only old contacts have this tag, so none of the newest has it.
      ...(n < of / 4 ? ["imported"] : []),
    ],
    ordinal: n,
    created_at: plusMicroseconds(now, (n - of) * 30 * secondMicroseconds),
  };
}

/** The searchable values of the n-th contact. */
export const entryOf = (n: number): { name: string; company: string; phone: string } => ({
  name: n % 900 === 1 ? `${fullNameOf(n - 1)}n` : fullNameOf(n),
  company: `${nameOf(Math.floor(n / companySize) * 31)} & Co ${Math.floor(n / companySize)}`,
  phone: phoneOf(n),
});

/** The id of the n-th thread of a team, which belongs to the n-th contact. */
export const threadIdOf = (n: number): string => `01900000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;

const fullNameOf = (n: number) => `${nameOf(n * 7919)} ${nameOf(n * 104_729 + 1)}`;
const externalIdOf = (n: number) => `crm-${n}`;
const phoneOf = (n: number) => `+1${2_000_000_000 + n}`;

function nameOf(seed: number): string {
  // A hash, so that names of neighbours differ.
  let rest = Math.imul(seed + 1, 0x9e3779b1) >>> 8;
  let name = "";
  for (let length = 0; length < 4; length++) {
    name += syllables[rest % syllables.length];
    rest = Math.floor(rest / syllables.length);
  }
  return name[0]!.toUpperCase() + name.slice(1);
}

async function writeContacts(tx: EntityManager, { teamId }: DataSetOwner, contacts: MadeContact[]): Promise<void> {
  const rows = contacts.map((contact) => {
    const searchText = searchTextOf(contact.name, contact.company, contact.phones);
    return { ...contact, search_text: searchText, search_trigrams: trigramsOf(searchText) };
  });
  const phones = contacts.flatMap(({ id, created_at, phones: numbers }) =>
    numbers.map((phone_number, at) => ({
      id: newId(),
      contact_id: id,
      phone_number,
      is_primary: at === 0,
      created_at,
    })),
  );
  const db = queries(tx);
  await sql`
    insert into contact (team_id, id, name, company, external_id, tags, notes, metadata, search_text, search_trigrams,
      ordinal, created_at, updated_at)
    select ${teamId}::uuid, id, name, company, external_id, tags, '{}', '{}', search_text, search_trigrams, ordinal,
      created_at, created_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as a (id uuid, name text, company text, external_id text,
      tags text[], search_text text, search_trigrams text[], ordinal int, created_at timestamptz)
  `.execute(db);
  await sql`
    insert into contact_phone (team_id, id, contact_id, contact_created_at, phone_number, is_primary, created_at,
      updated_at)
    select ${teamId}::uuid, id, contact_id, created_at, phone_number, is_primary, created_at, created_at
    from json_to_recordset(${JSON.stringify(phones)}::json) as a (id uuid, contact_id uuid, phone_number text,
      is_primary boolean, created_at timestamptz)
  `.execute(db);
  await sql`
    insert into contact_tag (team_id, tag, contact_created_at, contact_id)
    select team_id, unnest(tags), created_at, id from contact
    where team_id = ${teamId} and id = any(${contacts.map(({ id }) => id)}::uuid[])
  `.execute(db);
}

/**
 * Drops the search indexes and returns their definitions. Building an index afterwards takes a tenth of the time of
 * updating it during the inserts.
 */
async function dropSearchIndexes(em: EntityManager): Promise<string[]> {
  const indexes = await em.execute<{ indexname: string; indexdef: string }[]>(
    "select indexname, indexdef from pg_indexes where schemaname = 'public' and tablename = 'contact' and indexdef like '% USING gin %'",
  );
  for (const { indexname } of indexes) await em.execute(`drop index ${indexname}`);
  return indexes.map(({ indexdef }) => indexdef);
}

/** Groups contacts with similar names, as the service does for each contact. */
async function groupSimilarNames(em: EntityManager, { teamId }: DataSetOwner): Promise<void> {
  const { rows: pairs } = await sql<{ a: string; b: string }>`
    select a.id as a, b.id as b from contact a
    join contact b on b.team_id = a.team_id and lower(b.company) = lower(a.company) and a.id < b.id
    where a.team_id = ${teamId} and similarity(a.name, b.name) >= current_setting('pg_trgm.similarity_threshold')::real
  `.execute(queries(em));
  const groups = new Map<string, { id: string; members: string[] }>();
  for (const { a, b } of pairs) {
    const left = groups.get(a) ?? { id: newId(), members: [a] };
    const right = groups.get(b) ?? { id: left.id, members: [b] };
    if (left === right) continue;
    left.members.push(...right.members);
    for (const member of left.members) groups.set(member, left);
  }
  await sql`
    update contact c set name_group_id = a.group_id
    from unnest(${[...groups.keys()]}::uuid[], ${[...groups.values()].map(({ id }) => id)}::uuid[]) as a (id, group_id)
    where c.team_id = ${teamId} and c.id = a.id
  `.execute(queries(em));
  await refreshInBatches(
    em,
    [...groups.values()].map(({ id }) => ({ teamId, reason: "similar_name", key: id })),
  );
}

async function markDuplicates(em: EntityManager, { teamId }: DataSetOwner, contacts: number): Promise<void> {
  const every = (step: number) => Array.from({ length: Math.ceil(contacts / step) }, (_, at) => at * step);
  await refreshInBatches(em, [
    ...every(500).map((n): DuplicateKey => ({ teamId, reason: "same_phone", key: phoneOf(n) })),
    ...every(700).map((n): DuplicateKey => ({ teamId, reason: "same_external_id", key: externalIdOf(n) })),
  ]);
}

async function refreshInBatches(em: EntityManager, keys: DuplicateKey[]): Promise<void> {
  for (let first = 0; first < keys.length; first += batchSize) {
    await refreshDuplicates(em, { lost: [], gained: keys.slice(first, first + batchSize) });
  }
}

/** Writes threads with the first contacts, all with the same number of messages. Their newest messages are a second apart. */
async function writeThreads(
  em: EntityManager,
  { teamId, businessNumberId }: DataSetOwner,
  { threads, messages }: DataSetSize,
  now: Timestamp,
): Promise<void> {
  if (threads === 0) return;
  const perThread = Math.ceil(messages / threads);
  const db = queries(em);
  await sql`
    with phone as materialized (
      select ${teamId}::uuid as team_id, '+1' || (2000000000 + n) as contact_phone, n
      from generate_series(0, ${threads - 1}::bigint) as n
    ), shown_contact as (
      ${contactsOfNewThreads(sql`select team_id, contact_phone from phone`)}
    )
    insert into thread (team_id, id, business_number_id, contact_phone, contact_id, contact_name, contact_tags,
      message_count, last_direction, last_body, last_message_at, created_at)
    select team_id, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ${businessNumberId}::uuid,
      contact_phone, contact_id, contact_name, contact_tags, ${perThread}::int, case ${perThread}::int % 2 when 0 then 'outbound' else 'inbound' end,
      'Message ' || ${perThread}::int, ${now}::timestamptz - n * interval '1 second',
      ${now}::timestamptz - n * interval '1 second' - ${perThread - 1}::int * interval '1 minute'
    from phone left join shown_contact using (team_id, contact_phone)
  `.execute(db);
  // By ranges of threads, so that no statement inserts millions of rows.
  for (let first = 0; first < threads; first += 10 * batchSize) {
    await sql`
      insert into message (team_id, id, thread_id, direction, body, status, test_mode, created_at, updated_at)
      select ${teamId}::uuid, ('01900000-0000-7000-9000-' || lpad(to_hex(n * ${perThread}::int + m), 12, '0'))::uuid,
        ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
        case m % 2 when 0 then 'outbound' else 'inbound' end, 'Message ' || m,
        case m % 2 when 0 then 'delivered' else 'received' end, false, at, at
      from generate_series(${first}::bigint, ${Math.min(first + 10 * batchSize, threads) - 1}::bigint) as n,
        generate_series(1, ${perThread}::int) as m,
        lateral (
          select ${now}::timestamptz - n * interval '1 second' - (${perThread}::int - m) * interval '1 minute'
        ) as moment (at)
    `.execute(db);
  }
}
