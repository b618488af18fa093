import { raw } from "@mikro-orm/core";
import type { EntityManager } from "../db/orm.ts";
import { KeyRevision, onlyKeyRevision } from "../db/schema/entities/key-revision.ts";

/**
 * Adds the next revision of all keys and teams to the changes of the entity manager. The flush that stores these stores it,
 * too. So changes of keys and teams run one after another; they are an operator's commands.
 */
export function noteKeyChange(em: EntityManager): void {
  em.assign(em.getReference(KeyRevision, onlyKeyRevision), { revision: raw("revision + 1") });
}
