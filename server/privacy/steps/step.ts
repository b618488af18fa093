import type { EntityManager } from "../../db/orm.ts";
import type { ErasedCounts } from "../../db/schema/entities/erasure.ts";
import type { Timestamp } from "../../db/timestamp.ts";

/** What a step of an erasure works on. */
export interface StepInput {
  /** The transaction of the step, where the rows of the team are. */
  tx: EntityManager;
  teamId: string;
  erasureId: string;
  phones: string[];
  /** Finds the texts that name one of the phones; a regular expression of PostgreSQL. */
  pattern: string;
  /** The time of the request. What came later belongs to a new relation with the person, and stays. */
  until: Timestamp;
  /** The end of the time in which the carrier may report late. */
  watchUntil: Timestamp;
  now: Timestamp;
  /** Where the former run of this step ended; null at its beginning. */
  position: string | null;
  /** Whether files may have objects in a store outside of the database. */
  hasObjects: boolean;
}

/** What a run of a step has done. */
export interface StepResult {
  removed?: Partial<ErasedCounts>;
  /** Where the next run goes on; absent once the step is through. */
  next?: { position: string | null; notBefore?: Timestamp };
}

/** A part of an erasure that is done in runs of few rows, each in a transaction of its own. Another run changes nothing more. */
export type Step = (input: StepInput) => Promise<StepResult>;
