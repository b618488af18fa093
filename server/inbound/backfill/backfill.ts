/**
 * Records callbacks that did not arrive, from the carrier's own list of texts: inbound texts, and statuses of outbound ones.
 *
 * Promises: a text gets the id that its callback would have had, so it has no second effect, if the callback comes after
 * all, or if this runs twice or in two processes. Texts of a day are recorded in the order in which they were sent, so the
 * last keyword of a phone counts, and one from before what is known here does not. An interrupted run is repeated whole. Of a
 * text whose sender was erased later, at most the opt-out is recorded.
 * Costs: requests for the pages of each day, and one for each missing text that the list has only in part. A day's missing
 * texts are in memory.
 */
import { emOfTeam } from "../../db/commit/of-teams.ts";
import type { Orm } from "../../db/orm.ts";
import { newId } from "../../db/schema/ids.ts";
import type { Timestamp } from "../../db/timestamp.ts";
import type { FindHashers } from "../../opt-outs/erased/find-hashers.ts";
import type { ProviderCallback } from "../../provider/callbacks.ts";
import type { TextHistory, TextPage } from "../../provider/history.ts";
import { type CarrierHistory, storedIdOf } from "../../provider-accounts/histories.ts";
import { saidIn } from "../read-callback.ts";
import { recordCallbacks } from "../record-callbacks.ts";
import { recordKeywords } from "../record-keywords.ts";
import { findDeciding, findErased, type LostOptOut, recordLostOptOuts } from "./erased.ts";
import { findBehind, findOwn, findUnrecorded, type OwnText } from "./find-missing.ts";

export interface BackfillOptions {
  orm: Orm;
  /** All carriers of the installation. */
  carriers: CarrierHistory[];
  since: Timestamp;
  until: Timestamp;
  findHashers: FindHashers;
  /** Whether missing texts are only counted. */
  dryRun: boolean;
}

/** What a carrier has listed, and how much of it was missing. */
export interface Backfilled {
  listed: number;
  /** The missing inbound texts, without those whose senders were erased later. */
  texts: number;
  /** How many of the texts are keywords, and the opt-outs of senders that were erased later. */
  keywords: number;
  statuses: number;
}

const hourMilliseconds = 3_600_000;
const dayMilliseconds = 24 * hourMilliseconds;

/** How much earlier the list begins: a text may have been on its way, and clocks differ. What is known has no effect. */
export const marginMilliseconds = hourMilliseconds;

/** How many callbacks are recorded in a transaction. */
const batchSize = 500;

/** A day with more pages ends the command, because the order of its texts could not be kept. */
const maxPages = 1_000;

/** Records what a carrier has and we lack. @throws AccountRefusal and network errors of the carrier */
export async function backfill(
  carrier: CarrierHistory & { history: TextHistory },
  options: BackfillOptions,
): Promise<Backfilled> {
  const from = Date.parse(options.since) - marginMilliseconds;
  const to = Date.parse(options.until);
  const sum: Backfilled = { listed: 0, texts: 0, keywords: 0, statuses: 0 };
  for (let day = from - (from % dayMilliseconds); day < to; day += dayMilliseconds) {
    const callbacks: LateCallback[] = [];
    for await (const { texts } of pagesOf(carrier.history, new Date(day).toISOString().slice(0, 10))) {
      const inSpan = texts.filter(({ at }) => at >= from && at < to);
      sum.listed += inSpan.length;
      callbacks.push(...(await findMissing(carrier, inSpan, options)));
    }
    const inOrder = callbacks.toReversed().toSorted((a, b) => a.at - b.at);
    const kinds = inOrder.map(kindOf);
    sum.texts += kinds.filter((kind) => kind === "keyword" || kind === "text").length;
    sum.keywords += kinds.filter((kind) => kind === "keyword" || kind === "erased").length;
    sum.statuses += kinds.filter((kind) => kind === "status").length;
    if (!options.dryRun) await recordInOrder(options, inOrder);
  }
  return sum;
}

/** The pages of a day. */
async function* pagesOf(history: TextHistory, day: string): AsyncGenerator<TextPage> {
  let page: TextPage = await history.listDay(day);
  yield page;
  for (let count = 1; page.next !== undefined; count += 1) {
    if (count === maxPages) throw new Error(`The carrier lists more than ${maxPages} pages for ${day}.`);
    page = await history.listDay(day, page.next);
    yield page;
  }
}

/** A callback that did not arrive, with the time of its text, or what is left of one whose sender was erased later. */
type LateCallback = { at: number } & ({ callback: ProviderCallback } | { optOut: LostOptOut });

/** Finds what is missing of a page. */
export async function findMissing(
  carrier: CarrierHistory,
  texts: TextPage["texts"],
  { orm, carriers, findHashers }: Pick<BackfillOptions, "orm" | "carriers" | "findHashers">,
): Promise<LateCallback[]> {
  // An account may be known under two names, or a number may have moved from one to the other.
  const alike = carriers.filter(({ kind, name }) => kind === carrier.kind && name !== carrier.name);
  const idsOf = (id: string) => [carrier, ...alike].map((each) => storedIdOf(each, id));
  const own = await findOwn(orm, texts, idsOf);
  if (own.length === 0) return [];
  const first = own.reduce((least, { listed }) => Math.min(least, listed.at), Number.POSITIVE_INFINITY);
  const late: LateCallback[] = [];
  const unrecorded = (await findUnrecorded(orm, own, timestampOf(first - marginMilliseconds))).map((text) => {
    return { ...text, phone: text.listed.from, sentAt: timestampOf(text.listed.at) };
  });
  const erased = await findErased(orm, unrecorded, findHashers);
  for (const text of unrecorded) {
    const hash = erased.get(text);
    if (hash === undefined) late.push(await inboundOf(carrier, text));
    else late.push(...(await optOutOf(orm, { ...text, hash })));
  }
  for (const text of await findBehind(orm, own)) late.push(statusOf(carrier, text));
  return late;
}

const common = { testMode: false, signature: null, recordId: null };

/** What is shown as the fields of such a callback. */
const fieldsOf = (sentAt: Timestamp) => ({ source: "messaging callbacks backfill", sentAt });

const timestampOf = (at: number): Timestamp => new Date(at).toISOString().replace("Z", "000Z");

async function inboundOf({ accountId }: CarrierHistory, { listed, ids, teamId }: OwnText): Promise<LateCallback> {
  const { at, read } = listed;
  const sentAt = timestampOf(at);
  const said = { kind: "inbound" as const, content: { ...(await read()), sentAt }, fields: fieldsOf(sentAt) };
  const origin = { providerId: ids[0]!, recordTeamId: teamId, providerAccountId: accountId };
  return { at, callback: { ...common, ...said, ...origin } };
}

/** The opt-out of an erased sender, if the text is one and changes something. */
async function optOutOf(
  orm: Orm,
  { listed, teamId, phone, hash, sentAt }: OwnText & Omit<LostOptOut, "said">,
): Promise<LateCallback[]> {
  const said = saidIn(await listed.read());
  if (said?.consent !== "opted_out") return [];
  const deciding = await findDeciding(emOfTeam(orm, teamId), [{ teamId, phone, hash, sentAt, said }]);
  return deciding.map((optOut) => ({ at: listed.at, optOut }));
}

function statusOf({ accountId }: CarrierHistory, { listed, id, teamId }: OwnText & { id: string }): LateCallback {
  const { at, from, to, status, errorCode } = listed;
  const content = { from, to, status, ...(errorCode !== undefined && { errorCode }) };
  const origin = { providerId: id, recordTeamId: teamId, providerAccountId: accountId };
  const said = { kind: "status" as const, content, fields: fieldsOf(timestampOf(at)) };
  return { at, callback: { ...common, ...said, ...origin } };
}

type Kind = "erased" | "keyword" | "text" | "status";

function kindOf(late: LateCallback): Kind {
  if ("optOut" in late) return "erased";
  const { callback } = late;
  if (callback.kind !== "inbound") return "status";
  return saidIn(callback.content) === undefined ? "text" : "keyword";
}

/** How a kind is recorded. A batch has keywords or other callbacks, as those that arrive have. */
const batchOf = (kind: Kind) => (kind === "text" || kind === "status" ? "other" : kind);

/** Records what did not arrive, in its order. */
async function recordInOrder(
  { orm, findHashers }: Pick<BackfillOptions, "orm" | "findHashers">,
  late: LateCallback[],
): Promise<void> {
  for (let start = 0; start < late.length; ) {
    const kind = batchOf(kindOf(late[start]!));
    const rest = late.slice(start, start + batchSize);
    const other = rest.findIndex((each) => batchOf(kindOf(each)) !== kind);
    const batch = other === -1 ? rest : rest.slice(0, other);
    const optOuts = batch.flatMap((each) => ("optOut" in each ? each.optOut : []));
    const callbacks = batch.flatMap((each) => ("callback" in each ? { ...each.callback, id: newId() } : []));
    await orm.em.fork().transactional(async (tx) => {
      if (kind === "erased") await recordLostOptOuts(tx, optOuts);
      else if (kind === "keyword") await recordKeywords(tx, callbacks, findHashers);
      else await recordCallbacks(tx, callbacks);
    });
    start += batch.length;
  }
}
