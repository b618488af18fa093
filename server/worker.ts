import { pruneCallbacks } from "./callbacks/prune-callbacks.ts";
import { simulateCarrier } from "./callbacks/simulate-carrier.ts";
import { createCallbackWork, workOnCallbacks } from "./callbacks/work-on-callbacks.ts";
import { readClock } from "./db/clock.ts";
import type { Database } from "./db/database.ts";
import { plusMicroseconds } from "./db/timestamp.ts";
import { pruneClaims } from "./idempotency/prune-claims.ts";
import type { Log } from "./log.ts";
import { pruneOtps } from "./otp/prune-otps.ts";
import { startQueue } from "./queue/queue.ts";
import { queues } from "./queue/queues.ts";
import { repeat } from "./repeat.ts";
import { allDeliveries } from "./sending/deliveries.ts";
import { giveUpUnknown } from "./sending/give-up-unknown.ts";
import { copyKeyUses } from "./teams/copy-key-uses.ts";
import { createFinder, guardAddresses } from "./webhooks/addresses.ts";
import { startDelivering } from "./webhooks/deliver.ts";
import { createPoster } from "./webhooks/post.ts";
import { pruneWebhooks } from "./webhooks/prune.ts";

export interface Worker {
  stop(): Promise<void>;
}

const dayMicroseconds = 24 * 60 * 60 * 1_000_000;

/** The interval between two steps of the simulated carrier. */
const deliveryMilliseconds = 500;

/** The interval between two searches for texts whose outcome stays unknown. */
const giveUpMilliseconds = 15_000;

/** The time limit of a reply webhook. */
const webhookMilliseconds = 15_000;

export interface WorkerOptions {
  database: Database;
  log: Log;
  /** How long callbacks and deliveries to reply webhooks are kept. */
  callbackRetentionDays: number;
  /** The CIDR ranges of addresses that reply webhooks may have although they are not public. */
  webhookAllowPrivate: string[];
}

/** Starts the background work: callbacks, reply webhooks, scheduled jobs and the simulated carrier. */
export async function startWorker({
  database,
  log,
  callbackRetentionDays,
  webhookAllowPrivate,
}: WorkerOptions): Promise<Worker> {
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
  await queue.schedule(queues.copyKeyUses, "15 * * * *", async () => {
    const copied = await copyKeyUses(orm.em.fork());
    log.info({ copied }, "last uses of API keys copied");
  });
  await queue.schedule(queues.pruneCallbacks, "30 * * * *", async () => {
    const pruned = await pruneCallbacks(orm.em.fork(), callbackRetentionDays);
    log.info({ pruned }, "callback records pruned");
  });
  await queue.schedule(queues.pruneWebhooks, "30 * * * *", async () => {
    const em = orm.em.fork();
    const now = await readClock(em);
    const pruned = await pruneWebhooks(em, plusMicroseconds(now, -callbackRetentionDays * dayMicroseconds), now);
    log.info({ pruned }, "deliveries to reply webhooks pruned");
  });
  await workOnCallbacks(queue, createCallbackWork(orm));
  const findAddresses = guardAddresses(createFinder(), webhookAllowPrivate);
  const post = createPoster({ findAddresses, timeoutMilliseconds: webhookMilliseconds });
  const deliverer = startDelivering({ orm, log, post });
  const stopSweeps = [
    repeat("sweep", deliveryMilliseconds, log, () => simulateCarrier(orm.em.fork())),
    ...allDeliveries.map((deliveries) =>
      repeat("sweep", giveUpMilliseconds, log, () => giveUpUnknown(orm.em.fork(), deliveries)),
    ),
  ];
  return {
    async stop() {
      await Promise.all([deliverer.stop(), ...stopSweeps.map((stop) => stop())]);
      await queue.stop();
    },
  };
}
