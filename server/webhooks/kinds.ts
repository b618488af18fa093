import { endpointKind } from "./endpoints/endpoint-kind.ts";
import { endpointOf } from "./endpoints/endpoint-target.ts";
import { replyKind } from "./replies/reply-kind.ts";
import type { TargetKind } from "./target-kind.ts";

/** The kind of a target with that name. */
export const kindOf = (name: string): TargetKind => (endpointOf(name) === undefined ? replyKind : endpointKind);
