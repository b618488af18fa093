import type { Failure } from "../failures.ts";
import { type Io, tell } from "../io.ts";
import { escapeJson, plain, styled } from "./plain-text.ts";

/** Writes a failure to stderr, as text or as JSON. */
export function tellFailure(io: Io, { message, exitCode, hint, refusal }: Failure, asJson: boolean): void {
  const { code, status, requestId, details } = refusal;
  if (asJson) {
    tell(io, escapeJson(JSON.stringify({ error: code ?? null, message, status, requestId, details, hint, exitCode })));
    return;
  }
  const label = styled(io, "red", code ? `error[${plain(code)}]:` : "error:");
  tell(io, `${label} ${plain(message, { keepLines: true })}`);
  for (const each of details ?? []) {
    if (details!.length > 1 || each.field) tell(io, `  ${plain(each.field || "body")}: ${plain(each.message)}`);
  }
  if (hint) tell(io, `  ${plain(hint)}`);
  const origin = [...(requestId ? [`request ${requestId}`] : []), ...(status ? [`HTTP ${status}`] : [])];
  if (origin.length > 0) tell(io, styled(io, "dim", `  ${plain(origin.join("  "))}`));
}
