import { type OperationId, operations } from "../../generated/operations.ts";
import type { Answer, Input } from "../../server/contract/types.ts";

/** The input of an operation. Omitted parts are not sent. */
export type CallInput<Id extends OperationId> = {
  [Part in keyof Input<Id>]?: Partial<Input<Id>[Part]>;
} & { idempotencyKey?: string; headers?: Record<string, string> };

/** An unparsed answer of any operation. */
export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** The body, parsed if it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  body: any;
}

/** An answer with a status of 400 or above. */
export class Refusal extends Error {
  readonly status: number;
  readonly error: string;
  readonly details: { field: string; code: string; message: string }[] | undefined;
  readonly headers: Headers;

  constructor(answer: RawAnswer) {
    super(`${answer.status} ${answer.text}`);
    this.status = answer.status;
    this.error = answer.body.error;
    this.details = answer.body.details;
    this.headers = answer.headers;
  }
}

/** Calls every operation by its id with this client's key; rejects with a Refusal. */
export type Client = {
  [Id in OperationId]: (input?: CallInput<Id>) => Promise<Answer<Id>>;
} & {
  /** Calls an operation and returns any answer, refused or not. */
  raw<Id extends OperationId>(id: Id, input?: CallInput<Id>): Promise<RawAnswer>;
  /** Sends any request, with the client's key unless the headers have another. */
  request(method: string, path: string, init?: RequestInit): Promise<RawAnswer>;
  /** The same key in test mode. */
  inTestMode(): Client;
};

export function createClient(url: string, key: string): Client {
  async function request(method: string, path: string, init: RequestInit = {}): Promise<RawAnswer> {
    const headers = { "x-api-key": key, ...(init.headers as Record<string, string>) };
    const response = await fetch(`${url}${path}`, { ...init, method, headers });
    // A stream does not end.
    const isStream = response.headers.get("content-type") === "text/event-stream";
    if (isStream) await response.body?.cancel();
    const text = isStream ? "" : await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    return { status: response.status, headers: response.headers, text, body: isJson && text ? JSON.parse(text) : text };
  }

  function raw<Id extends OperationId>(id: Id, input: CallInput<Id> = {}): Promise<RawAnswer> {
    const { method, path } = operations[id];
    const values = { ...input.path } as Record<string, string>;
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
    const given = Object.entries({ ...input.query }).map(([name, value]): [string, string] => [name, String(value)]);
    const query = new URLSearchParams(given).toString();
    const isFile = (input.body as unknown) instanceof Uint8Array;
    return request(method, query === "" ? filled : `${filled}?${query}`, {
      headers: {
        ...(input.body !== undefined && { "content-type": isFile ? "application/octet-stream" : "application/json" }),
        ...(input.idempotencyKey !== undefined && { "idempotency-key": input.idempotencyKey }),
        ...input.headers,
      },
      ...(input.body !== undefined && { body: isFile ? (input.body as never) : JSON.stringify(input.body) }),
    });
  }

  async function call(id: OperationId, input?: CallInput<OperationId>): Promise<unknown> {
    const answer = await raw(id, input);
    if (answer.status >= 400) throw new Refusal(answer);
    return answer.body;
  }

  const byId = Object.keys(operations).map((id) => [
    id,
    (input?: CallInput<OperationId>) => call(id as OperationId, input),
  ]);
  return { ...Object.fromEntries(byId), raw, request, inTestMode: () => createClient(url, `${key}_test`) };
}
