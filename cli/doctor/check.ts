import { messageOf } from "../failures.ts";

/** The result of a check. `todo` says what to do; it is undefined if nothing needs to be done. */
export interface Finding {
  check: string;
  status: "ok" | "warn" | "fail";
  found: string;
  todo?: string;
}

/** Runs a check. An error of `work` becomes a failed result with its message. */
export async function runCheck(check: string, todo: string, work: () => Promise<Finding>): Promise<Finding> {
  try {
    return await work();
  } catch (error) {
    return { check, status: "fail", found: messageOf(error), todo };
  }
}
