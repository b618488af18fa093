import { type Dispatcher, getGlobalDispatcher, request } from "undici";
import { NoAnswer, type Transport } from "./message.ts";

/**
 * Creates a transport for thousands of requests. A request takes a third of the CPU time that `fetch` takes. The library
 * takes longer to load.
 */
export function createTransport(dispatcher: Dispatcher = getGlobalDispatcher()): Transport {
  return async ({ url, method, headers, body }, timeoutMilliseconds) => {
    const controller = new AbortController();
    let isTimeout = false;
    const timer = setTimeout(() => {
      isTimeout = true;
      controller.abort();
    }, timeoutMilliseconds);
    try {
      const answer = await request(url, {
        dispatcher,
        method: method as Dispatcher.HttpMethod,
        headers,
        body: body ?? null,
        signal: controller.signal,
        // The timer limits the total time.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      // Errors of the network and of the library have codes. Other errors are bugs.
      if (!isTimeout && code === undefined) throw error;
      throw new NoAnswer(code ?? message, { isTimeout });
    } finally {
      clearTimeout(timer);
    }
  };
}
