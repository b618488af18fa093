import { routes } from "../../generated/operations.ts";
import type { Tracing } from "../tracing/tracing.ts";
import { type AdmitOptions, admit } from "./admit.ts";
import { parseBody, readBody } from "./body.ts";
import { checkAnswer } from "./check-answer.ts";
import type { HttpMiddleware } from "./context.ts";
import { dispatch } from "./dispatch.ts";
import { errorResponse } from "./error-response.ts";
import { matchOperation } from "./match-operation.ts";
import { dispatchMcp, guardMcp, type McpOptions } from "./mcp.ts";
import { type CountRequest, measure } from "./measure.ts";
import { requestLog } from "./request-log.ts";
import { pageHeaders, securityHeaders } from "./security-headers.ts";
import { trace } from "./trace.ts";
import { type SignatureOptions, verifySignature } from "./verify-signature.ts";
import { writeAnswer } from "./write-answer.ts";

export interface PipelineOptions extends AdmitOptions, SignatureOptions, McpOptions {
  checkAnswers: boolean;
  /** Whether the server is about to stop. */
  isDraining: () => boolean;
  countRequest: CountRequest;
  tracing: Tracing | undefined;
}

/** The order every request meets. Read it top to bottom; nothing else adds middleware. */
export function pipeline(options: PipelineOptions): HttpMiddleware[] {
  return [
    writeAnswer(options.isDraining),
    securityHeaders(),
    measure(options.countRequest),
    ...(options.tracing ? [trace(options.tracing)] : []),
    requestLog(options.log),
    ...(options.checkAnswers ? [checkAnswer()] : []),
    errorResponse(options.log),
    matchOperation((id) => [
      ...(routes[id].contentType === "text/html" ? [pageHeaders()] : []),
      ...(id === "callMcp" ? [guardMcp(options)] : []),
      readBody(),
      verifySignature(options),
      parseBody(),
      admit(options),
      id === "callMcp" ? dispatchMcp(options) : dispatch(id, options),
    ]),
  ];
}
