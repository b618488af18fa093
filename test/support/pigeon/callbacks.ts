import { createHmac, timingSafeEqual } from "node:crypto";
import type { CallbackDialect, ReportedStatus } from "../../../server/provider/callbacks.ts";

/** How long a signature is accepted. */
const toleranceSeconds = 300;

const statusByState: Record<string, ReportedStatus> = {
  loaded: "queued",
  flying: "sent",
  arrived: "delivered",
  lost: "failed",
};

interface Letter {
  ref?: string;
  sender?: string;
  receiver?: string;
  words?: string;
  pictures?: { href: string; mime: string }[];
  wish?: "silence" | "letters";
  state?: string;
  reason?: string;
  label?: string;
}

/** Signs the bytes of a body with its time, in hexadecimal digits of HMAC-SHA256. */
export const signLetter = (secret: string, seconds: string, body: string | Buffer): string =>
  createHmac("sha256", secret).update(`${seconds}.`).update(body).digest("hex");

/** The dialect of the carrier: JSON below `letter`, which may also be the whole body as text. */
export const createPigeonDialect = (secret: string): CallbackDialect => ({
  phoneFields: [],
  mayBeSigned: (headers) =>
    /^[0-9a-f]{64}$/.test(String(headers["pigeon-seal"])) && /^\d+$/.test(String(headers["pigeon-time"])),
  verify({ headers, body }) {
    const [seal, time] = [String(headers["pigeon-seal"]), String(headers["pigeon-time"])];
    if (Math.abs(Date.now() / 1_000 - Number(time)) > toleranceSeconds) return undefined;
    const isRight = timingSafeEqual(Buffer.from(seal), Buffer.from(signLetter(secret, time, body)));
    return isRight ? `${time}.${seal}` : undefined;
  },
  readInbound({ fields }) {
    const { ref = null, sender = null, receiver = null, words = "", pictures = [], wish } = letterIn(fields);
    return {
      providerId: ref,
      content: {
        from: sender,
        to: receiver,
        text: words,
        media: pictures.map(({ href, mime }) => ({ url: href, contentType: mime })),
        ...(wish && { optOut: wish === "silence" ? "opted_out" : "opted_in" }),
      },
    };
  },
  readStatus({ fields }) {
    const { ref = null, sender = null, receiver = null, state, reason, label } = letterIn(fields);
    return {
      providerId: ref,
      recordId: label,
      content: {
        from: sender,
        to: receiver,
        status: state === undefined ? null : (statusByState[state] ?? "other"),
        ...(reason !== undefined && { errorCode: reason }),
      },
    };
  },
  reply: { type: "application/json; charset=utf-8", body: '{"heard":true}' },
});

const letterIn = ({ letter }: Record<string, unknown>): Letter => Object(letter);
