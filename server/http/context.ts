import type { Middleware } from "koa";
import type { RouteId } from "../../generated/operations.ts";
import type { ErrorCode } from "../errors.ts";
import type { FormPairs } from "../provider/signature.ts";
import type { Admission } from "../teams/admit.ts";

/** The answer to a request, without the headers. */
export interface HttpAnswer {
  status: number;
  /** The `Content-Type`, by default JSON. */
  type?: string;
  /** A string is sent unchanged, another value as JSON. Undefined: the answer has no body. */
  body: unknown;
  /** The body as text, once it is serialized. */
  text?: string;
}

/** The data that one middleware passes to the next. */
export interface RequestState {
  /** The answer's headers, as alternating names and values. */
  headers: string[];
  requestId: string;
  /** Set if tracing is configured. */
  traceId?: string;
  /** Set once the request has matched an operation, or the MCP endpoint, which reaches every operation. */
  operationId?: RouteId;
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  /** The API key, from the step that finds it to the step that checks it. */
  key?: string | undefined;
  /** The body's bytes, once they are read. */
  rawBody?: Buffer;
  /** Whether `100 Continue` was sent. */
  continued?: boolean;
  /** A callback's signature. It is verified by `verifySignature`. */
  signature?: string;
  /** The body as a form, once it is parsed. */
  form?: FormPairs;
  body?: unknown;
  /** Set once the request is answered. */
  answer?: HttpAnswer;
  /** Set when the request is refused. */
  errorCode?: ErrorCode;
  /** Set once the request is admitted. */
  admission?: Admission;
}

export type HttpMiddleware = Middleware<RequestState>;
export type HttpContext = Parameters<HttpMiddleware>[0];
