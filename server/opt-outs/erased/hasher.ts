import type { Scope } from "../../operations/scope.ts";
import type { HashPhone } from "../../secrets/phone-hashes.ts";

/** Returns what hashes the erased phones of the team; undefined if it has erased nobody. @throws server_error (503) */
export const hasherOf = ({
  teamId,
  rights: { erasureKey },
  phoneHashes,
}: Pick<Scope, "teamId" | "rights" | "phoneHashes">): HashPhone | undefined =>
  erasureKey === null ? undefined : phoneHashes.open(teamId, erasureKey);
