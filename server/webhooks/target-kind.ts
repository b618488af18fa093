import type { EntityManager } from "../db/orm.ts";
import type { Timestamp } from "../db/timestamp.ts";
import type { Sealer } from "../secrets/sealing.ts";
import type { DueDelivery } from "./find-due.ts";
import type { Post, PostResult } from "./post.ts";
import type { TargetName } from "./queue/targets.ts";

/** What the deliveries of a target have in common, and not in their rows. */
export type TargetState = Partial<Pick<DueDelivery, "url" | "endpoint">>;

/** Makes the signed post of an attempt that starts now, or says why there is none: the attempt fails with that error. */
export type Signer = (delivery: DueDelivery, startedAt: Timestamp) => Omit<Post, "url"> | { error: string };

/** An attempt with its answer. */
export interface AnsweredAttempt {
  delivery: DueDelivery;
  result: PostResult;
}

/** The error of an attempt whose secret cannot be read. */
export const secretUnreadable = "secret_unreadable";

/** A kind of target: a host that gets replies, an endpoint that gets events, or a host that a door posts to. */
export interface TargetKind {
  /** What the log calls a delivery. */
  noun: string;
  /** Reads the state of a target. Undefined if it gets no posts any more; its pending deliveries then end. */
  readState(em: EntityManager, target: TargetName): Promise<TargetState | undefined>;
  /** Reads the secrets that sign its posts now. @throws UnopenedSecret */
  readSigner(em: EntityManager, sealer: Sealer, target: TargetName, now: Timestamp): Promise<Signer>;
  /** Takes the answers of attempts that count, in the transaction that records the attempts. */
  acceptAnswers?(tx: EntityManager, attempts: AnsweredAttempt[]): Promise<void>;
  /** The key of a delivery; undefined if its first attempt may overtake the others. See `DueDelivery.orderKey`. */
  orderKeyOf(payload: string): string | undefined;
}
