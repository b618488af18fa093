import type { Timestamp } from "../db/timestamp.ts";
import { ApiError, failFields } from "../errors.ts";
import type { Scope } from "../operations/scope.ts";
import { findRoutes } from "./find-routes.ts";
import { errorOfSendAt } from "./pending/schedule-text.ts";
import { findQuiet, type Quiet } from "./quiet-hours/find-quiet.ts";
import { measureText, type Segmentation } from "./segments.ts";
import type { TextToSend } from "./send-text.ts";

export interface MessageToSend extends TextToSend {
  maxSegments: number;
  /** When it is sent; undefined: at once. */
  sendAt: Timestamp | undefined;
  expiresAt: Timestamp | undefined;
  ignoresQuietHours: boolean;
  /** The campaign of a text with `sendAt`. */
  campaign: string | undefined;
}

/** What is known of a message before the rules about its recipient and its number are asked. */
interface MessagePlan extends Segmentation {
  /** When it is sent, after quiet hours if they keep it; undefined: at once. */
  sendAt: Timestamp | undefined;
  /** The quiet hours that keep it. */
  quiet: Quiet | undefined;
  /** Why it is refused. */
  refusals: ApiError[];
}

/**
 * Plans a message, for a send and for a check alike. Has no statement unless the team has quiet hours.
 *
 * @throws validation_error for `expiresAt` and `campaign`
 */
export async function planMessage(scope: Scope, message: MessageToSend): Promise<MessagePlan> {
  const { body, maxSegments, sendAt, expiresAt, campaign } = message;
  if (expiresAt !== undefined && sendAt === undefined) failFields(["expiresAt"], "can be given only with sendAt");
  if (expiresAt !== undefined && expiresAt <= sendAt!) failFields(["expiresAt"], "must be later than sendAt");
  if (campaign !== undefined && sendAt === undefined) failFields(["campaign"], "can be given only with sendAt");
  const measured = measureText(body);
  const refusals = [
    errorOfSegments(measured.segments, maxSegments),
    sendAt === undefined ? undefined : errorOfSendAt(sendAt, scope.now),
  ].filter((each) => each !== undefined);
  const quiet = await quietOf(scope, message);
  if (!quiet) return { ...measured, sendAt, quiet, refusals };
  const { nextAllowedAt } = quiet;
  if (scope.rights.quietHours?.action === "wait" && (expiresAt === undefined || expiresAt > nextAllowedAt))
    return { ...measured, sendAt: nextAllowedAt, quiet, refusals };
  return { ...measured, sendAt, quiet, refusals: [...refusals, new ApiError("quiet_hours", { nextAllowedAt })] };
}

/** The quiet hours that keep a message at its time. A message without a route is refused anyway. */
async function quietOf(
  { em, teamId, testMode, now, rights: { quietHours } }: Scope,
  { ignoresQuietHours, sendAt, ...text }: MessageToSend,
): Promise<Quiet | undefined> {
  if (!quietHours || ignoresQuietHours) return undefined;
  const [route] = await findRoutes(em, [{ ...text, teamId }]);
  if (typeof route === "string") return undefined;
  const { to: phone, from } = route!;
  const businessNumberId = from?.id ?? null;
  const [quiet] = await findQuiet(em, [{ teamId, testMode, phone, businessNumberId, at: sendAt ?? now, quietHours }]);
  return quiet;
}

function errorOfSegments(segments: number, maxSegments: number): ApiError | undefined {
  if (segments <= maxSegments) return undefined;
  const message = `The text has ${segments} segments, and maxSegments is ${maxSegments}.`;
  return new ApiError("too_many_segments", { message });
}
