import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import {
  type Bind,
  commands,
  createPduReader,
  isResponse,
  MalformedPdu,
  type Pdu,
  readId,
  responseTo,
  statuses,
  writeBind,
  writeId,
  writePdu,
} from "./pdu.ts";

/** What became of one PDU that asks for an answer. */
export type PduExchange =
  /** No byte of the PDU was written. */
  | { kind: "unsent"; cause: string }
  /** The PDU was written, at least in part, and no answer came. */
  | { kind: "lost"; cause: string }
  | { kind: "answered"; status: number; id: string };

/** Where an SMSC listens. */
export interface SmscAddress {
  host: string;
  port: number;
  isTls: boolean;
}

export interface ConnectionTimes {
  /** The time to connect and to bind. */
  bindMilliseconds: number;
  /** The interval between two questions whether the other side is there. */
  enquireMilliseconds: number;
  /** How long the other side may take to say so. A connection without that answer ends. */
  silentMilliseconds: number;
}

export const defaultTimes: ConnectionTimes = {
  bindMilliseconds: 10_000,
  enquireMilliseconds: 30_000,
  silentMilliseconds: 10_000,
};

export interface ConnectionOptions {
  address: SmscAddress;
  bind: Bind & { command: number };
  /** Takes the body of a `deliver_sm`, and returns the status to answer with. Never rejects. Absent if none is taken. */
  onDeliver?: ((body: Buffer) => Promise<number>) | undefined;
  times?: Partial<ConnectionTimes> | undefined;
  /** Ends the attempt to connect and to bind. */
  signal?: AbortSignal | undefined;
}

/** A bound connection. */
export interface Connection {
  /** What the other side calls itself. */
  serverId: string;
  /** Whether it can still send. */
  isOpen(): boolean;
  submit(body: Buffer, milliseconds: number): Promise<PduExchange>;
  /** Resolves with the cause when the connection has ended, after all that was open is settled. */
  ended: Promise<string>;
  /** Unbinds, waits a second for the answer and for what is being recorded, and ends the connection. */
  close(): Promise<void>;
}

/** The status of a bind that would be one too many. */
export const alreadyBound = 0x05;

/** Why a bind is refused, by its status. */
const bindRefusals = new Map([
  [alreadyBound, "this system is bound already, and may be no more often (0x05)"],
  [0x0d, "the SMSC gives no reason (0x0D)"],
  [0x0e, "the password is wrong (0x0E)"],
  [0x0f, "the systemId is wrong (0x0F)"],
]);

/** The other side has answered the bind with a status. */
export class BindRefusal extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`the bind was refused: ${bindRefusals.get(status) ?? `status 0x${status.toString(16)}`}`);
    this.status = status;
  }
}

/** The time that the other side has to answer an unbind. */
const unbindMilliseconds = 1_000;

/** How many received PDUs may wait for their records. An SMSC keeps what is beyond, and sends it again. */
const maxDeliveries = 100;

/** Commands that have no answer: an outbind, and the notice that a phone can be reached again. */
const unanswered = new Set([0x0b, 0x0102]);

/** Connects and binds. @throws BindRefusal; Error if there is no connection, or no answer in time */
export async function openConnection({
  address,
  bind,
  onDeliver,
  times,
  signal,
}: ConnectionOptions): Promise<Connection> {
  const { bindMilliseconds, enquireMilliseconds, silentMilliseconds } = { ...defaultTimes, ...times };
  const socket = connectTo(address);
  const open = new Map<number, { command: number; settle: (exchange: PduExchange) => void }>();
  let sequence = 0;
  let cause = "closed";
  const deliveries = new Set<Promise<number>>();
  let isAsking = false;

  const write = (pdu: Parameters<typeof writePdu>[0]) => void (socket.writable && socket.write(writePdu(pdu)));
  const end = (why: string) => {
    cause = why;
    socket.destroy();
  };

  function request(command: number, body: Buffer, milliseconds: number): Promise<PduExchange> {
    if (!socket.writable) return Promise.resolve({ kind: "unsent", cause });
    sequence = (sequence % 0x7fffffff) + 1;
    const own = sequence;
    return new Promise((resolve) => {
      const settle = (exchange: PduExchange) => {
        clearTimeout(timer);
        open.delete(own);
        resolve(exchange);
      };
      const lose = () => settle({ kind: "lost", cause: "timeout" });
      // After a stall of this process, the answer may have arrived, and is read first.
      const timer = setTimeout(() => setImmediate(lose), milliseconds);
      open.set(own, { command, settle });
      write({ command, sequence: own, body });
    });
  }

  /** Asks whether the other side is there, and ends the connection if it says nothing. */
  async function enquire(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    const { kind } = await request(commands.enquireLink, Buffer.alloc(0), silentMilliseconds);
    isAsking = false;
    if (kind === "lost") end("silent");
  }

  async function deliver({ command, sequence, body }: Pdu): Promise<void> {
    let status: number = statuses.temporaryError;
    if (onDeliver && deliveries.size < maxDeliveries) {
      const delivery = onDeliver(body);
      deliveries.add(delivery);
      status = await delivery;
      deliveries.delete(delivery);
    }
    write({ command: responseTo(command), status, sequence, body: writeId("") });
  }

  function answer({ command, status, sequence, body }: Pdu): void {
    const asked = open.get(sequence);
    if (asked && command === responseTo(asked.command)) {
      asked.settle({ kind: "answered", status, id: status === statuses.ok ? readId(body) : "" });
    } else if (asked && command === commands.genericNack && status !== statuses.ok) {
      asked.settle({ kind: "answered", status, id: "" });
    }
  }

  function take(pdu: Pdu): void {
    const { command, sequence } = pdu;
    if (isResponse(command)) answer(pdu);
    else if (command === commands.deliverSm) void deliver(pdu);
    else if (command === commands.enquireLink) write({ command: responseTo(command), sequence });
    else if (command === commands.unbind) {
      write({ command: responseTo(command), sequence });
      cause = "unbound by the other side";
      socket.destroySoon();
    } else if (!unanswered.has(command)) {
      write({ command: commands.genericNack, status: statuses.invalidCommand, sequence });
    }
  }

  const read = createPduReader();
  socket.setNoDelay(true);
  socket.on("data", (chunk: Buffer) => {
    try {
      for (const pdu of read(chunk)) take(pdu);
    } catch (error) {
      if (!(error instanceof MalformedPdu)) throw error;
      end("malformed");
    }
  });
  socket.on("error", (error: NodeJS.ErrnoException) => {
    cause = error.code ?? error.name;
  });
  const ended = new Promise<string>((resolve) => {
    socket.once("close", () => {
      clearInterval(enquiring);
      for (const { settle } of [...open.values()]) settle({ kind: "lost", cause });
      resolve(cause);
    });
  });
  const enquiring = setInterval(enquire, enquireMilliseconds);

  const connecting = setTimeout(() => end("timeout"), bindMilliseconds);
  const stop = () => end("stopped");
  signal?.addEventListener("abort", stop);
  await Promise.race([ended, connected(socket, address)]);
  const bound = await request(bind.command, writeBind(bind), bindMilliseconds);
  clearTimeout(connecting);
  signal?.removeEventListener("abort", stop);
  if (bound.kind !== "answered" || bound.status !== statuses.ok) {
    socket.destroy();
    if (bound.kind === "answered") throw new BindRefusal(bound.status);
    throw new Error(bound.cause);
  }

  return {
    serverId: bound.id,
    ended,
    isOpen: () => socket.writable,
    async submit(body, milliseconds) {
      const exchange = await request(commands.submitSm, body, milliseconds);
      if (exchange.kind === "lost" && exchange.cause === "timeout") void enquire();
      return exchange;
    },
    async close() {
      await request(commands.unbind, Buffer.alloc(0), unbindMilliseconds);
      await Promise.all(deliveries);
      socket.destroy();
      await ended;
    },
  };
}

function connectTo({ host, port, isTls }: SmscAddress): Socket {
  // A name of an address would be refused.
  return isTls ? connectTls({ host, port, ...(!isIP(host) && { servername: host }) }) : connectTcp({ host, port });
}

const connected = (socket: Socket, { isTls }: SmscAddress): Promise<void> =>
  new Promise((resolve) => {
    socket.once(isTls ? "secureConnect" : "connect", () => resolve());
  });
