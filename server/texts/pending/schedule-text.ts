import { sql } from "kysely";
import { operations } from "../../../generated/operations.ts";
import type { BatchWork } from "../../db/commit/batch-work.ts";
import type { Result } from "../../db/commit/batcher.ts";
import { type EntityManager, prepared } from "../../db/orm.ts";
import { plusMicroseconds, type Timestamp } from "../../db/timestamp.ts";
import { ApiError, type ErrorCode } from "../../errors.ts";
import { type KeyRights, mayText } from "../../operations/key-rights.ts";
import { type Claim, claimIdempotencyKeys, keepAnswers } from "../../operations/once/claims.ts";
import { findOptOuts } from "../../opt-outs/find-opt-outs.ts";
import { idsOf } from "../files/attach.ts";
import { refuseNumbers } from "../files/refuse-numbers.ts";
import { type FileUse, keepFiles } from "../files/use-files.ts";
import { findRoutes, type Route } from "../find-routes.ts";
import { recordAgain } from "../record-again.ts";
import type { NewTextBase, Recorded } from "../text-kind.ts";
import type { Destination } from "../texts.ts";
import { findPending, type WaitingText } from "./find-pending.ts";
import type { PendingText } from "./pending-text.ts";
import { presentPending } from "./present.ts";
import { insertPending } from "./store-pending.ts";

/** A text that is to be sent later. */
export interface TextToSchedule
  extends Destination,
    Pick<
      PendingText,
      | "id"
      | "teamId"
      | "testMode"
      | "body"
      | "media"
      | "segments"
      | "encoding"
      | "replyWebhookUrl"
      | "webhookData"
      | "statusCallback"
      | "ignoresQuietHours"
      | "isQuiet"
      | "campaign"
      | "discards"
    > {
  apiKeyId: string;
  rights: KeyRights;
  hashPhone?: NewTextBase["hashPhone"];
  now: Timestamp;
  claim: Claim | undefined;
  sendAt: Timestamp;
  expiresAt: Timestamp | null;
}

const minuteMicroseconds = 60 * 1_000_000;

/** How far ahead a text is scheduled, at least and at most. */
const minAheadMicroseconds = minuteMicroseconds;
const maxAheadMicroseconds = 35 * 24 * 60 * minuteMicroseconds;

/** Stores texts that wait for their time, with their claims and answers, in one transaction for a batch. */
export const scheduling: BatchWork<TextToSchedule, Recorded<WaitingText>> = {
  run: scheduleTexts,
  runAgain(tx, text) {
    const find = async (em: EntityManager) => {
      const stored = await findPending(em, text.teamId, text.id);
      return stored && storedOf(stored);
    };
    return recordAgain(tx, find, async () => (await scheduleTexts(tx, [text]))[0]!);
  },
};

async function scheduleTexts(tx: EntityManager, texts: TextToSchedule[]): Promise<Result<Recorded<WaitingText>>[]> {
  const [found, teamsWithNumber] = await Promise.all([findRoutes(tx, texts), findTeamsWithNumber(tx, texts)]);
  const routes = await refuseNumbers(tx, texts, found);
  const recipients = texts.flatMap(({ teamId, hashPhone }, index) => {
    const route = routes[index]!;
    return typeof route === "string" ? [] : { teamId, phone: route.to, hashPhone };
  });
  const hasOptedOut = await findOptOuts(tx, recipients);
  const plans = texts.map((text, index) => {
    const route = routes[index]!;
    if (typeof route === "string") return route;
    if (!mayText(text.rights, route.to)) return "recipient_not_allowed";
    if (!route.from && !teamsWithNumber.has(text.teamId)) return "sending_number_not_resolved";
    if (hasOptedOut({ teamId: text.teamId, phone: route.to })) return "recipient_opted_out";
    return waitingTextOf(text, route);
  });
  const claims = plans.flatMap((plan, index) => {
    const { claim, id: resourceId } = texts[index]!;
    return claim && typeof plan !== "string" ? { claim, resourceId } : [];
  });
  const claimed = await claimIdempotencyKeys(tx, claims);
  const isStored = (plan: WaitingText | ErrorCode, index: number): plan is WaitingText => {
    const { claim } = texts[index]!;
    return typeof plan !== "string" && (!claim || claimed.has(claim));
  };
  const waiting = plans.filter(isStored);
  await insertPending(tx, waiting);
  await keepFiles(tx, waiting.flatMap(usesOf));
  const answers = plans.flatMap((plan, index) => {
    const { claim, id: resourceId } = texts[index]!;
    if (!claim || !isStored(plan, index)) return [];
    // A replay has the text from its row, so that a text that is redacted is nowhere else.
    const message = { ...presentPending(plan), body: "", media: [] };
    const answer = { status: operations.sendMessage.status, body: JSON.stringify({ success: true, message }) };
    return { claim, resourceId, answer };
  });
  await keepAnswers(tx, answers);
  return plans.map((plan, index): Result<Recorded<WaitingText>> => {
    if (typeof plan === "string")
      return { ok: true, value: { kind: "refused", error: refusalOf(plan, routes[index]!) } };
    return isStored(plan, index) ? storedOf(plan) : { ok: true, value: { kind: "taken" } };
  });
}

/** The error of a text that a rule refuses. */
export const refusalOf = (code: ErrorCode, route: Route | ErrorCode): ApiError =>
  code === "recipient_opted_out" && typeof route !== "string"
    ? new ApiError(code, { recipient: route.to })
    : new ApiError(code);

/** How long the files of a text are kept for it after its time, for example because its quiet hours begin. */
const lateMicroseconds = 7 * 24 * 60 * minuteMicroseconds;

const usesOf = ({ teamId, media, sendAt }: WaitingText): FileUse[] =>
  idsOf(media).map((id) => ({ teamId, id, until: plusMicroseconds(sendAt!, lateMicroseconds) }));

const storedOf = (stored: WaitingText): Result<Recorded<WaitingText>> => ({
  ok: true,
  value: { kind: "stored", stored, isSettled: true },
});

function waitingTextOf(
  { phone: _, sender: __, rights: ___, claim: ____, hashPhone: _____, threadId, now, ...text }: TextToSchedule,
  { to, from }: Route,
): WaitingText {
  return {
    ...text,
    autoReply: null,
    threadId: threadId ?? null,
    businessNumberId: from?.id ?? null,
    lineNumberId: null,
    from: from?.phone_number ?? null,
    phoneNumber: to,
    status: "scheduled",
    errorCode: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** The teams of texts that have an active number. A team without one cannot send, whatever the rules. */
export async function findTeamsWithNumber(tx: EntityManager, texts: { teamId: string }[]): Promise<Set<string>> {
  const ids = [...new Set(texts.map(({ teamId }) => teamId))];
  const { rows } = await sql<{ team_id: string }>`
    select distinct n.team_id from business_number n where n.team_id = any (${ids}::uuid[]) and n.status = 'active'
  `.execute(prepared(tx));
  return new Set(rows.map(({ team_id }) => team_id));
}

/** The error of a time that is too early or too late, if it is. */
export function errorOfSendAt(sendAt: Timestamp, now: Timestamp): ApiError | undefined {
  if (sendAt < plusMicroseconds(now, minAheadMicroseconds))
    return new ApiError("invalid_send_at", {
      message: "sendAt must be at least a minute ahead; leave it out to send now.",
    });
  if (sendAt > plusMicroseconds(now, maxAheadMicroseconds))
    return new ApiError("invalid_send_at", { message: "sendAt must be at most 35 days ahead." });
  return undefined;
}
