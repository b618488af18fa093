import { readClock } from "./db/clock.ts";
import type { Database } from "./db/database.ts";
import { plusMicroseconds } from "./db/timestamp.ts";
import { pruneClaims } from "./idempotency/claims.ts";
import type { Log } from "./log.ts";
import { pruneOtps } from "./otp/prune-otps.ts";
import { queues, startQueue } from "./queue/queue.ts";
import { allDeliveries } from "./sending/deliveries.ts";
import { giveUpUnknown } from "./sending/give-up-unknown.ts";
import { simulateDelivery } from "./sending/simulate-delivery.ts";

export interface Worker {
  stop(): Promise<void>;
}

const dayMicroseconds = 24 * 60 * 60 * 1_000_000;

/** How long the simulated carrier takes for a step of a delivery. */
const deliveryMilliseconds = 500;

/** How often texts without a word of the provider are looked for. */
const giveUpMilliseconds = 15_000;

/** Starts what runs beside requests: scheduled jobs and the simulated carrier's deliveries. */
export async function startWorker(database: Database, log: Log): Promise<Worker> {
  const { orm } = database;
  const queue = await startQueue(database.address, log);
  await queue.schedule(queues.pruneIdempotencyKeys, "0 * * * *", async () => {
    const em = orm.em.fork();
    const pruned = await pruneClaims(em, plusMicroseconds(await readClock(em), -dayMicroseconds));
    log.info({ pruned }, "idempotency keys pruned");
  });
  await queue.schedule(queues.pruneOtps, "30 * * * *", async () => {
    const em = orm.em.fork();
    const pruned = await pruneOtps(em, plusMicroseconds(await readClock(em), -dayMicroseconds));
    log.info({ pruned }, "passcodes pruned");
  });
  const stopSweeps = allDeliveries.flatMap((deliveries) => [
    repeat(deliveryMilliseconds, log, () => simulateDelivery(orm.em.fork(), deliveries)),
    repeat(giveUpMilliseconds, log, () => giveUpUnknown(orm.em.fork(), deliveries)),
  ]);
  return {
    async stop() {
      await Promise.all(stopSweeps.map((stop) => stop()));
      await queue.stop();
    },
  };
}

/** Does `work` again and again with a pause between; a failure is logged and does not end it. */
function repeat(pauseMilliseconds: number, log: Log, work: () => Promise<unknown>): () => Promise<void> {
  let timer: NodeJS.Timeout;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  const next = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      running = work()
        .then(() => {})
        .catch((error) => log.error({ err: error }, "sweep"))
        .finally(next);
    }, pauseMilliseconds);
  };
  next();
  return () => {
    stopped = true;
    clearTimeout(timer);
    return running;
  };
}
