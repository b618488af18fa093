import { type Answer, type Message, NoAnswer } from "./message.ts";

/** Sends a request by `fetch`, which is part of Node and therefore loads quickly. */
export async function sendByFetch({ url, ...message }: Message, timeoutMilliseconds: number): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    // Following a redirect would send the key to another server.
    const response = await fetch(url, { ...message, body: message.body ?? null, signal, redirect: "manual" });
    const { status, headers } = response;
    return { status, headers: Object.fromEntries(headers), text: await response.text() };
  } catch (error) {
    // fetch throws these errors for network failures. Other errors are bugs.
    if (!(error instanceof Error && (error.name === "TypeError" || error.name === "TimeoutError"))) throw error;
    throw new NoAnswer(describe(error), { isTimeout: error.name === "TimeoutError" });
  }
}

/** The reason of a failed request: the code or message of the error's cause. */
export function describe(failure: Error): string {
  const { code, message } = (failure.cause ?? {}) as { code?: string; message?: string };
  return code || message || failure.message;
}
