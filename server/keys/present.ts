import type { Key } from "../../generated/api.ts";
import { keyScopes } from "../../generated/operations.ts";
import type { FoundKey } from "./find-key.ts";

export function presentKey(key: FoundKey, { testMode }: { testMode: boolean }): Key {
  return {
    id: key.id,
    team: key.team,
    name: key.name ?? null,
    scopes: [...(key.scopes ?? keyScopes)],
    mode: key.mode,
    testMode,
    createdAt: key.createdAt,
    expiresAt: key.expiresAt ?? null,
  };
}
