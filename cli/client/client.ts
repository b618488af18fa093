import { randomUUID } from "node:crypto";
import createFetchClient, {
  createFinalURL,
  createQuerySerializer,
  defaultPathSerializer,
  type Client as FetchClient,
} from "openapi-fetch";
import type { operations as Api, paths } from "../../generated/api.ts";
import { type OperationId, operations } from "../../generated/operations.ts";
import type { OutlinedId } from "../../generated/outlines.ts";
import { parseJson } from "../bytes/parse-json.ts";
import { type Connection, type ConnectionOptions, requireKey } from "../connection/connect.ts";
import { refusalOf } from "../failures.ts";
import { type Io, tell } from "../io.ts";
import { plain, styled } from "../output/plain-text.ts";
import { withAlternatives } from "./alternatives.ts";
import { exchange } from "./exchange.ts";
import { type Answer, type Message, messageOf, requestOf, responseOf, type Transport } from "./message.ts";
import { sendByFetch } from "./send-by-fetch.ts";
import { UnsentRequest } from "./unsent-request.ts";

/** The input of an operation. */
export interface CallInput {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  /** Undefined if the request has no body. */
  body: Record<string, unknown> | undefined;
}

type BodyOf<Response> = Response extends { content: infer Content } ? Content[keyof Content] : never;

/** The response body of an operation that succeeds. */
export type ResponseOf<Id extends OperationId> = BodyOf<
  Api[Id]["responses"][(typeof operations)[Id]["status"] & keyof Api[Id]["responses"]]
>;

export interface Client {
  /**
   * Calls an operation by its id.
   *
   * @throws Failure if the server refuses the call, or no response arrives
   */
  call(id: OutlinedId, input: CallInput): Promise<Record<string, unknown>>;
  /**
   * Uploads a file.
   *
   * @param key the idempotency key; by default that of the command
   * @throws Failure if the server refuses it, or no response arrives
   */
  upload(file: Uint8Array<ArrayBuffer>, key?: string): Promise<ResponseOf<"uploadMedia">>;
  /** The operations by their paths, typed by the contract. Throws a Failure for an error response, too. */
  api: FetchClient<paths>;
  /** Sends any request to the server, with the key if there is one. The response may be an error. */
  send(request: Request): Promise<Response>;
}

export interface ClientOptions {
  /** Is called before each retry. */
  onRefusal?: () => void;
  /** Whether all writes have the same effect if they run twice. They then get no key, which would cost the server time. */
  isRepeatable?: boolean;
  /** By default `fetch`. */
  transport?: Transport;
}

/** Creates a client of one server. Adds an `Idempotency-Key` to writes, and retries requests if that is safe. */
export function createClient(
  io: Io,
  connection: Connection,
  options: ConnectionOptions,
  clientOptions: ClientOptions = {},
): Client {
  const send = (message: Message) => sendMessage(io, connection, { ...options, ...clientOptions }, message);

  /** @throws Failure for an error response, too */
  async function write(message: Message, takesKey = message.method !== "GET"): Promise<Answer> {
    const needsKey = takesKey && !clientOptions.isRepeatable;
    if (needsKey || options.idempotencyKey !== undefined)
      message.headers["idempotency-key"] ??= options.idempotencyKey ?? randomUUID();
    const answer = await send(message);
    if (answer.status >= 200 && answer.status < 300) return answer;
    throw refusalOf(answer.status, withAlternatives(parseJson(answer.text)), message.headers["idempotency-key"]);
  }

  return {
    api: createFetchClient<paths>({
      baseUrl: connection.url,
      fetch: async (request) => responseOf(await write(await messageOf(request))),
    }),
    async upload(file, key) {
      if (!options.dryRun && !options.curl) requireKey(connection);
      const { method, path } = operations.uploadMedia;
      const type = "application/octet-stream";
      const headers = { "content-type": type, ...(key !== undefined && { "idempotency-key": key }) };
      return JSON.parse((await write({ method, url: `${connection.url}${path}`, headers, body: file })).text);
    },
    send: async (request) => responseOf(await send(await messageOf(request))),
    async call(id, { path, query, body }) {
      if (!options.dryRun && !options.curl) requireKey(connection);
      const { method, path: route, once } = operations[id];
      const url = createFinalURL(route, { baseUrl: connection.url, params: { path, query }, ...serializers });
      const message: Message = { method, url, headers: {}, body: undefined };
      if (body !== undefined) {
        message.headers["content-type"] = "application/json";
        message.body = JSON.stringify(body);
      }
      return JSON.parse((await write(message, once !== null)).text);
    },
  };
}

const serializers = { querySerializer: createQuerySerializer(), pathSerializer: defaultPathSerializer };

/** @throws UnsentRequest with `--dry-run` and `--curl` */
async function sendMessage(
  io: Io,
  { apiKey }: Connection,
  {
    transport = sendByFetch,
    onRefusal = () => {},
    isRepeatable = false,
    ...options
  }: ConnectionOptions & ClientOptions,
  message: Message,
): Promise<Answer> {
  if (options.dryRun || options.curl) throw new UnsentRequest(requestOf(message));
  if (apiKey !== undefined) message.headers["x-api-key"] = apiKey;
  const started = performance.now();
  const answer = await exchange(message, {
    transport,
    isRepeatable,
    timeoutSeconds: options.timeout ?? 30,
    retry: options.retry ?? true,
    onRetry: (note) => {
      onRefusal();
      tell(io, styled(io, "dim", plain(note)));
    },
  });
  if (options.verbose) {
    const milliseconds = Math.round(performance.now() - started);
    const requestId = answer.headers["x-request-id"] ?? "-";
    tell(io, plain(`${message.method} ${message.url}  ${answer.status}  ${milliseconds} ms  ${requestId}`));
  }
  if (answer.headers["x-idempotency-replayed"] !== undefined) {
    tell(io, "This is the response to an earlier request with the same idempotency key.");
  }
  return answer;
}
