import type { Key } from "../../generated/api.ts";
import { unnamedScopes } from "../operations/key-rights.ts";
import type { FoundKey } from "./find-key.ts";

export function presentKey(key: FoundKey, { testMode }: { testMode: boolean }): Key {
  const { segmentsPerDay, segmentsToday } = key;
  return {
    id: key.id,
    team: key.team,
    teamId: key.teamId,
    name: key.name ?? null,
    scopes: [...(key.scopes ?? unnamedScopes)],
    mode: key.mode,
    testMode,
    recipients: key.recipients ?? null,
    segmentsPerDay: segmentsPerDay ?? null,
    segmentsLeft: segmentsPerDay == null ? null : Math.max(0, segmentsPerDay - (segmentsToday ?? 0)),
    hold: key.hold,
    knownBy: key.hold === "new_recipients" ? key.knownBy : null,
    createdAt: key.createdAt,
    expiresAt: key.expiresAt ?? null,
  };
}
