import type { SimulatedTextPage } from "../../generated/api.ts";
import { fail } from "../errors.ts";
import type { Waits } from "../simulator/waits.ts";
import type { HttpMiddleware } from "./context.ts";
import type { DispatchOptions } from "./dispatch.ts";

export interface WaitOptions extends DispatchOptions {
  waits: Waits;
}

/**
 * Answers with the texts on handsets. An empty list with `wait` is read again each time the team may have a new text, and
 * answered once it has one, or at the end of the wait. The request gives back its slot meanwhile.
 *
 * @throws rate_limited, server_error (503) beyond the number of waiting requests; missing_team_context if the key is no
 *   longer valid after the wait
 */
export function waitForTexts({ contract, callerOf, waits }: WaitOptions): HttpMiddleware {
  return async (ctx) => {
    const { path = {}, query = {}, body, admission, requestId, address } = ctx.state;
    const { teamId, apiKeyId, testMode } = admission!;
    const read = async () => {
      const caller = callerOf(admission!, { requestId, address });
      const { status, body: page } = await contract.invoke("listSimulatedTexts", { path, query, body }, caller);
      return { status, isEmpty: (page as SimulatedTextPage).texts.length === 0, body: JSON.stringify(page) };
    };

    const first = await read();
    const seconds = Number(query.wait ?? 0);
    if (!first.isEmpty || seconds === 0) return first;
    const last = await waits.hold({ teamId, apiKeyId }, seconds * 1_000, async (waiting) => {
      ctx.state.releaseSlot?.();
      ctx.res.once("close", waiting.finish);
      if (ctx.res.closed) waiting.finish();
      for (;;) {
        const { isOver } = waiting;
        const found = await read();
        if (!found.isEmpty || isOver) return found;
        await waiting.next();
      }
    });
    if (!(await waits.checkKeys([apiKeyId])).admits(apiKeyId, testMode)) fail("missing_team_context");
    return last;
  };
}
