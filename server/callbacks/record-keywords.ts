import { sql } from "kysely";
import { findOwners } from "../business-numbers/find-owners.ts";
import type { Result } from "../db/batching/batcher.ts";
import { lockPhones } from "../db/locks.ts";
import { isTeamAway } from "../db/nodes.ts";
import { type EntityManager, ormOf, queries } from "../db/orm.ts";
import { rows } from "../db/rows.ts";
import { fromPostgres, type Timestamp } from "../db/timestamp.ts";
import { type NewConsent, recordConsents } from "../opt-outs/record-consents.ts";
import { findSeen } from "./find-seen.ts";
import { findStored } from "./find-stored.ts";
import { judge, type Keyword, type Verdict } from "./judge-keywords.ts";
import { readField, readProviderId, readSaid, readSender } from "./read-fields.ts";
import {
  callbackColumns,
  enqueueJobs,
  givenColumns,
  givenValues,
  type NewCallback,
  recordCallbacks,
} from "./record-callbacks.ts";

/**
 * Records keywords and changes the consent of their senders in the same transaction. So an opt-out needs no worker, and
 * every text that is recorded later respects it. Jobs store the keywords as messages. Keywords of a phone are judged one
 * after the other, under the lock of the phone, so that repetitions are detected. Keywords without a known number or
 * sender are recorded like other callbacks, as are those of a team whose node is away.
 *
 * @see docs/decisions.md, Opt-outs
 */
export async function recordKeywords(
  tx: EntityManager,
  callbacks: NewCallback[],
  again = false,
): Promise<Result<void>[]> {
  const owners = await findOwners(
    tx,
    callbacks.flatMap((callback) => readField(callback, "To") ?? []),
  );
  const keywords: Keyword[] = [];
  const others: NewCallback[] = [];
  for (const callback of callbacks) {
    const owner = owners.get(readField(callback, "To") ?? "");
    const phone = readSender(callback);
    const said = readSaid(callback);
    // The consent of a team whose node is away changes when its job stores the text.
    if (owner && phone !== null && said && !isTeamAway(ormOf(tx), owner.teamId)) {
      keywords.push({ callback, teamId: owner.teamId, phone, said, providerId: readProviderId(callback) });
    } else others.push(callback);
  }

  if (others.length > 0) await recordCallbacks(tx, others, again);
  if (keywords.length > 0) await record(tx, keywords);
  return callbacks.map(() => ({ ok: true, value: undefined }));
}

async function record(tx: EntityManager, keywords: Keyword[]): Promise<void> {
  await lockPhones(tx, keywords, "exclusive");
  // These queries run after the lock, so they see the keywords of earlier holders.
  const [seen, stored] = await Promise.all([findSeen(tx, keywords), findStored(tx, keywords)]);
  const verdicts = judge(keywords, seen, stored);
  const received = await insert(tx, verdicts);
  const consents = verdicts.flatMap(({ keyword, counts }): NewConsent | [] => {
    const { callback, said, ...rest } = keyword;
    const receipt = received.get(callback.id);
    // An earlier attempt has already committed this callback.
    if (!counts || !receipt) return [];
    return { ...rest, ...said, ...receipt, messageId: callback.id, signature: callback.signature };
  });
  await recordConsents(tx, consents);
  await enqueueJobs(
    tx,
    verdicts.filter(({ isDuplicate }) => !isDuplicate).map(({ keyword }) => keyword.callback),
  );
}

/** The timestamp of a keyword and its position in the order of receipt. */
interface Receipt {
  sequence: string;
  now: Timestamp;
}

/**
 * Inserts callbacks in the order of receipt, and returns the receipts of those that were not stored yet. A consent gets
 * the position after that of its callback: a worker of an earlier version may still log the callback's own position.
 */
async function insert(tx: EntityManager, verdicts: Verdict[]): Promise<Map<string, Receipt>> {
  const callbacks = verdicts.map(({ keyword: { callback, teamId }, isDuplicate, isRepeated }) => {
    return { ...callback, teamId, isDuplicate, isRepeated };
  });
  const inserted = await sql<{ id: string; sequence: string; received_at: string }>`
    insert into callback (${givenColumns}, signature, received_at, team_id, outcome, processed_at)
    select ${givenValues}, case when not is_repeated then signature end, now, team_id,
      case when is_duplicate then 'duplicate' end, case when is_duplicate then now end
    from ${rows("a", callbacks, { ...callbackColumns, teamId: "uuid", isDuplicate: "boolean", isRepeated: "boolean" }, "ord")}
    cross join (select clock_timestamp() as now) as clock
    order by ord
    on conflict (id) do nothing
    returning id, nextval(pg_get_serial_sequence('callback', 'sequence'))::text as sequence, received_at
  `.execute(queries(tx));
  return new Map(
    inserted.rows.map(({ id, sequence, received_at }) => [id, { sequence, now: fromPostgres(received_at) }]),
  );
}
