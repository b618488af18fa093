import type { PhoneDataItem, PhoneDataKind } from "../../../generated/api.ts";
import { contractDocument } from "../../contract/document.ts";
import { jsonBytes, takeWithin } from "../../db/sql/large-rows.ts";
import { type Found, type List, list, type Page, type PageRequest } from "../../operations/list.ts";
import type { Scope } from "../../operations/scope.ts";
import { hasherOf } from "../../opt-outs/erased/hasher.ts";
import type { SourceRequest } from "./source.ts";
import { sources } from "./sources.ts";

type Position = Pick<PhoneDataItem, "kind" | "createdAt" | "id">;

const kinds = Object.keys(sources) as PhoneDataKind[];

/** How many records are read together, because they can be large. */
const recordsAtOnce = 16;

const { pageBytes } = contractDocument["x-limits"];

/**
 * Lists what a team keeps about a phone, in both modes: one kind after the other. The page may end before it is full, even
 * without any record.
 *
 * @throws validation_error for a cursor of another list; server_error (503) if no secret key opens the team's hashes
 */
export async function exportPhoneData(
  scope: Scope,
  phone: string,
  page: PageRequest,
): Promise<Page<PhoneDataItem, Position>> {
  const hash = hasherOf(scope)?.(phone);
  const names = hash === undefined ? [phone] : [phone, hash];
  const phoneData: List<PhoneDataItem, keyof Position> = {
    name: "phone-data",
    filter: phone,
    order: ["kind", "createdAt", "id"],
    read: (em, after, limit) => walk({ em, teamId: scope.teamId, phone, names, limit }, after),
  };
  const within = { maxBytes: pageBytes, isPartial: () => false, readWhole: async () => [] };
  return list(scope, page, phoneData, (rows) => takeWithin(rows, within));
}

/** Reads source after source, until there is enough for a page or a search has given up. */
async function walk(
  { limit, ...request }: Omit<SourceRequest, "after">,
  start: Position | undefined,
): Promise<Found<PhoneDataItem, Position>> {
  const rows: PhoneDataItem[] = [];
  let bytes = 0;
  for (const kind of start ? kinds.slice(kinds.indexOf(start.kind)) : kinds) {
    let after = kind === start?.kind ? start : undefined;
    do {
      const atOnce = Math.min(recordsAtOnce, limit - rows.length);
      const { records, next } = await sources[kind]({ ...request, after, limit: atOnce });
      rows.push(...records.map((record) => ({ kind, ...record }) as PhoneDataItem));
      bytes += records.reduce((sum, { data }) => sum + jsonBytes(data), 0);
      after = next && { kind, ...next };
      if (after && (bytes > pageBytes || records.length < atOnce)) return { rows, end: after };
    } while (after && rows.length < limit);
    if (rows.length >= limit) break;
  }
  return { rows, end: undefined };
}
