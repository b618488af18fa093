import { usageError } from "../failures.ts";
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
    if (error instanceof Error && error.name === "TimeoutError") throw new NoAnswer("timeout", { isTimeout: true });
    if (!(error instanceof TypeError)) throw error;
    if (!isNetworkFailure(error)) throw refuseRequest(error);
    throw new NoAnswer(describe(error), { isTimeout: false });
  }
}

/**
 * Whether an error of `fetch` is a failure of the network, which has a cause with a code. Other errors are about the
 * request, such as a header that cannot be sent, so a retry has the same error.
 */
export function isNetworkFailure(error: TypeError): boolean {
  const { code = "" } = (error.cause ?? {}) as { code?: string };
  return code !== "" && !code.startsWith("ERR_INVALID_");
}

/** The failure for a request that `fetch` refuses to send. Its error may contain a header, so it is not shown. */
function refuseRequest({ cause }: TypeError): Error {
  const isPort = cause instanceof Error && cause.message === "bad port";
  return usageError(
    isPort
      ? "the port of the server's address is one that fetch never connects to. Choose another port."
      : "the request cannot be sent: its address or a header has a character that is not allowed.",
  );
}

/** The reason of a failed request: the code or message of the error's cause. */
export function describe(failure: Error): string {
  const { code, message } = (failure.cause ?? {}) as { code?: string; message?: string };
  return code || message || failure.message;
}
