import { SaxesParser } from "saxes";
import { inputSchemas } from "../../../contract/schemas.ts";

/** A text that TwiML asks to send to the sender of the inbound text. */
export interface TwimlText {
  body: string;
  /** The address for its statuses, as it is written. */
  statusCallback: string | undefined;
}

/** What TwiML asks for: texts, and the names of what is not done. */
export interface Twiml {
  texts: TwimlText[];
  ignored: string[];
}

/** The maximum numbers of nested elements, and of messages. */
const maxDepth = 4;
const maxMessages = 10;

/** The limit of the contract for a text of this door. */
const maxCharacters = inputSchemas.createTwilioMessage.body!.properties!.Body!.maxLength!;

/** The parties of the inbound text. A message that names others is not sent. */
interface Parties {
  from: string;
  to: string;
}

/** The attributes that a message may have. Its `action` asks for nothing but another request. */
const attributes = new Set(["to", "from", "statusCallback", "action", "method"]);

/**
 * Reads TwiML: well-formed XML in UTF-8 with the root `Response`, without a doctype or a processing instruction, with at most
 * ten messages. Entities other than those of XML are errors, so no text expands. Another verb, and a message that asks for
 * more than a text to the sender, are ignored. White space around a text does not count.
 *
 * @returns the error of TwiML that is not read, as text without its content
 */
export function readTwiml(bytes: Uint8Array, parties: Parties): Twiml | { error: string } {
  const reader = new TwimlReader(parties);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return reader.read(text);
  } catch (error) {
    return { error: error instanceof Refused ? error.message : "The answer is not well-formed XML in UTF-8." };
  }
}

class Refused extends Error {}

/** A message that is being read. */
interface Message {
  statusCallback: string | undefined;
  /** The text of the element itself, and of its `Body` elements. */
  own: string;
  bodies: string[];
  /** Why it is not sent. */
  ignored: string | undefined;
}

class TwimlReader {
  readonly #parties: Parties;
  readonly #found: Twiml = { texts: [], ignored: [] };
  /** The names of the open elements. */
  readonly #open: string[] = [];
  #message: Message | undefined;
  #messageCount = 0;

  constructor(parties: Parties) {
    this.#parties = parties;
  }

  read(text: string): Twiml {
    const parser = new SaxesParser({ xmlns: false });
    parser.on("error", (error) => {
      throw error;
    });
    parser.on("doctype", () => {
      throw new Refused("The answer has a doctype.");
    });
    parser.on("processinginstruction", () => {
      throw new Refused("The answer has a processing instruction.");
    });
    parser.on("opentag", ({ name, attributes: given }) => this.#onOpen(name, given));
    parser.on("closetag", () => this.#onClose());
    parser.on("text", (part) => this.#onText(part));
    parser.on("cdata", (part) => this.#onText(part));
    parser.write(text).close();
    return this.#found;
  }

  #onOpen(name: string, given: Record<string, string>): void {
    this.#open.push(name);
    const depth = this.#open.length;
    if (depth > maxDepth) throw new Refused("The elements of the answer are nested too deeply.");
    if (depth === 1 && name !== "Response") throw new Refused("The root of the answer is not Response.");
    if (depth === 2 && name === "Message") this.#beginMessage(given);
    else if (depth === 2) this.#found.ignored.push(name);
    else if (depth === 3 && this.#message && name === "Body") this.#message.bodies.push("");
    else if (depth >= 3 && this.#message) this.#message.ignored ??= `Message with ${name}`;
  }

  #beginMessage(given: Record<string, string>): void {
    this.#messageCount += 1;
    if (this.#messageCount > maxMessages) throw new Refused(`The answer has more than ${maxMessages} messages.`);
    const { to, from, statusCallback } = given;
    const { from: sender, to: number } = this.#parties;
    const isElsewhere = (to !== undefined && to !== sender) || (from !== undefined && from !== number);
    const unknown = Object.keys(given).find((name) => !attributes.has(name));
    const ignored = isElsewhere ? "Message to others" : unknown && "Message with another attribute";
    this.#message = { statusCallback, own: "", bodies: [], ignored };
  }

  #onText(part: string): void {
    const message = this.#message;
    if (!message) return;
    if (this.#open.length === 2) message.own += part;
    else if (this.#open.length === 3 && this.#open[2] === "Body") message.bodies.push(message.bodies.pop()! + part);
  }

  #onClose(): void {
    this.#open.pop();
    if (this.#open.length !== 1 || !this.#message) return;
    const { own, bodies, statusCallback, ignored } = this.#message;
    this.#message = undefined;
    const body = (bodies.length > 0 ? bodies.join("") : own).trim();
    const reason = ignored ?? reasonOf(body);
    if (reason) this.#found.ignored.push(reason);
    else this.#found.texts.push({ body, statusCallback });
  }
}

function reasonOf(body: string): string | undefined {
  if (body === "") return "Message without text";
  return [...body].length > maxCharacters ? `Message of more than ${maxCharacters} characters` : undefined;
}
