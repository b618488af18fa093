import { ApiError } from "../errors.ts";
import type { Scope } from "../operations/scope.ts";
import { findConsent } from "./find-consent.ts";
import type { ConsentSource } from "./keywords.ts";

/** What opted a recipient out, for people. */
const causes: Record<ConsentSource, string> = {
  keyword: "by a keyword",
  operator: "by the operator",
  provider: "by the provider's report",
  api: "by a record over the API",
  import: "by an import",
  phrase: "by words that withdraw consent",
};

/**
 * Adds to the refusal of a text since when its recipient has opted out, and by what. Only a refused request reads that, and
 * any other error stays as it is. Which message was the opt-out is left out, because a key that may only send must not read
 * messages.
 */
export async function explainOptOut(
  scope: Pick<Scope, "em" | "teamId" | "rights" | "phoneHashes">,
  error: ApiError,
): Promise<ApiError> {
  const { code, recipient } = error;
  if (code !== "recipient_opted_out" || recipient === undefined) return error;
  const { optedOutAt: since, entry } = await findConsent(scope, recipient);
  // The recipient has opted in again meanwhile.
  if (since === null) return error;
  const source = entry?.source ?? null;
  const cause = source === null ? "" : ` ${causes[source]}`;
  const message = `The recipient has opted out of this team's messages${cause}, on ${since.slice(0, 10)} (UTC).`;
  return new ApiError(code, { message, consent: { since, source } });
}
