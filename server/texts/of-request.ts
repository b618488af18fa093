import type { SendingScope } from "../operations/scope.ts";
import { hasherOf } from "../opt-outs/erased/hasher.ts";

/** What a new text of any kind has from the request that asks for it. */
export const ofRequest = (scope: SendingScope) => {
  const { teamId, apiKeyId, rights, testMode, now, claim, provider } = scope;
  return { teamId, apiKeyId, rights, testMode, now, claim, foresee: provider.foresee, hashPhone: hasherOf(scope) };
};
