import { sql } from "kysely";
import type { Result } from "../batcher.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import { ApiError, type ErrorCode } from "../errors.ts";
import { type ClaimState, claimKeys, releaseClaims } from "../idempotency/claims.ts";
import { findOptOuts } from "../opt-outs/find-opt-outs.ts";
import { openThreads } from "../threads/open-threads.ts";
import { findRoutes, type Route } from "./find-routes.ts";
import { findText } from "./find-texts.ts";
import type { NewText, StoredText } from "./texts.ts";

/** A text is now stored and ours to send, or its Idempotency-Key belongs to an earlier request. */
export type Recorded = { kind: "stored"; text: StoredText } | Exclude<ClaimState, { kind: "claimed" }>;

/**
 * Claims, checks and stores a list of texts in one transaction, in a number of statements that does not grow with the
 * list; each text has its own result. A claim is taken before the rules are asked, so that a replay is a replay
 * whatever has changed since, and given back when they refuse the text.
 *
 * Each result's error is one of: thread_not_found, invalid_thread, invalid_phone, invalid_sender,
 * sending_number_not_resolved, recipient_opted_out.
 */
export async function recordTexts(tx: EntityManager, texts: NewText[], again: boolean): Promise<Result<Recorded>[]> {
  const results = new Map<NewText, Result<Recorded>>();
  const finish = (text: NewText, recorded: Recorded) => results.set(text, { ok: true, value: recorded });
  const refuse = (text: NewText, code: ErrorCode) => results.set(text, { ok: false, error: new ApiError(code) });
  const open = () => texts.filter((text) => !results.has(text));

  if (again) {
    for (const text of texts) {
      const stored = await findText(tx, text.teamId, text.id);
      if (stored) finish(text, { kind: "stored", text: stored });
    }
  }

  for (const [text, state] of await claim(tx, open())) {
    if (state.kind !== "claimed") finish(text, state);
  }

  const routes = new Map<NewText, Route>();
  for (const [text, route] of pair(open(), await findRoutes(tx, open()))) {
    if (typeof route === "string") refuse(text, route);
    else routes.set(text, route);
  }

  const recipients = open().map((text) => ({ teamId: text.teamId, phone: routes.get(text)!.to }));
  for (const [text, optedOut] of pair(open(), await findOptOuts(tx, recipients))) {
    if (optedOut) refuse(text, "recipient_opted_out");
  }

  const refused = texts.filter((text) => results.get(text)?.ok === false);
  await releaseClaims(
    tx,
    refused.flatMap((text) => text.claim ?? []),
  );

  for (const stored of await store(tx, open(), routes)) {
    finish(texts.find(({ id }) => id === stored.id)!, { kind: "stored", text: stored });
  }
  return texts.map((text) => results.get(text)!);
}

async function claim(tx: EntityManager, texts: NewText[]): Promise<[NewText, ClaimState][]> {
  const claiming = texts.filter((text) => text.claim);
  if (claiming.length === 0) return [];
  return pair(
    claiming,
    await claimKeys(
      tx,
      claiming.map((text) => ({ claim: text.claim!, resourceId: text.id })),
    ),
  );
}

async function store(tx: EntityManager, texts: NewText[], routes: Map<NewText, Route>): Promise<StoredText[]> {
  if (texts.length === 0) return [];
  const places = await openThreads(
    tx,
    texts.map((text) => ({
      teamId: text.teamId,
      businessNumberId: routes.get(text)!.businessNumberId,
      contactPhone: routes.get(text)!.to,
      direction: "outbound",
      body: text.body,
      now: text.now,
    })),
  );
  await sql`
    insert into message (team_id, id, thread_id, direction, body, status, test_mode, reply_webhook_url, webhook_data,
      created_at, updated_at)
    select team_id, id, thread_id, 'outbound', body, 'queued', test_mode, reply_webhook_url, webhook_data, created_at,
      created_at
    from unnest(
      ${texts.map(({ teamId }) => teamId)}::uuid[], ${texts.map(({ id }) => id)}::uuid[],
      ${places.map(({ threadId }) => threadId)}::uuid[], ${texts.map(({ body }) => body)}::text[],
      ${texts.map(({ testMode }) => testMode)}::boolean[],
      ${texts.map(({ replyWebhookUrl }) => replyWebhookUrl)}::text[],
      ${texts.map(({ webhookData }) => webhookData)}::text[], ${places.map(({ createdAt }) => createdAt)}::timestamptz[]
    ) as a (team_id, id, thread_id, body, test_mode, reply_webhook_url, webhook_data, created_at)
  `.execute(queries(tx));
  return pair(texts, places).map(([text, { threadId, createdAt }]) => ({
    id: text.id,
    teamId: text.teamId,
    threadId,
    from: routes.get(text)!.from,
    to: routes.get(text)!.to,
    body: text.body,
    status: "queued",
    testMode: text.testMode,
    createdAt,
  }));
}

const pair = <A, B>(left: A[], right: B[]): [A, B][] => left.map((each, index) => [each, right[index]!]);
