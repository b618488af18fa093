import { raw } from "@mikro-orm/core";
import type { EntityManager } from "../db/orm.ts";
import { onlyProviderRevision, ProviderRevision } from "../db/schema/entities/provider-revision.ts";

/**
 * Adds the next revision of provider accounts and of their numbers to the changes of the entity manager. The flush that
 * stores these stores it, too. Every process reads them again within a second.
 */
export function noteProviderChange(em: EntityManager): void {
  em.assign(em.getReference(ProviderRevision, onlyProviderRevision), { revision: raw("revision + 1") });
}
