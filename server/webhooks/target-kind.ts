import type { EntityManager } from "../db/orm.ts";
import type { Timestamp } from "../db/timestamp.ts";
import type { Sealer } from "../secrets/sealing.ts";
import type { DueDelivery } from "./find-due.ts";
import type { SigningSecret } from "./secrets.ts";
import type { TargetName } from "./targets.ts";

/** What the deliveries of a target have in common, and not in their rows. */
export type TargetState = Partial<Pick<DueDelivery, "url" | "endpoint">>;

/** A kind of target: a host that gets replies, or an endpoint that gets events. */
export interface TargetKind {
  /** What the log calls a delivery. */
  noun: string;
  /** Reads the state of a target. Undefined if it gets no posts any more; its pending deliveries then end. */
  readState(em: EntityManager, target: TargetName): Promise<TargetState | undefined>;
  /** The secrets that sign its posts now, the current secret first. @throws UnopenedSecret */
  findSecrets(em: EntityManager, sealer: Sealer, target: TargetName, now: Timestamp): Promise<SigningSecret[]>;
  /** The key of a delivery; undefined if its first attempt may overtake the others. See `DueDelivery.orderKey`. */
  orderKeyOf(payload: string): string | undefined;
}
