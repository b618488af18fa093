import { randomUUID } from "node:crypto";
import createFetchClient, { type Client as FetchClient } from "openapi-fetch";
import type { operations as Api, paths } from "../../generated/api.ts";
import { operations } from "../../generated/operations.ts";
import type { OutlinedId } from "../../generated/outlines.ts";
import { type Connection, type ConnectionOptions, requireKey } from "../connection/connect.ts";
import { refusalOf } from "../failures.ts";
import { type Io, tell } from "../io.ts";
import { plain, styled } from "../output/plain-text.ts";
import { exchange } from "./exchange.ts";
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
export type ResponseOf<Id extends OutlinedId> = BodyOf<
  Api[Id]["responses"][(typeof operations)[Id]["status"] & keyof Api[Id]["responses"]]
>;

export interface Client {
  /**
   * Calls an operation by its id.
   *
   * @throws Failure if the server refuses the call, or no response arrives
   */
  call(id: OutlinedId, input: CallInput): Promise<Record<string, unknown>>;
  /** The operations by their paths, typed by the contract. Throws a Failure for an error response, too. */
  api: FetchClient<paths>;
  /** Sends any request to the server, with the key if there is one. The response may be an error. */
  send(request: Request): Promise<Response>;
}

/**
 * Creates a client of one server. Adds an `Idempotency-Key` to writes, and retries requests if that is safe. Calls
 * `onRefusal` before each retry.
 */
export function createClient(io: Io, connection: Connection, options: ConnectionOptions, onRefusal = () => {}): Client {
  const send = (request: Request) => sendRequest(io, connection, options, request, onRefusal);
  const api = createFetchClient<paths>({
    baseUrl: connection.url,
    fetch: async (request) => {
      if (request.method !== "GET" && !request.headers.has("idempotency-key")) {
        request.headers.set("idempotency-key", options.idempotencyKey ?? randomUUID());
      }
      const response = await send(request);
      if (response.ok) return response;
      const body = await response.json().catch(() => undefined);
      throw refusalOf(response.status, body, request.headers.get("idempotency-key"));
    },
  });

  return {
    api,
    send,
    async call(id, { path, query, body }) {
      if (!options.dryRun && !options.curl) requireKey(connection);
      const { method, path: route } = operations[id];
      // The operation is known only at run time, so the compiler cannot check the types.
      const { data } = await api.request(
        method.toLowerCase() as "get",
        route as never,
        { params: { path, query }, body } as never,
      );
      return data as unknown as Record<string, unknown>;
    },
  };
}

/** @throws UnsentRequest with `--dry-run` and `--curl` */
async function sendRequest(
  io: Io,
  { apiKey }: Connection,
  options: ConnectionOptions,
  request: Request,
  onRefusal: () => void,
): Promise<Response> {
  if (options.dryRun || options.curl) throw new UnsentRequest(request);
  if (apiKey !== undefined) request.headers.set("x-api-key", apiKey);
  const started = performance.now();
  const response = await exchange(request, {
    timeoutSeconds: options.timeout ?? 30,
    retry: options.retry ?? true,
    onRetry: (note) => {
      onRefusal();
      tell(io, styled(io, "dim", plain(note)));
    },
  });
  const milliseconds = Math.round(performance.now() - started);
  const requestId = response.headers.get("x-request-id") ?? "-";
  if (options.verbose)
    tell(io, plain(`${request.method} ${request.url}  ${response.status}  ${milliseconds} ms  ${requestId}`));
  if (response.headers.has("x-idempotency-replayed")) {
    tell(io, "This is the response to an earlier request with the same idempotency key.");
  }
  return response;
}
