import { Some } from "./made.ts";
import type { Ask } from "./team.ts";

const defaultSize = 15;

/**
 * The page of a list that is asked for. Where it begins, the walk that asks for it knows: its cursor is the server's,
 * which nobody else can read.
 */
export function pageOf<T>(all: T[], { query, start = 0 }: Ask): { items: T[]; nextCursor: Some | null } {
  const end = start + Number(query.per_page ?? defaultSize);
  return { items: all.slice(start, end), nextCursor: end < all.length ? new Some() : null };
}
