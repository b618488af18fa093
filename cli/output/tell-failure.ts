import type { Failure } from "../failures.ts";
import { type Io, tell } from "../io.ts";
import { escapeJson, plain, styled } from "./plain-text.ts";

/** Writes a failure to stderr, as text or as JSON. */
export function tellFailure(io: Io, { message, exitCode, hint, refusal }: Failure, asJson: boolean): void {
  const { code, status, requestId, nextStep, details, textId, threadId, provider } = refusal;
  if (asJson) {
    const problem = { error: code ?? null, message, nextStep, status, requestId, details, textId, threadId, provider };
    tell(io, escapeJson(JSON.stringify({ ...problem, hint, exitCode })));
    return;
  }
  const label = styled(io, "red", code ? `error[${plain(code)}]:` : "error:");
  tell(io, `${label} ${plain(message, { keepLines: true })}`);
  for (const each of details ?? []) {
    if (details!.length > 1 || each.field) tell(io, `  ${plain(each.field || "body")}: ${plain(each.message)}`);
  }
  if (provider?.message) tell(io, `  The provider says: ${plain(provider.message)}`);
  if (provider?.moreInfo) tell(io, `  ${plain(provider.moreInfo)}`);
  if (nextStep) tell(io, `  ${plain(nextStep)}`);
  if (hint) tell(io, `  ${plain(hint)}`);
  const ids = { text: textId, thread: threadId, request: requestId, HTTP: status };
  const origin = Object.entries(ids).flatMap(([name, id]) => (id ? [`${name} ${id}`] : []));
  if (origin.length > 0) tell(io, styled(io, "dim", `  ${plain(origin.join("  "))}`));
}
