/**
 * A stand-in for an SMSC on loopback, with a configurable behaviour. It records the texts that it gets, and delivers texts and
 * receipts.
 */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import { afterAll, beforeAll } from "vitest";
import {
  commands,
  createPduReader,
  isResponse,
  type Pdu,
  readShortMessage,
  responseTo,
  type ShortMessage,
  writeId,
  writePdu,
  writeShortMessage,
} from "../../server/provider/smpp/pdu.ts";
import { createLazily } from "./lazily.ts";

/** What an SMSC can do with a text. */
export interface Answering {
  /** Answers with a status and an id. */
  answer(status: number, id?: string): void;
  /** Answers with a PDU of any command and body. */
  write(pdu: Partial<Pdu> & { command: number }): void;
  /** Writes any bytes. */
  writeBytes(bytes: Buffer): void;
  socket: Socket;
}

export type SmscBehaviour = (text: ShortMessage, answering: Answering) => void;

/** A bound connection. */
interface SmscSession {
  socket: Socket;
  systemId: string;
  command: number;
}

export interface Smsc {
  readonly url: string;
  /** All texts that were read. */
  readonly texts: readonly ShortMessage[];
  /** The commands of all binds by the system that bound. */
  bindsOf(systemId: string): number[];
  /** How many times the other side has asked whether this one is there. */
  readonly enquiries: number;
  /** What it does with all further texts; `accept` by default. */
  behaviour: SmscBehaviour;
  /** The status that it answers binds with. */
  bindStatus: number;
  /** Whether it answers nothing, like a connection whose other end is gone. */
  isSilent: boolean;
  textsTo(phone: string): ShortMessage[];
  /** How many connections of a system are bound. */
  countBound(systemId: string): number;
  /** Waits until a system has connections. */
  bound(systemId: string, count?: number): Promise<void>;
  /** Delivers a text or a receipt to a system, by its connections in turn, and returns the status of the answer. */
  deliver(systemId: string, message: Partial<ShortMessage>): Promise<number>;
  /** Sends any request to a system, and returns the answer. */
  ask(systemId: string, command: number, body?: Buffer): Promise<Pdu>;
  /** Ends all connections. */
  endAll(): void;
  close(): Promise<void>;
}

let serial = 0;

/** A unique id of a text. */
export function nextMessageId(): string {
  serial += 1;
  return `smsc-${serial}`;
}

export const accept: SmscBehaviour = (_, { answer }) => answer(0, nextMessageId());

/** An international number. */
export const international = (phone: string) => ({ ton: 1, npi: 1, digits: phone.replace("+", "") });

const emptyMessage: ShortMessage = {
  source: international(""),
  destination: international(""),
  esmClass: 0,
  registeredDelivery: 0,
  dataCoding: 0,
  shortMessage: Buffer.alloc(0),
  optional: new Map(),
};

export async function createSmsc({ tls, port = 0 }: { tls?: TlsOptions; port?: number } = {}): Promise<Smsc> {
  const sockets = new Set<Socket>();
  const sessions = new Set<SmscSession>();
  const binds: SmscSession[] = [];
  const texts: ShortMessage[] = [];
  const asked = new Map<string, (answer: Pdu) => void>();
  const waiting = new Set<() => void>();
  let enquiries = 0;
  let sequence = 0;

  function accepted(socket: Socket): void {
    const read = createPduReader();
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => {
      sockets.delete(socket);
      for (const session of sessions) if (session.socket === socket) sessions.delete(session);
    });
    socket.on("data", (chunk: Buffer) => {
      for (const pdu of read(chunk)) if (!smsc.isSilent) take(socket, pdu);
    });
  }

  function take(socket: Socket, pdu: Pdu): void {
    const write = (answer: Partial<Pdu> & { command: number }) =>
      void socket.write(writePdu({ sequence: pdu.sequence, ...answer }));
    const answer = (status: number, id = "") =>
      write({ command: responseTo(pdu.command), status, body: status === 0 ? writeId(id) : Buffer.alloc(0) });
    if (isResponse(pdu.command)) {
      asked.get(`${socket.remotePort} ${pdu.sequence}`)?.(pdu);
    } else if (pdu.command === commands.submitSm) {
      const text = readShortMessage(pdu.body);
      texts.push(text);
      smsc.behaviour(text, { answer, write, writeBytes: (bytes) => void socket.write(bytes), socket });
    } else if (pdu.command === commands.enquireLink || pdu.command === commands.unbind) {
      if (pdu.command === commands.enquireLink) enquiries += 1;
      write({ command: responseTo(pdu.command) });
    } else {
      answer(smsc.bindStatus, "stand-in");
      if (smsc.bindStatus !== 0) return;
      const systemId = pdu.body.subarray(0, pdu.body.indexOf(0)).toString();
      const session = { socket, systemId, command: pdu.command };
      sessions.add(session);
      binds.push(session);
      for (const check of waiting) check();
    }
  }

  const sessionsOf = (systemId: string) => [...sessions].filter((session) => session.systemId === systemId);
  const server: Server = tls ? createTlsServer(tls, accepted) : createServer(accepted);
  server.listen(port, "127.0.0.1");
  await once(server, "listening");

  const smsc: Smsc = {
    url: `${tls ? "smpps" : "smpp"}://${tls ? "localhost" : "127.0.0.1"}:${(server.address() as AddressInfo).port}`,
    texts,
    bindsOf: (systemId) => binds.filter((bind) => bind.systemId === systemId).map(({ command }) => command),
    get enquiries() {
      return enquiries;
    },
    behaviour: accept,
    bindStatus: 0,
    isSilent: false,
    textsTo: (phone) => texts.filter(({ destination }) => `+${destination.digits}` === phone),
    countBound: (systemId) => sessionsOf(systemId).length,
    bound: (systemId, count = 1) =>
      new Promise((resolve) => {
        const check = () => {
          if (sessionsOf(systemId).length < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    async deliver(systemId, message) {
      const body = writeShortMessage({ ...emptyMessage, ...message });
      return (await smsc.ask(systemId, commands.deliverSm, body)).status;
    },
    ask(systemId, command, body = Buffer.alloc(0)) {
      const receiving = sessionsOf(systemId).filter((each) => each.command !== commands.bindTransmitter);
      sequence += 1;
      const own = sequence;
      const session = receiving[own % receiving.length];
      if (!session) throw new Error(`${systemId} has no connection that receives`);
      const { socket } = session;
      return new Promise((resolve, reject) => {
        const lose = () => reject(new Error("the connection has ended"));
        socket.once("close", lose);
        asked.set(`${socket.remotePort} ${own}`, (answer) => {
          socket.off("close", lose);
          resolve(answer);
        });
        socket.write(writePdu({ command, sequence: own, body }));
      });
    },
    endAll() {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    async close() {
      if (!server.listening) return;
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  return smsc;
}

/** Starts an SMSC for the tests of one file. A use before the tests is an error. */
export function useSmsc(): Smsc {
  let started: Smsc | undefined;
  beforeAll(async () => {
    started = await createSmsc();
  });
  afterAll(() => started?.close());
  return createLazily("the SMSC", () => started);
}
