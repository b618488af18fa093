import { hash } from "node:crypto";
import { type Received, type ReportedStatus, storableText, type TextPart } from "../callbacks.ts";
import { decodeText } from "./alphabet.ts";
import { receiptCodes } from "./failures.ts";
import { type Address, readShortMessage, type ShortMessage, tags } from "./pdu.ts";
import { canonicalId } from "./receipt-ids.ts";
import type { SmppSettings } from "./settings.ts";

/** The bits of the class that say that it is a receipt, of a final state or of another. */
const receiptClasses = { mask: 0x3c, final: 0x04, intermediate: 0x20 };

/** The bit of the class that says that the text begins with a header. */
const withHeader = 0x40;

/** The words of receipts by the numbers of `message_state`. */
const words = ["", "ENROUTE", "DELIVRD", "EXPIRED", "DELETED", "UNDELIV", "ACCEPTD", "UNKNOWN", "REJECTD"];

const statusByWord: ReadonlyMap<string, ReportedStatus> = new Map([
  ["ENROUTE", "sent"],
  ["ACCEPTD", "sent"],
  ["DELIVRD", "delivered"],
  ["UNDELIV", "undelivered"],
  ["EXPIRED", "undelivered"],
  ["REJECTD", "failed"],
  ["DELETED", "failed"],
]);

/**
 * Reads the body of a `deliver_sm`: a receipt, an inbound text, or a part of one. Nothing identifies it, so its hash tells
 * repetitions.
 *
 * @throws MalformedPdu for a body that is too short
 */
export function readDelivery(body: Buffer, settings: Pick<SmppSettings, "receiptIds">): Received {
  const message = readShortMessage(body);
  const signature = hash("sha256", body);
  const { receiptedMessageId } = tags;
  const receiptClass = message.esmClass & receiptClasses.mask;
  const isReceipt =
    receiptClass === receiptClasses.final ||
    receiptClass === receiptClasses.intermediate ||
    message.optional.has(receiptedMessageId);
  return { signature, ...(isReceipt ? readReceipt(message, settings) : readText(message)) };
}

const noRecord = { recordId: null, recordTeamId: null, testMode: false };

function readReceipt(message: ShortMessage, settings: Pick<SmppSettings, "receiptIds">): Pick<Received, "callback"> {
  // Without the beginning of the text that was sent, which may have a passcode.
  const text = bytesOf(message)
    .toString("latin1")
    .replace(/\btext:.*$/is, "");
  const state = message.optional.get(tags.messageState)?.[0];
  const word = (state === undefined ? /\bstat:(\w+)/i.exec(text)?.[1] : words[state])?.toUpperCase() ?? null;
  const named = message.optional.get(tags.receiptedMessageId)?.toString("latin1").split("\0")[0];
  const id = named || (/\bid:(\S+)/i.exec(text)?.[1] ?? null);
  const errorCode = receiptCodes.get(word ?? "");
  return {
    callback: {
      ...noRecord,
      kind: "status",
      providerId: id === null ? null : storableText(canonicalId(id, "receipt", settings)),
      content: {
        // A receipt goes the other way, from the recipient to the number.
        from: phoneOf(message.destination),
        to: phoneOf(message.source),
        status: word === null ? null : (statusByWord.get(word) ?? "other"),
        ...(errorCode && { errorCode }),
      },
      fields: fieldsOf(message, text),
    },
  };
}

function readText(message: ShortMessage): Pick<Received, "callback" | "part"> {
  const { rest, part = partByParameters(message) } = readHeader(message);
  const text = decodeText(rest, message.dataCoding);
  return {
    callback: {
      ...noRecord,
      kind: "inbound",
      providerId: null,
      content: {
        from: phoneOf(message.source),
        to: phoneOf(message.destination),
        text: part ? text : storableText(text),
      },
      fields: fieldsOf(message, text),
    },
    ...(part && { part }),
  };
}

const bytesOf = ({ shortMessage, optional }: ShortMessage): Buffer =>
  shortMessage.length > 0 ? shortMessage : (optional.get(tags.messagePayload) ?? shortMessage);

/** The elements of a header that say which part of a text it begins, with the length of their references. */
const partElements = new Map([
  [0x00, 1],
  [0x08, 2],
]);

/** Takes the header off a text. */
function readHeader(message: ShortMessage): { rest: Buffer; part?: TextPart | undefined } {
  const bytes = bytesOf(message);
  if ((message.esmClass & withHeader) === 0 || bytes.length === 0) return { rest: bytes };
  const end = bytes[0]! + 1;
  const rest = bytes.subarray(end);
  for (let at = 1; at + 1 < end; at += 2 + bytes[at + 1]!) {
    const [element, length] = [bytes[at]!, bytes[at + 1]!];
    const width = partElements.get(element);
    if (width === undefined || length !== width + 2 || at + 2 + length > end) continue;
    const value = bytes.subarray(at + 2, at + 2 + length);
    return { rest, part: checkPart(value.readUIntBE(0, width), value[width]!, value[width + 1]!) };
  }
  return { rest };
}

function partByParameters({ optional }: ShortMessage): TextPart | undefined {
  const [reference, count, number] = [tags.sarReference, tags.sarTotal, tags.sarNumber].map((tag) => optional.get(tag));
  if (reference?.length !== 2 || count?.length !== 1 || number?.length !== 1) return undefined;
  return checkPart(reference.readUInt16BE(0), count[0]!, number[0]!);
}

/** A part; undefined for the only one of its text, or for numbers that are wrong. */
const checkPart = (reference: number, count: number, number: number): TextPart | undefined =>
  count > 1 && number >= 1 && number <= count ? { reference, number, count } : undefined;

/** An international number without its plus sign, or one of an unknown type that looks like one. */
const phoneDigits = /^[1-9]\d{6,14}$/;

/** A phone as everywhere else, a short code or a name; null if there is none. */
function phoneOf({ ton, digits }: Address): string | null {
  if (digits === "") return null;
  return ton <= 1 && phoneDigits.test(digits) ? `+${digits}` : storableText(digits);
}

/** What was received, for people. */
function fieldsOf({ source, destination, esmClass, dataCoding, optional }: ShortMessage, text: string) {
  const numberOf = ({ ton, npi, digits }: Address) => ({ ton, npi, digits: storableText(digits) });
  const parameters = [...optional]
    .filter(([tag]) => tag !== tags.messagePayload)
    .map(([tag, value]): [string, string] => [`0x${tag.toString(16).padStart(4, "0")}`, value.toString("hex")]);
  return {
    source: numberOf(source),
    destination: numberOf(destination),
    esmClass,
    dataCoding,
    text: storableText(text),
    ...(parameters.length > 0 && { parameters: Object.fromEntries(parameters) }),
  };
}
