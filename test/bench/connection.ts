import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { BenchRequest } from "./requests.ts";

export interface BenchAnswer {
  status: number;
  text: string;
}

/** Renders a request as HTTP sends it. */
export function renderRequest(host: string, { method, path, headers, body = "" }: BenchRequest): string {
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n`;
  for (const name in headers) head += `${name}: ${headers[name]}\r\n`;
  if (method !== "GET") head += `content-length: ${Buffer.byteLength(body)}\r\n`;
  return `${head}\r\n${body}`;
}

/**
 * A keep-alive connection with one request at a time. It implements only the part of HTTP that the bench needs, and so takes
 * a third of the CPU of a full client. On two cores, the load generator competes with the measured server for CPU.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #host: string;
  #received = "";
  #answered: ((answer: BenchAnswer) => void) | undefined;
  #failed: ((error: Error) => void) | undefined;

  private constructor(socket: Socket, host: string) {
    this.#socket = socket;
    this.#host = host;
    socket.setNoDelay(true).setEncoding("latin1");
    socket.on("data", (text: string) => this.#read(text));
    socket.on("error", (error) => this.#failed?.(error));
    socket.on("close", () => this.#failed?.(new Error(`${host} closed the connection`)));
  }

  static async open(origin: string): Promise<Connection> {
    const { hostname, port, host } = new URL(origin);
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    return new Connection(socket, host);
  }

  ask(request: BenchRequest): Promise<BenchAnswer> {
    return new Promise((resolve, reject) => {
      this.#answered = resolve;
      this.#failed = reject;
      this.#socket.write(renderRequest(this.#host, request));
    });
  }

  #read(text: string): void {
    this.#received += text;
    const end = this.#received.indexOf("\r\n\r\n");
    if (end === -1) return;
    const [, length] = /^content-length: *(\d+)/im.exec(this.#received.slice(0, end)) ?? [];
    if (length === undefined) {
      this.#failed?.(new Error(`an answer without its length: ${this.#received}`));
    } else if (this.#received.length >= end + 4 + Number(length)) {
      const answer = { status: Number(this.#received.slice(9, 12)), text: this.#received.slice(end + 4) };
      this.#received = "";
      this.#answered?.(answer);
    }
  }

  close(): void {
    this.#failed = undefined;
    this.#socket.destroy();
  }
}
