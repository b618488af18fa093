/**
 * Callbacks without `content`, which a process of a version before 2026-11-26 has recorded. All of them came by the
 * requirement's paths. An installation needs this file until the callbacks of that version are pruned, so it ends in
 * June 2027, with the default of `provider_id`.
 */
import type { CallbackKind } from "../db/schema/entities/callback.ts";
import type { Inbound, Status } from "../provider/callbacks.ts";
import { requiredCallbacks } from "../provider/kinds.ts";
import { readCallback } from "./read-callback.ts";

/** The columns of a callback that have what it says. */
export interface StoredContent<Content> {
  content: Content | null;
  /** Empty if the earlier version recorded it since the schema was migrated. */
  providerId: string | null;
}

/** Returns what a callback says, from `fields` if the earlier version has recorded it. */
export function contentOf<Content extends Inbound | Status>({
  kind,
  content,
  providerId,
  fields,
}: StoredContent<Content> & { kind: CallbackKind; fields: Record<string, unknown> | null }) {
  if (content) return { content, providerId };
  const read = readCallback(requiredCallbacks.reader, kind, { fields: fields ?? {}, query: {} });
  return { content: read.content as Content, providerId: read.providerId };
}
