import type { Middleware } from "koa";
import type { RouteId } from "../../generated/operations.ts";
import type { ErrorCode } from "../errors.ts";
import type { FormPairs } from "../provider/signature.ts";
import type { Admission } from "../teams/admit.ts";

/** What a request is answered with, beside the headers. */
export interface Answer {
  status: number;
  /** Its `Content-Type`, by default of JSON. */
  type?: string;
  /** Text as it is, or a value that becomes JSON; undefined: nothing. */
  body: unknown;
  /** The body as text, if it was made already. */
  text?: string;
}

/** What the middlewares tell those after them. */
export interface RequestState {
  /** The answer's headers: a name, its value, a name, its value. */
  headers: string[];
  requestId: string;
  /** Set where requests are traced. */
  traceId?: string;
  /** Set once the request has matched an operation, or a transport to all of them. */
  operationId?: RouteId;
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  /** The API key, from when it is found until it is judged. */
  key?: string | undefined;
  /** The body's bytes, once they are read. */
  rawBody?: Buffer;
  /** Whether the client was told to send the body that it announced. */
  continued?: boolean;
  /** The signature that a callback came with. It is right once the callback is let on. */
  signature?: string;
  /** The form that they are, once somebody has asked for it. */
  form?: FormPairs;
  body?: unknown;
  /** Set once the request is answered. */
  answer?: Answer;
  /** Set when the request is refused. */
  errorCode?: ErrorCode;
  /** Set once the request is admitted. */
  admission?: Admission;
}

export type HttpMiddleware = Middleware<RequestState>;
export type HttpContext = Parameters<HttpMiddleware>[0];
