import type { ServerResponse } from "node:http";
import type { Sink, Streams } from "../events/streams.ts";
import type { StreamStart } from "../operations/handlers.ts";
import type { HttpMiddleware } from "./context.ts";
import type { DispatchOptions } from "./dispatch.ts";

export interface StreamOptions extends DispatchOptions {
  streams: Streams;
}

/**
 * Answers with a stream of the team's events. The slot of the request is free once the stream has begun.
 *
 * @throws server_error (503) if the team, or the process, has too many streams
 */
export function streamEvents({ contract, callerOf, streams }: StreamOptions): HttpMiddleware {
  return async (ctx) => {
    const { path = {}, query: given = {}, body, admission, requestId, address } = ctx.state;
    const { teamId, apiKeyId, testMode } = admission!;
    const header = ctx.headers["last-event-id"];
    const query = { ...given, ...(header && { last_event_id: header }) };
    const caller = callerOf(admission!, { requestId, address });
    const invoked = await contract.invoke("streamEvents", { path, query, body }, caller);
    const { filter, after } = invoked.body as StreamStart;
    const release = streams.reserve(teamId);
    ctx.res.once("close", release);
    if (ctx.res.closed) release();
    ctx.state.headers.push("Cache-Control", "no-store", "X-Accel-Buffering", "no");
    return {
      status: invoked.status,
      type: "text/event-stream",
      body: undefined,
      stream(response) {
        response.on("close", streams.open({ teamId, apiKeyId, testMode, filter, after }, sinkOf(response)));
      },
    };
  };
}

const sinkOf = (response: ServerResponse): Sink => ({
  get unsentBytes() {
    return response.writableLength;
  },
  write: (text) => void response.write(text),
  end: (text) => void response.end(text),
  destroy: () => void response.destroy(),
});
