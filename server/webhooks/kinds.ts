import { endpointKind } from "./endpoints/endpoint-kind.ts";
import { endpointOf } from "./endpoints/endpoint-target.ts";
import type { TargetName } from "./queue/targets.ts";
import { replyKind } from "./replies/reply-kind.ts";
import type { TargetKind } from "./target-kind.ts";

/** Returns the kind of a target. */
export type KindOf = (target: TargetName) => TargetKind;

/** Makes the function that returns kinds, with the kind of targets that doors post to. */
export const kindsWith =
  (doorKind: TargetKind): KindOf =>
  ({ name, isDoor }) => {
    if (isDoor) return doorKind;
    return endpointOf(name) === undefined ? replyKind : endpointKind;
  };
