import type { MessageMedia } from "../db/schema/entities/message.ts";
import { plusMicroseconds, type Timestamp } from "../db/timestamp.ts";
import { ApiError, type ErrorCode, failFields } from "../errors.ts";
import type { SendingScope } from "../operations/scope.ts";
import { type AskedFiles, attachFiles } from "./files/attach.ts";
import { findRoutes, type Route } from "./find-routes.ts";
import { findQuiet, type Quiet } from "./quiet-hours/find-quiet.ts";
import { measureText, type Segmentation } from "./segments.ts";
import type { TextToSend } from "./send-text.ts";

export interface MessageToSend extends TextToSend, AskedFiles {
  maxSegments: number;
  /** When it is sent; undefined: at once. */
  sendAt: Timestamp | undefined;
  expiresAt: Timestamp | undefined;
  ignoresQuietHours: boolean;
  /** Whether it waits for a turn, if numbers have a pace, because no request could repeat it. */
  waitsForTurn?: boolean;
  /** The campaign of a text with `sendAt`. */
  campaign: string | undefined;
}

/** What is known of a message before the rules about its recipient and its number are asked. */
interface MessagePlan extends Segmentation {
  /** The attached files. */
  media: MessageMedia[];
  /** When it is sent, after quiet hours if they keep it; undefined: at once. */
  sendAt: Timestamp | undefined;
  /** The quiet hours that keep it. */
  quiet: Quiet | undefined;
  /** Its route, or why it has none; undefined if the plan did not depend on it. */
  route: Route | ErrorCode | undefined;
  /** Why it is refused. */
  refusals: ApiError[];
}

/**
 * Plans a message, for a send and for a check alike. Has no statement unless the team has quiet hours or the message files.
 *
 * @throws validation_error for `expiresAt`, `campaign` and `mediaIds`
 */
export async function planMessage(scope: SendingScope, message: MessageToSend): Promise<MessagePlan> {
  const { body, maxSegments, sendAt, expiresAt, campaign } = message;
  if (expiresAt !== undefined && sendAt === undefined) failFields(["expiresAt"], "can be given only with sendAt");
  if (expiresAt !== undefined && expiresAt <= sendAt!) failFields(["expiresAt"], "must be later than sendAt");
  if (campaign !== undefined && sendAt === undefined) failFields(["campaign"], "can be given only with sendAt");
  const { media, refusal } = await attachFiles(scope, message);
  const measured = { ...measureText(body), media };
  const refusals = [
    body === "" && media.length === 0 ? new ApiError("message_required_or_empty") : undefined,
    refusal,
    errorOfSegments(measured.segments, maxSegments),
    sendAt === undefined ? undefined : errorOfSendAt(sendAt, scope.now),
  ].filter((each) => each !== undefined);
  const { route, quiet } = await findQuietHours(scope, message);
  const plan = { ...measured, sendAt, quiet, route, refusals };
  if (!quiet) return plan;
  const { nextAllowedAt } = quiet;
  if (scope.rights.quietHours?.action === "wait" && (expiresAt === undefined || expiresAt > nextAllowedAt))
    return { ...plan, sendAt: nextAllowedAt };
  return { ...plan, refusals: [...refusals, new ApiError("quiet_hours", { nextAllowedAt })] };
}

/** Finds the quiet hours that keep a message at its time, by its route. A message without a route is refused anyway. */
async function findQuietHours(
  scope: SendingScope,
  message: MessageToSend,
): Promise<Pick<MessagePlan, "route" | "quiet">> {
  const { teamId, testMode, now, rights } = scope;
  const { quietHours } = rights;
  if (!quietHours || message.ignoresQuietHours) return { route: undefined, quiet: undefined };
  // Read only here, because the first use opens the entity manager, which most texts do not need.
  const { em } = scope;
  const [route] = await findRoutes(em, [{ ...message, teamId }]);
  if (typeof route === "string") return { route, quiet: undefined };
  const { to: phone, from } = route!;
  const businessNumberId = from?.id ?? null;
  const [quiet] = await findQuiet(em, [
    { teamId, testMode, phone, businessNumberId, at: message.sendAt ?? now, quietHours },
  ]);
  return { route, quiet };
}

function errorOfSegments(segments: number, maxSegments: number): ApiError | undefined {
  if (segments <= maxSegments) return undefined;
  const message = `The text has ${segments} segments, and maxSegments is ${maxSegments}.`;
  return new ApiError("too_many_segments", { message });
}

/** How far ahead a text is scheduled, at least and at most. */
const minAheadMicroseconds = 60 * 1_000_000;
const maxAheadMicroseconds = 35 * 24 * 60 * minAheadMicroseconds;

/** The error of a time that is too early or too late, if it is. */
function errorOfSendAt(sendAt: Timestamp, now: Timestamp): ApiError | undefined {
  if (sendAt < plusMicroseconds(now, minAheadMicroseconds))
    return new ApiError("invalid_send_at", {
      message: "sendAt must be at least a minute ahead; leave it out to send now.",
    });
  if (sendAt > plusMicroseconds(now, maxAheadMicroseconds))
    return new ApiError("invalid_send_at", { message: "sendAt must be at most 35 days ahead." });
  return undefined;
}
