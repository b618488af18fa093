import { createHmac, hash, timingSafeEqual } from "node:crypto";
import { readNational } from "../../phone.ts";
import {
  type CallbackDialect,
  type CallbackFields,
  type Inbound,
  type ReportedStatus,
  type Status,
  textOrNull,
} from "../callbacks.ts";
import { codeOfReason, isDeliveryReport } from "./failures.ts";
import { phoneOf, type SmsgateSettings } from "./settings.ts";

/** How long a signature is accepted. */
const toleranceSeconds = 300;

/** The delivery statuses by the events of the phone. */
const statusByEvent: ReadonlyMap<string, ReportedStatus> = new Map([
  ["sms:sent", "sent"],
  ["sms:delivered", "delivered"],
  ["sms:failed", "failed"],
  ["sms:cancelled", "failed"],
]);

/**
 * The dialect of the webhooks that the phone itself posts, one address for each event. Their HMAC covers the body and the
 * time, and not the address, so nothing is read there.
 *
 * @see https://docs.sms-gate.app/features/webhooks/
 */
export function createSmsgateDialect(settings: SmsgateSettings): CallbackDialect {
  return {
    phoneFields: [],
    mayBeSigned: (headers) =>
      /^[0-9a-f]{64}$/i.test(String(headers["x-signature"])) && /^\d{1,12}$/.test(String(headers["x-timestamp"])),
    verify({ headers, body }) {
      const [given, time] = [String(headers["x-signature"]), String(headers["x-timestamp"])];
      if (Math.abs(Date.now() / 1_000 - Number(time)) > toleranceSeconds) return undefined;
      const right = createHmac("sha256", settings.signingKey).update(body).update(time).digest();
      // A repetition has the same body, with the id of the event, but another time.
      return timingSafeEqual(Buffer.from(given, "hex"), right) ? hash("sha256", body) : undefined;
    },
    readInbound({ fields }) {
      const event = readEvent(fields, settings);
      const isText = event?.name === "sms:received";
      return { providerId: isText ? event.id : null, content: isText ? readText(event.payload, settings) : nothing };
    },
    readStatus({ fields }) {
      const event = readEvent(fields, settings);
      const id = textOrNull(event?.payload.messageId);
      return { providerId: id, recordId: id ?? undefined, content: event ? readStatus(event, settings) : noStatus };
    },
    reply: { type: "application/json; charset=utf-8", body: "{}" },
  };
}

type Json = Record<string, unknown>;

interface PhoneEvent {
  id: string | null;
  name: string;
  payload: Json;
}

const nothing: Inbound = { from: null, to: null, text: "" };
const noStatus: Status = { from: null, to: null, status: null };

/** The event of a webhook; undefined for one of another phone of the user, or of another SIM card of this phone. */
function readEvent(
  { id, event, deviceId, payload }: CallbackFields["fields"],
  { deviceId: own, simNumber }: SmsgateSettings,
): PhoneEvent | undefined {
  const { simNumber: sim = null, ...rest }: Json = Object(payload);
  const isOwn = deviceId === own && (sim === null || String(sim) === simNumber);
  return isOwn && typeof event === "string" ? { id: textOrNull(id), name: event, payload: rest } : undefined;
}

/** A text to the SIM card. Earlier versions of the app name its sender `phoneNumber`. */
function readText({ sender, phoneNumber, message }: Json, settings: SmsgateSettings): Inbound {
  const from = textOrNull(sender) ?? textOrNull(phoneNumber);
  return {
    // A phone shows senders as its operator writes them, which can be a number of the country without its code.
    from: from && (readNational(from, phoneOf(settings)) ?? from),
    to: settings.phone,
    text: textOrNull(message) ?? "",
  };
}

function readStatus({ name, payload }: PhoneEvent, { phone }: SmsgateSettings): Status {
  const reason = textOrNull(payload.reason) ?? "";
  const status = statusByEvent.get(name) ?? "other";
  return {
    from: phone,
    to: textOrNull(payload.recipient) ?? textOrNull(payload.phoneNumber),
    status: status === "failed" && isDeliveryReport(reason) ? "undelivered" : status,
    ...(name === "sms:failed" && { errorCode: codeOfReason(reason) }),
  };
}
