import { Failure } from "../failures.ts";

/** The failure of a row that is refused without a request. */
export function rowFailure(code: string, message: string): Failure {
  return new Failure("invalid", message, { code });
}
