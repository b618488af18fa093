import { AnyText } from "./expected-values.ts";
import type { ApiRequest } from "./team.ts";

const defaultSize = 15;

/**
 * The requested page of a list. The request has its start, because the model cannot read the server's cursor.
 */
export function pageOf<T>(all: T[], { query, start = 0 }: ApiRequest): { items: T[]; nextCursor: AnyText | null } {
  const end = start + Number(query.per_page ?? defaultSize);
  return { items: all.slice(start, end), nextCursor: end < all.length ? new AnyText() : null };
}
