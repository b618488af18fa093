import { signAttempt } from "../../server/secrets/standard-webhooks.ts";
import type { ReceivedEvent } from "../client/follow-events.ts";

/** What became of a post: the status of the answer, or the reason why there is none. */
export interface Answer {
  status: number | null;
  error: string | null;
  milliseconds: number;
}

/** The time limit of a webhook, as for posts of the server. */
const timeoutMilliseconds = 15_000;

/** Posts an event, signed with the secret. A failure is a result. Redirects are not followed. */
export async function forwardEvent(
  target: string,
  secret: string,
  { event, json }: ReceivedEvent,
  until: AbortSignal,
): Promise<Answer> {
  const started = performance.now();
  const passed = () => Math.round(performance.now() - started);
  const timeout = AbortSignal.timeout(timeoutMilliseconds);
  try {
    const response = await fetch(target, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "messaging-webhooks",
        ...signAttempt(event.id, new Date().toISOString(), json, [secret]),
      },
      body: json,
      redirect: "manual",
      signal: AbortSignal.any([until, timeout]),
    });
    const answer = { status: response.status, error: null, milliseconds: passed() };
    // Only the status matters, so the rest of the answer is not read.
    await response.body?.cancel().catch(() => {});
    return answer;
  } catch (error) {
    return { status: null, error: timeout.aborted ? "timeout" : reasonOf(error as Error), milliseconds: passed() };
  }
}

function reasonOf({ cause, message }: Error): string {
  const { code, message: causeMessage } = (cause ?? {}) as { code?: string; message?: string };
  return code || causeMessage || message;
}
