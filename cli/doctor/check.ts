/** What a check found. `todo`: what to do about it; undefined when nothing needs to be done. */
export interface Finding {
  check: string;
  status: "ok" | "warn" | "fail";
  found: string;
  todo?: string;
}

/** Does a check whose failure says enough. */
export async function failing(check: string, todo: string, work: () => Promise<Finding>): Promise<Finding> {
  try {
    return await work();
  } catch (error) {
    return { check, status: "fail", found: messageOf(error), todo };
  }
}

/** The innermost reason; what wraps it says less. */
function messageOf(error: unknown): string {
  const { message, cause, errors } = error as Error & { errors?: Error[] };
  if (cause) return messageOf(cause);
  return message || errors?.map(messageOf).join("; ") || String(error);
}
