import type { EntityManager } from "@mikro-orm/postgresql";
import type { PgBoss } from "pg-boss";
import type { Database } from "../../server/db/database.ts";
import { createCallbackWork } from "../../server/inbound/work-on-callbacks.ts";
import { createLog } from "../../server/log.ts";
import { bossOn } from "../../server/queue/boss.ts";
import { createPhoneHashes } from "../../server/secrets/phone-hashes.ts";
import { createSealer } from "../../server/secrets/sealing.ts";
import { secretKey } from "./passcodes.ts";

/** Runs the jobs of a database when a test asks for it. */
export interface Jobs {
  /** Runs all due jobs, and the jobs that they create. `early` includes later jobs. Returns their number. */
  drain(options?: { early?: boolean }): Promise<number>;
  /** The queue, as operators use it. */
  readonly boss: PgBoss;
}

/**
 * Sets columns of the jobs of a state or queue, as if time had passed. Jobs that a worker is changing are skipped: two
 * statements that lock many rows in different orders would deadlock.
 */
export const changeJobs = (em: EntityManager, where: string, set: string) =>
  em.execute(
    `with free as (select id from pgboss.job where ${where} for update skip locked)
     update pgboss.job j set ${set} from free where free.id = j.id`,
  );

export function openJobs({ orm }: Database, kindOfAccount: (id: string) => string | undefined = () => undefined): Jobs {
  const boss = bossOn(orm.em.fork());
  const work = createCallbackWork(
    orm,
    createLog("silent"),
    createPhoneHashes(createSealer(secretKey)),
    undefined,
    (id) => (id === null ? "simulated" : (kindOfAccount(id) ?? "unknown")),
  );

  async function drainOnce(early: boolean): Promise<number> {
    let count = 0;
    for (const workOnNext of Object.values(work)) count += await workOnNext({ early });
    return count;
  }

  return {
    boss,
    async drain({ early = false } = {}) {
      let total = 0;
      for (let count = await drainOnce(early); count > 0; count = await drainOnce(false)) total += count;
      return total;
    },
  };
}
