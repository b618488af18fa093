import type { Log } from "../log.ts";
import { type AdmitOptions, admit } from "./admit.ts";
import { body } from "./body.ts";
import { checkAnswer } from "./check-answer.ts";
import { closeWhenDraining } from "./close-when-draining.ts";
import type { HttpMiddleware } from "./context.ts";
import { type DispatchOptions, dispatch } from "./dispatch.ts";
import { errorResponse } from "./error-response.ts";
import { matchOperation } from "./match-operation.ts";
import { requestLog } from "./request-log.ts";

export interface PipelineOptions extends AdmitOptions, DispatchOptions {
  log: Log;
  checkAnswers: boolean;
  /** Whether the server is about to stop. */
  isDraining: () => boolean;
}

/** The order every request meets. Read it top to bottom; nothing else adds middleware. */
export function pipeline(options: PipelineOptions): HttpMiddleware[] {
  return [
    closeWhenDraining(options.isDraining),
    requestLog(options.log),
    ...(options.checkAnswers ? [checkAnswer()] : []),
    errorResponse(options.log),
    matchOperation([body(), admit(options), dispatch(options)]),
  ];
}
