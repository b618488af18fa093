/**
 * The revision of all keys and teams: a number that grows with each change that ends or narrows what a key may do.
 *
 * Promises: a process that knows the current revision and read a key at it, or later, knows the key as it is.
 * Costs: changes of keys and teams run one after another; they are an operator's commands.
 */
import { raw } from "@mikro-orm/core";
import { readOnAnyNode } from "../db/nodes.ts";
import type { EntityManager, Orm } from "../db/orm.ts";
import { prepareRead } from "../db/prepare-read.ts";
import { KeyRevision, onlyKeyRevision } from "../db/schema/entities/key-revision.ts";

/** How long a process relies on a check, in milliseconds. */
const checkMilliseconds = 100;

/** Adds the next revision to the changes of the entity manager. The flush that stores these stores it, too. */
export function noteKeyChange(em: EntityManager): void {
  em.assign(em.getReference(KeyRevision, onlyKeyRevision), { revision: raw("revision + 1") });
}

interface RevisionWatch {
  /** Whether the last check is recent enough. */
  isChecked(time: number): boolean;
  /** Whether a key that was read at a revision is still as it was, by a recent check. */
  isCurrent(revision: number, time: number): boolean;
  /** Reads the revision. */
  check(): Promise<void>;
  /** Notes the revision that a statement found, which started at that time. */
  note(revision: number, startedAt: number): void;
}

/** Watches the revision for a process. Times are milliseconds of `performance.now()`. */
export function createRevisionWatch(orm: Orm): RevisionWatch {
  let known = 0;
  let checkedAt = Number.NEGATIVE_INFINITY;
  const isChecked = (time: number) => time < checkedAt + checkMilliseconds;
  const note = (revision: number, startedAt: number) => {
    if (startedAt < checkedAt) return;
    // A database that was restored from a backup may have a lower revision.
    known = revision;
    checkedAt = startedAt;
  };
  return {
    isChecked,
    isCurrent: (revision, time) => revision >= known && isChecked(time),
    note,
    async check() {
      const startedAt = performance.now();
      const [current] = await readOnAnyNode(orm, (em) => readRevision(em, {}));
      note(current!.revision, startedAt);
    },
  };
}

const readRevision = prepareRead<object, { revision: number }>((db) => db.selectFrom("KeyRevision").select("revision"));
