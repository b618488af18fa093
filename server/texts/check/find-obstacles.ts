import type { MessageCheck } from "../../../generated/api.ts";
import type { MessageMedia } from "../../db/schema/entities/message.ts";
import type { Timestamp } from "../../db/timestamp.ts";
import type { ErrorCode } from "../../errors.ts";
import { mayText } from "../../operations/key-rights.ts";
import type { Scope } from "../../operations/scope.ts";
import { findConsent } from "../../opt-outs/find-consent.ts";
import { presentConsent } from "../../opt-outs/present.ts";
import type { E164 } from "../../phone.ts";
import { findSegmentsLeft } from "../budgets.ts";
import { refuseNumbers } from "../files/refuse-numbers.ts";
import { findRoutes, type Route } from "../find-routes.ts";
import { findNumber, findTeamsWithNumber } from "../store/find-number.ts";
import type { Destination } from "../texts.ts";

/** A text that is asked about. */
interface AskedText extends Destination {
  media: MessageMedia[];
  segments: number;
  /** When it would be sent; undefined: at once. */
  sendAt: Timestamp | undefined;
  /** Whether it would wait for an approval. */
  isHeld: boolean;
  /** Its route, if it is known already. */
  route: Route | ErrorCode | undefined;
}

/** The codes of the rules that refuse a text, in the order in which a send asks them, with what they depend on. */
interface Obstacles extends Pick<MessageCheck, "to" | "consent" | "segmentsLeft"> {
  codes: ErrorCode[];
  from: E164 | null;
}

/** Asks the rules of a send about a text. Nothing is locked, so the answer holds only for the moment. */
export async function findObstacles(scope: Scope, text: AskedText): Promise<Obstacles> {
  const { em, teamId, rights } = scope;
  const segmentsLeft = await findSegmentsLeft(em, scope);
  const texts = [{ ...text, teamId }];
  const route = text.route ?? (await findRoutes(em, texts))[0]!;
  if (typeof route === "string") {
    const to = text.threadId === undefined ? (text.phone ?? null) : null;
    const consent = to === null ? null : consentOf(await findConsent(scope, to), to);
    return { codes: [route], from: null, to, consent, segmentsLeft };
  }
  const { to } = route;
  const [number, consent] = await Promise.all([numberOf(scope, text, route), findConsent(scope, to)]);
  const codes: ErrorCode[] = (await refuseNumbers(em, texts, [route])).filter((each) => typeof each === "string");
  if (!mayText(rights, to)) codes.push("recipient_not_allowed");
  if (!number.exists) codes.push("sending_number_not_resolved");
  if (consent.optedOutAt !== null) codes.push("recipient_opted_out");
  // The budget of another day, or that at the approval, counts for a text that waits.
  const isSentNow = text.sendAt === undefined && !text.isHeld;
  if (isSentNow && segmentsLeft !== null && segmentsLeft < text.segments) codes.push("budget_exceeded");
  return { codes, from: number.phone, to, consent: consentOf(consent, to), segmentsLeft };
}

/**
 * The number that the text would be sent from. For a text that waits for its time alone, it is enough that the team has one;
 * that of a text to approve is decided now.
 */
async function numberOf(
  { em, teamId }: Scope,
  { sendAt, isHeld }: AskedText,
  { to, from }: Route,
): Promise<{ exists: boolean; phone: E164 | null }> {
  if (from) return { exists: true, phone: from.phone_number };
  if (sendAt !== undefined && !isHeld)
    return { exists: (await findTeamsWithNumber(em, [{ teamId }])).has(teamId), phone: null };
  const phone = await findNumber(em, teamId, to);
  return { exists: phone !== null, phone };
}

function consentOf(found: Parameters<typeof presentConsent>[1], phone: string): MessageCheck["consent"] {
  const { state, since } = presentConsent(phone, found);
  return { state, since };
}
