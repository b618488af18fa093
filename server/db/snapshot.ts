import type { EntityManager } from "./orm.ts";

/** Runs reads that all see the database at one moment: what several statements read fits together. */
export function readSnapshot<T>(em: EntityManager, read: (snapshot: EntityManager) => Promise<T>): Promise<T> {
  return em.transactional(read, { isolationLevel: "repeatable read", readOnly: true });
}
