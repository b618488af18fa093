/**
 * The list of texts of the Twilio door: those that wait or were canceled, then the messages, newest first. A page is full
 * or the last one, and no page after another is empty, because Twilio's client for Java ends at an empty page.
 */
import type { MessageRecord } from "../../../generated/api.ts";
import { contractDocument } from "../../contract/document.ts";
import { queries } from "../../db/orm.ts";
import { fail } from "../../errors.ts";
import type { PageRequest } from "../../operations/list.ts";
import type { Scope } from "../../operations/scope.ts";
import { presentRecord } from "../../texts/look-up/present.ts";
import { type SearchFilter, searchMessages } from "../../texts/look-up/search.ts";
import { type PendingSearch, searchPending } from "../../texts/pending/find-pending.ts";
import { presentPending } from "../../texts/pending/present.ts";

const { pageBytes } = contractDocument["x-limits"];

/** How long a page may take. Messages that do not match are skipped until it is full. */
const maxMilliseconds = 2_000;

/** Which texts are listed. */
export interface MessageFilter {
  to: string | undefined;
  from: string | undefined;
  since: SearchFilter["since"];
  until: SearchFilter["until"];
}

/** Where a page begins: in a part of the list, at its beginning or after a cursor. */
export interface ListPosition {
  part: number;
  cursor: string | undefined;
}

export interface MessageList {
  messages: MessageRecord[];
  /** Where the next page begins; undefined at the end. */
  next: ListPosition | undefined;
}

interface Rows {
  rows: MessageRecord[];
  nextCursor: string | null;
}

type ReadPart = (page: PageRequest) => Promise<Rows>;

/**
 * Reads a page of texts of the team, in the mode of the request.
 *
 * @throws validation_error for a position of another list; server_error (503) if it takes too long
 */
export async function listMessages(
  scope: Scope,
  filter: MessageFilter,
  size: number,
  start: ListPosition,
): Promise<MessageList> {
  const parts = await partsOf(scope, filter);
  const deadline = performance.now() + maxMilliseconds;

  async function fill(first: ListPosition, count: number): Promise<MessageList> {
    const messages: MessageRecord[] = [];
    let next: ListPosition | undefined = first;
    let bytes = 0;
    while (next && messages.length < count && bytes < pageBytes) {
      const { part, cursor }: ListPosition = next;
      if (performance.now() > deadline) fail("server_error", { status: 503, retryAfterSeconds: 1, message: tooSlow });
      const page: Rows | undefined = await parts[part]?.({ per_page: count - messages.length, cursor });
      const rows = page?.rows ?? [];
      messages.push(...rows);
      bytes += rows.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
      if (page?.nextCursor) next = { part, cursor: page.nextCursor };
      else next = part + 1 < parts.length ? { part: part + 1, cursor: undefined } : undefined;
    }
    return { messages, next };
  }

  const page = await fill(start, size);
  const isLast = !page.next || (await fill(page.next, 1)).messages.length === 0;
  return isLast ? { ...page, next: undefined } : page;
}

const tooSlow = "The list took too long. Ask again, or for fewer texts: by To, From or DateSent.";

/** The parts of the list. Texts that wait have no date and are outbound. */
async function partsOf(scope: Scope, filter: MessageFilter): Promise<ReadPart[]> {
  const search = await searchOf(scope, filter);
  if (!search) return [];
  const isOfWaiting = search.direction !== "inbound" && search.since === undefined && search.until === undefined;
  const statuses = isOfWaiting ? (["scheduled", "held", "canceled"] as const) : [];
  return [
    ...statuses.map(
      (status): ReadPart =>
        async (page) =>
          readWaiting(scope, { ...search, status }, page),
    ),
    async (page) => {
      const { rows, nextCursor } = await searchMessages(scope, { ...search, status: undefined }, page);
      return { rows: rows.map(presentRecord), nextCursor };
    },
  ];
}

async function readWaiting(scope: Scope, search: PendingSearch, page: PageRequest) {
  const { rows, nextCursor } = await searchPending(scope, search, page);
  const { businessNumberId } = search;
  const wanted = rows.filter((row) => businessNumberId === undefined || row.businessNumberId === businessNumberId);
  return { rows: wanted.map(presentPending), nextCursor };
}

/**
 * The search for texts to a phone and from a phone, each of a contact or of a business number. Undefined if there can be
 * none: between two phones that are not ours. A text between two of our numbers is found as the one that was sent.
 */
async function searchOf(scope: Scope, filter: MessageFilter): Promise<Omit<SearchFilter, "status"> | undefined> {
  const { to, from, since, until } = filter;
  const phones = [to, from].filter((each) => each !== undefined);
  const ids = await findNumbers(scope, phones);
  const [ownTo, ownFrom] = [ids.get(to ?? ""), ids.get(from ?? "")];
  const common = { since, until, campaign: undefined };
  const outbound = { direction: "outbound", phone: to, businessNumberId: ownFrom, ...common } as const;
  const inbound = { direction: "inbound", phone: from, businessNumberId: ownTo, ...common } as const;
  if (phones.length === 0) return { direction: undefined, phone: undefined, ...common };
  if (ownFrom) return outbound;
  if (ownTo) return inbound;
  if (phones.length === 2) return undefined;
  return to === undefined ? inbound : outbound;
}

/** The ids of the team's business numbers, by their phones. */
async function findNumbers({ em, teamId }: Scope, phones: string[]): Promise<Map<string, string>> {
  if (phones.length === 0) return new Map();
  const rows = await queries(em)
    .selectFrom("BusinessNumber")
    .select(["id", "phoneNumber"])
    .where("teamId", "=", teamId)
    .where("phoneNumber", "in", phones)
    .execute();
  return new Map(rows.map(({ id, phoneNumber }) => [phoneNumber, id]));
}
