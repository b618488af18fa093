import type { ServerResponse } from "node:http";
import type { Middleware, ParameterizedContext } from "koa";
import type { RouteId } from "../../generated/operations.ts";
import type { Admission } from "../admission/admission.ts";
import type { ErrorCode } from "../errors.ts";
import type { CallbackDialect, FormPairs } from "../provider/callbacks.ts";
import type { RequestSpan } from "../tracing/tracing.ts";

/** The answer to a request, without the headers. */
export interface HttpAnswer {
  status: number;
  /** The `Content-Type`, by default JSON. */
  type?: string;
  /** Undefined: the answer has no body. */
  body: string | undefined;
  /** The size of a body that is written by `stream`, or that an answer to HEAD leaves out. */
  length?: number;
  /** Writes the body to the response as it comes, after the head. */
  stream?: (response: ServerResponse) => void;
}

/** The data that one middleware passes to the next. */
export interface RequestState {
  /** The answer's headers, as alternating names and values. */
  headers: string[];
  requestId: string;
  /** The address of the client, as far as it is known. */
  address?: string | undefined;
  /** Set if tracing is configured. */
  span?: RequestSpan;
  /** Set once the request has matched an operation, or the MCP endpoint, which reaches every operation. */
  operationId?: RouteId;
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  /** The API key, from the step that finds it to the step that checks it. */
  key?: string | undefined;
  /** The user name of basic authentication, for the step that checks it. */
  account?: string;
  /** The body's bytes, once they are read. */
  rawBody?: Buffer;
  /** Whether `100 Continue` was sent. */
  continued?: boolean;
  /** How the carrier of a callback calls back. */
  dialect?: CallbackDialect;
  /** The Idempotency-Key of a request that has none of its own. */
  idempotencyKey?: string;
  /** A callback's signature, once it is verified. */
  signature?: string;
  /** The body as a form, once it is parsed. */
  form?: FormPairs;
  body?: unknown;
  /** Gives back the request's slot before its answer is ready. Set once it has a slot. */
  releaseSlot?: () => void;
  /** Set when the request is refused. */
  errorCode?: ErrorCode;
  /** Set once the request is admitted. */
  admission?: Admission;
}

export type HttpContext = ParameterizedContext<RequestState>;

/** A middleware returns the answer: that of the next middleware, a changed one or its own. */
export type HttpMiddleware = (ctx: HttpContext, next: () => Promise<HttpAnswer>) => Promise<HttpAnswer>;

/** Composed middleware. It resolves to the answer of its first member, which the types of Koa do not say. */
export type ComposedMiddleware = Middleware<RequestState>;
