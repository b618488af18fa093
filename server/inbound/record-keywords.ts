import { sql } from "kysely";
import { findOwners } from "../business-numbers/find-owners.ts";
import { readClock } from "../db/clock.ts";
import type { Result } from "../db/commit/batcher.ts";
import { findOutOfReach } from "../db/commit/each-place.ts";
import { runInPlaces } from "../db/commit/of-teams.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import { lockPhones } from "../db/sql/locks.ts";
import { rows } from "../db/sql/rows.ts";
import type { Timestamp } from "../db/timestamp.ts";
import type { FindHashers } from "../opt-outs/erased/find-hashers.ts";
import { type NewConsent, nextSequences, recordConsents } from "../opt-outs/record-consents.ts";
import { combineTraces, findInterrupted, findRecorded, findSaid } from "./find-seen.ts";
import { findStored } from "./find-stored.ts";
import { findSuperseded } from "./find-superseded.ts";
import { judge, type Keyword, type Verdict } from "./judge-keywords.ts";
import { saidIn, senderOf } from "./read-callback.ts";
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
 * sender are recorded like other callbacks, as are those of a team whose rows are out of reach.
 *
 * @see docs/decisions.md, Opt-outs
 */
export async function recordKeywords(
  tx: EntityManager,
  callbacks: NewCallback[],
  findHashers: FindHashers,
  again = false,
): Promise<Result<void>[]> {
  const owners = await findOwners(
    tx,
    callbacks.flatMap(({ content }) => content.to ?? []),
  );
  const away = await findOutOfReach(tx, [...owners.values()]);
  const keywords: Keyword[] = [];
  const others: NewCallback[] = [];
  for (const callback of callbacks) {
    const owner = owners.get(callback.content.to ?? "");
    const phone = callback.kind === "inbound" ? senderOf(callback.content) : null;
    const said = callback.kind === "inbound" ? saidIn(callback.content) : undefined;
    // The consent of a team whose rows are out of reach changes when its job stores the text.
    if (owner && phone !== null && said && !away.has(owner.teamId)) {
      keywords.push({ callback, teamId: owner.teamId, phone, said, providerId: callback.providerId });
    } else others.push(callback);
  }

  if (others.length > 0) await recordCallbacks(tx, others, again);
  if (keywords.length > 0) await record(tx, keywords, findHashers);
  return callbacks.map(() => ({ ok: true, value: undefined }));
}

async function record(tx: EntityManager, keywords: Keyword[], findHashers: FindHashers): Promise<void> {
  const ended = await runInPlaces(tx, keywords, (own, some, isApart) =>
    consent(own, tx, some, { isApart, findHashers }),
  );
  const verdicts = new Map(ended.flat());
  const inOrder = keywords.map((keyword) => verdicts.get(keyword)!);
  await insert(tx, inOrder);
  await enqueueJobs(
    tx,
    inOrder.filter(({ isDuplicate }) => !isDuplicate).map(({ keyword }) => keyword.callback),
  );
}

/**
 * Judges keywords under the locks of their phones, and changes consents.
 *
 * @param options `isApart`: whether this commits before `tx`. If a crash comes between, the consent is in force, and the carrier
 *   repeats the callback, which is then recorded.
 */
async function consent(
  own: EntityManager,
  tx: EntityManager,
  keywords: Keyword[],
  { isApart, findHashers }: { isApart: boolean; findHashers: FindHashers },
): Promise<[Keyword, Received][]> {
  await lockPhones(own, keywords, "exclusive");
  // These queries run after the lock, so they see the keywords of earlier holders.
  const ofTeams = Promise.all([findSaid(own, keywords), findStored(own, keywords)]);
  if (isApart) await ofTeams;
  const [[said, stored], recorded, sequences, now] = await Promise.all([
    ofTeams,
    findRecorded(tx, keywords),
    nextSequences(tx, keywords.length),
    readClock(tx),
  ]);
  const [interrupted, superseded] = await Promise.all([
    findInterrupted(tx, keywords, said),
    findSuperseded(own, keywords.map(toSaying)),
  ]);
  const seen = combineTraces(keywords, [...recorded, ...said]);
  const verdicts = judge(keywords, { seen, stored, interrupted });
  const consents = verdicts.flatMap(({ keyword, counts }, index): NewConsent | [] => {
    const { callback, said, ...rest } = keyword;
    const { id: messageId, signature } = callback;
    if (!counts || superseded.has(index)) return [];
    const { sentAt: occurredAt } = toSaying(keyword);
    return { ...rest, ...said, sequence: sequences[index]!, now, messageId, signature, occurredAt };
  });
  await recordConsents(own, consents, findHashers);
  return keywords.map((keyword, index) => [keyword, { ...verdicts[index]!, now }]);
}

const toSaying = ({ teamId, phone, said, callback: { content } }: Keyword) => ({
  teamId,
  phone,
  consent: said.consent,
  ...("sentAt" in content && { sentAt: content.sentAt }),
});

/** The decision about a keyword, and the time of its receipt. */
type Received = Verdict & { now: Timestamp };

/** Inserts callbacks in the order of receipt. An earlier attempt may have committed them. */
async function insert(tx: EntityManager, received: Received[]): Promise<void> {
  const callbacks = received.map(({ keyword: { callback, teamId }, isDuplicate, isRepeated, now }) => {
    return { ...callback, teamId, isDuplicate, isRepeated, now };
  });
  const own = { teamId: "uuid", isDuplicate: "boolean", isRepeated: "boolean", now: "timestamptz" } as const;
  await sql`
    insert into callback (${givenColumns}, signature, received_at, team_id, outcome, processed_at)
    select ${givenValues}, case when not is_repeated then signature end, now, team_id,
      case when is_duplicate then 'duplicate' end, case when is_duplicate then now end
    from ${rows("a", callbacks, { ...callbackColumns, ...own }, "ord")}
    order by ord
    on conflict (id) do nothing
  `.execute(queries(tx));
}
