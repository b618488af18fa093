import { type EntityManager, elsewhereOf } from "../orm.ts";

/** Runs reads that all see the same state of the database, so that the results of several statements are consistent. */
export function readSnapshot<T>(em: EntityManager, read: (snapshot: EntityManager) => Promise<T>): Promise<T> {
  const there = elsewhereOf(em);
  if (there) return there.readSnapshot(read);
  return em.transactional(read, { isolationLevel: "repeatable read", readOnly: true });
}
