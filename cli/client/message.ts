/** A request as plain values. A Request and a Response cost more than the rest of an exchange. */
export interface Message {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** Undefined if the request has no body. A file is bytes. */
  body: string | Uint8Array<ArrayBuffer> | undefined;
}

/** A complete response. The names of headers are in lower case. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/**
 * Sends a request once, and follows no redirect.
 *
 * @throws NoAnswer
 */
export type Transport = (message: Message, timeoutMilliseconds: number) => Promise<Answer>;

/** No complete response arrived. The message is the reason. */
export class NoAnswer extends Error {
  readonly isTimeout: boolean;

  constructor(reason: string, { isTimeout }: { isTimeout: boolean }) {
    super(reason);
    this.isTimeout = isTimeout;
  }
}

export async function messageOf(request: Request): Promise<Message> {
  const { method, url, headers } = request;
  const body = request.body === null ? undefined : await request.text();
  return { method, url, headers: Object.fromEntries(headers), body };
}

export function requestOf({ method, url, headers, body }: Message): Request {
  return new Request(url, { method, headers, ...(body !== undefined && { body }) });
}

export function responseOf({ status, headers, text }: Answer): Response {
  const all = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  );
  return new Response(text === "" ? null : text, { status, headers: all });
}
