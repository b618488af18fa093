/**
 * The PDUs of SMPP 3.4 that a client sends and gets, as bytes.
 *
 * @see SMPP Protocol Specification v3.4, chapters 3 to 5
 */

export const commands = {
  genericNack: 0x80000000,
  bindReceiver: 0x01,
  bindTransmitter: 0x02,
  submitSm: 0x04,
  deliverSm: 0x05,
  unbind: 0x06,
  bindTransceiver: 0x09,
  enquireLink: 0x15,
} as const;

/** The statuses that this side answers with. */
export const statuses = { ok: 0, invalidLength: 0x01, invalidCommand: 0x03, temporaryError: 0x64 } as const;

/** The optional parameters that are written or read. */
export const tags = {
  receiptedMessageId: 0x001e,
  sarReference: 0x020c,
  sarTotal: 0x020e,
  sarNumber: 0x020f,
  messagePayload: 0x0424,
  messageState: 0x0427,
} as const;

/** The version that a bind announces: 3.4. */
const interfaceVersion = 0x34;

const headerBytes = 16;

/** The longest PDU: a `message_payload` of 64 KiB with its other fields. */
const maxPduBytes = 66_560;

const responseBit = 0x80000000;

export interface Pdu {
  command: number;
  /** 0 in a request, and in the response of a success. */
  status: number;
  sequence: number;
  body: Buffer;
}

/** The bytes of the other side are no PDU, or not the one that they announce. */
export class MalformedPdu extends Error {}

export const responseTo = (command: number): number => (command | responseBit) >>> 0;

export const isResponse = (command: number): boolean => command >= responseBit;

export function writePdu({ command, status = 0, sequence, body = Buffer.alloc(0) }: Partial<Pdu> & PduId): Buffer {
  const header = Buffer.alloc(headerBytes);
  for (const [index, value] of [headerBytes + body.length, command, status, sequence].entries())
    header.writeUInt32BE(value, index * 4);
  return Buffer.concat([header, body]);
}

type PduId = Pick<Pdu, "command" | "sequence">;

/** Makes the function that takes bytes as they arrive, and yields the PDUs that are complete. @throws MalformedPdu after them */
export function createPduReader(): (chunk: Buffer) => Generator<Pdu> {
  let rest: Buffer = Buffer.alloc(0);
  return function* (chunk) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= 4) {
      const length = rest.readUInt32BE(0);
      if (length < headerBytes || length > maxPduBytes) throw new MalformedPdu(`a PDU of ${length} bytes`);
      if (rest.length < length) break;
      const [command, status, sequence] = [rest.readUInt32BE(4), rest.readUInt32BE(8), rest.readUInt32BE(12)];
      const body = rest.subarray(headerBytes, length);
      rest = rest.subarray(length);
      yield { command, status, sequence, body };
    }
  };
}

/** A number with what kind it is: the type of number and the numbering plan. */
export interface Address {
  ton: number;
  npi: number;
  digits: string;
}

export interface Bind {
  systemId: string;
  password: string;
  systemType: string;
}

export const writeBind = ({ systemId, password, systemType }: Bind): Buffer =>
  Buffer.concat([cString(systemId), cString(password), cString(systemType), Buffer.from([interfaceVersion, 0, 0, 0])]);

/** What a `submit_sm` and a `deliver_sm` have in common. */
export interface ShortMessage {
  source: Address;
  destination: Address;
  esmClass: number;
  registeredDelivery: number;
  dataCoding: number;
  /** At most 254 bytes. A longer text is in `message_payload`. */
  shortMessage: Buffer;
  optional: ReadonlyMap<number, Buffer>;
}

export const writeShortMessage = (message: ShortMessage): Buffer =>
  Buffer.concat([
    cString(""),
    writeAddress(message.source),
    writeAddress(message.destination),
    // The protocol id and the priority, then neither a time of delivery nor an end.
    Buffer.from([message.esmClass, 0, 0, 0, 0]),
    Buffer.from([message.registeredDelivery, 0, message.dataCoding, 0, message.shortMessage.length]),
    message.shortMessage,
    ...[...message.optional].flatMap(([tag, value]) => writeOptional(tag, value)),
  ]);

/** @throws MalformedPdu for a body that is too short */
export function readShortMessage(body: Buffer): ShortMessage {
  const reader = createFieldReader(body);
  reader.cString();
  const [source, destination] = [readAddress(reader), readAddress(reader)];
  const esmClass = reader.byte();
  reader.bytes(2);
  reader.cString();
  reader.cString();
  const registeredDelivery = reader.byte();
  reader.byte();
  const dataCoding = reader.byte();
  reader.byte();
  const shortMessage = reader.bytes(reader.byte());
  return {
    source,
    destination,
    esmClass,
    registeredDelivery,
    dataCoding,
    shortMessage,
    optional: readOptional(reader),
  };
}

/** The id of the text, or of the server, in the body of a response. A refusal may leave the body out. */
export const readId = (body: Buffer): string => (body.length === 0 ? "" : createFieldReader(body).cString());

/** The body of a response with the id of the text, or an empty one. */
export const writeId = (id: string): Buffer => cString(id);

function writeAddress({ ton, npi, digits }: Address): Buffer {
  return Buffer.concat([Buffer.from([ton, npi]), cString(digits)]);
}

function readAddress(reader: FieldReader): Address {
  return { ton: reader.byte(), npi: reader.byte(), digits: reader.cString() };
}

function writeOptional(tag: number, value: Buffer): Buffer[] {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(tag, 0);
  head.writeUInt16BE(value.length, 2);
  return [head, value];
}

function readOptional(reader: FieldReader): ReadonlyMap<number, Buffer> {
  const optional = new Map<number, Buffer>();
  while (!reader.isAtEnd()) {
    const head = reader.bytes(4);
    optional.set(head.readUInt16BE(0), reader.bytes(head.readUInt16BE(2)));
  }
  return optional;
}

const cString = (text: string): Buffer => Buffer.from(`${text}\0`, "latin1");

type FieldReader = ReturnType<typeof createFieldReader>;

function createFieldReader(body: Buffer) {
  let at = 0;
  const bytes = (length: number): Buffer => {
    if (at + length > body.length) throw new MalformedPdu("a field beyond the end of its PDU");
    at += length;
    return body.subarray(at - length, at);
  };
  return {
    bytes,
    byte: () => bytes(1)[0]!,
    /** A text that ends with a zero. */
    cString() {
      const end = body.indexOf(0, at);
      if (end === -1) throw new MalformedPdu("a text without its end");
      const text = bytes(end - at).toString("latin1");
      at += 1;
      return text;
    },
    isAtEnd: () => at >= body.length,
  };
}
