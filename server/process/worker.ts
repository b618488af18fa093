import { pruneAuditEvents } from "../audit/prune-audit-events.ts";
import type { Config } from "../config.ts";
import { pruneMerges } from "../contacts/merges/kept-merges.ts";
import { readClock } from "../db/clock.ts";
import type { Database } from "../db/database.ts";
import type { EntityManager } from "../db/orm.ts";
import { plusMicroseconds, type Timestamp } from "../db/timestamp.ts";
import { resealDoorTokens } from "../doors/secrets.ts";
import { createDoorPosts } from "../doors/work.ts";
import { pruneEvents } from "../events/prune-events.ts";
import { type EventWatcher, startWakes } from "../events/wakes.ts";
import { every } from "../housekeeping/every.ts";
import { giveUpParts } from "../inbound/parts.ts";
import { pruneCallbacks } from "../inbound/prune-callbacks.ts";
import { createCallbackWork, workOnCallbacks } from "../inbound/work-on-callbacks.ts";
import { copyKeyUses } from "../keys/copy-key-uses.ts";
import type { Log } from "../log.ts";
import { deleteObjects } from "../media/delete-objects.ts";
import { type AuthorizeMedia, createFileFetcher } from "../media/fetch-file.ts";
import { MediaFetcher } from "../media/fetcher.ts";
import type { ObjectStore } from "../media/object-store.ts";
import { pruneUploads } from "../media/prune-uploads.ts";
import { countStatuses } from "../metrics/counters.ts";
import { pruneClaims } from "../operations/once/prune-claims.ts";
import type { FileMeans } from "../operations/scope.ts";
import { warnOfOverdue } from "../opt-outs/suspected/warn-of-overdue.ts";
import { pruneOtps } from "../otp/prune-otps.ts";
import { forgetCopies } from "../privacy/carrier-copies/forget-copies.ts";
import { resealTeamKeys } from "../privacy/team-key.ts";
import { workOnErasures } from "../privacy/work-on-erasures.ts";
import { resealSettings } from "../provider-accounts/sealed-settings.ts";
import { type Queue, startQueue } from "../queue/queue.ts";
import type { ScheduledQueue } from "../queue/queues.ts";
import { createPhoneHashes } from "../secrets/phone-hashes.ts";
import { createSealer, type Sealer } from "../secrets/sealing.ts";
import { pruneTexts } from "../simulator/prune-texts.ts";
import { simulateCarrier } from "../simulator/simulate-carrier.ts";
import { expireHeld } from "../texts/approvals/expire-held.ts";
import { allDeliveries } from "../texts/delivery-tables.ts";
import { giveUpUnknown } from "../texts/give-up-unknown.ts";
import { prunePending } from "../texts/pending/prune-pending.ts";
import { pruneUsage } from "../texts/prune-usage.ts";
import { pruneMessages } from "../texts/redact/prune-messages.ts";
import { keepUsage } from "../usage/keep-usage.ts";
import { createFinder, guardAddresses } from "../webhooks/addresses.ts";
import { Deliverer, postMilliseconds } from "../webhooks/deliver.ts";
import { Publisher } from "../webhooks/endpoints/publisher.ts";
import { createPoster } from "../webhooks/post.ts";
import { pruneDeliveries, pruneSecrets } from "../webhooks/prune.ts";
import { sealClearSecrets } from "../webhooks/replies/clear-secrets.ts";
import { resealSecrets } from "../webhooks/secrets.ts";

export interface Worker {
  /** Publishes the events of teams, if it is told about them. */
  watcher: EventWatcher;
  /** The queue, for jobs that send texts. */
  queue: Queue;
  stop(): Promise<void>;
}

const dayMicroseconds = 24 * 60 * 60 * 1_000_000;

/** The interval between two steps of the simulated carrier. */
const deliveryMilliseconds = 500;

/** The interval between two searches for objects to delete. */
const deletionMilliseconds = 60_000;

/** The interval between two searches for texts whose outcome stays unknown. */
const giveUpMilliseconds = 15_000;

/** The interval between two looks for erasures that are due. */
const erasureMilliseconds = 1_000;

/** The interval between two looks for texts that carriers are to delete. */
const forgetMilliseconds = 5_000;

/** The interval between two searches for inbound texts whose parts do not arrive. */
const partsMilliseconds = 60_000;

/** The interval between two searches for texts that nobody has approved in time. */
const expiryMilliseconds = 60_000;

export interface WorkerOptions {
  database: Database;
  log: Log;
  /** How long callbacks and deliveries to reply webhooks are kept. */
  callbackRetentionDays: number;
  /** How long messages are kept at most; by default until they are deleted. */
  messageRetentionDays?: number | undefined;
  /** The CIDR ranges of addresses that webhooks and files of inbound texts may have although they are not public. */
  webhookAllowPrivate: string[];
  /** The headers to fetch the files of inbound texts with; none by default. */
  authorizeMedia?: AuthorizeMedia;
  /** Where files of texts are stored; by default in the database. */
  objects?: ObjectStore | undefined;
  /** Makes the links to files that posts have. */
  files: FileMeans;
  secretKey: string;
  oldSecretKey?: string | undefined;
  /** The carrier of the environment; by default the simulated carrier. */
  provider?: Config["provider"];
  /** The kind of an account at a carrier, for the metrics. */
  kindOfAccount?: (accountId: string) => string | undefined;
  /** Whether the worker listens for events. Otherwise the process tells its `watcher` about them. */
  listensToEvents?: boolean;
}

/** A job that deletes rows older than some days. */
interface Pruning {
  queue: ScheduledQueue;
  cron: string;
  days: number;
  /** Deletes the rows older than a timestamp, and returns their number. */
  prune: (em: EntityManager, before: Timestamp) => Promise<number>;
  /** What the log calls the rows. */
  rows: string;
}

const onTheHour = "0 * * * *";
const halfPast = "30 * * * *";
const everyTenMinutes = "*/10 * * * *";

function pruningsOf(retention: number, sealer: Sealer): Pruning[] {
  const sealAndPruneSecrets = async (em: EntityManager, before: Timestamp) => {
    await sealClearSecrets(em, sealer);
    return pruneSecrets(em, before);
  };
  return [
    { queue: "idempotency.prune", cron: onTheHour, days: 1, prune: pruneClaims, rows: "idempotency keys" },
    { queue: "otp.prune", cron: halfPast, days: 1, prune: pruneOtps, rows: "passcodes" },
    // A day's count may still be given back while its last texts are settled.
    { queue: "keys.prune-usage", cron: halfPast, days: 7, prune: pruneUsage, rows: "counts of key budgets" },
    { queue: "contacts.prune-merges", cron: halfPast, days: 90, prune: pruneMerges, rows: "merges of contacts" },
    { queue: "audit.prune", cron: halfPast, days: 400, prune: pruneAuditEvents, rows: "audit events" },
    { queue: "texts.prune-canceled", cron: halfPast, days: 30, prune: prunePending, rows: "canceled texts" },
    { queue: "media.prune", cron: halfPast, days: 1, prune: pruneUploads, rows: "uploaded files without a text" },
    { queue: "callbacks.prune", cron: halfPast, days: retention, prune: pruneCallbacks, rows: "callback records" },
    { queue: "events.prune", cron: halfPast, days: 30, prune: pruneEvents, rows: "events" },
    { queue: "simulator.prune", cron: everyTenMinutes, days: 1, prune: pruneTexts, rows: "texts on handsets" },
    { queue: "webhooks.prune", cron: halfPast, days: retention, prune: pruneDeliveries, rows: "webhook deliveries" },
    { queue: "webhooks.prune-keys", cron: halfPast, days: 0, prune: sealAndPruneSecrets, rows: "signing secrets" },
  ];
}

/** Starts the background work: callbacks, reply webhooks, files of inbound texts, scheduled jobs and the simulated carrier. */
export async function startWorker({
  database,
  log,
  callbackRetentionDays,
  messageRetentionDays,
  webhookAllowPrivate,
  authorizeMedia = () => ({}),
  objects,
  files,
  secretKey,
  oldSecretKey,
  provider = { kind: "simulated" },
  kindOfAccount = () => undefined,
  listensToEvents = true,
}: WorkerOptions): Promise<Worker> {
  const { orm } = database;
  const sealer = createSealer(secretKey, oldSecretKey);
  const phoneHashes = createPhoneHashes(sealer);
  const queue = await startQueue(database.address, log);
  for (const { queue: name, cron, days, prune, rows } of pruningsOf(callbackRetentionDays, sealer)) {
    await queue.schedule(name, cron, async () => {
      const em = orm.em.fork();
      const pruned = await prune(em, plusMicroseconds(await readClock(em), -days * dayMicroseconds));
      log.info({ pruned }, `${rows} pruned`);
    });
  }
  await queue.schedule("keys.copy-uses", "15 * * * *", async () => {
    const copied = await copyKeyUses(orm.em.fork());
    log.info({ copied }, "last uses of API keys copied");
  });
  // Before the passcodes of yesterday begin to be deleted.
  await queue.schedule("usage.keep", "10 0 * * *", async () => {
    const counted = await keepUsage(orm.em.fork());
    log.info({ counted }, "usage of closed days counted");
  });
  await queue.schedule("consents.warn-overdue", "0 8 * * *", () => warnOfOverdue(orm.em.fork(), log));
  await queue.schedule("texts.prune", halfPast, async () => {
    const retention = { days: messageRetentionDays, hasObjects: files.hasObjects };
    log.info({ pruned: await pruneMessages(orm.em.fork(), retention) }, "messages pruned");
  });
  const findAddresses = guardAddresses(createFinder(), webhookAllowPrivate);
  const post = createPoster({ findAddresses, timeoutMilliseconds: postMilliseconds });
  if (oldSecretKey !== undefined) {
    await resealSecrets(orm.em.fork(), sealer);
    await resealDoorTokens(orm.em.fork(), sealer);
    await resealSettings(orm.em.fork(), sealer);
    await resealTeamKeys(orm.em.fork(), phoneHashes);
  }
  const deliverer = new Deliverer({ orm, log, post, sealer, doorKind: createDoorPosts({ files, log }) });
  const publisher = new Publisher({ orm, log, onPublished: () => deliverer.wake() });
  const wakes = listensToEvents ? startWakes({ database, log, watchers: [publisher] }) : undefined;
  const carrierOf = (id: string | null) => (id === null ? provider.kind : (kindOfAccount(id) ?? "unknown"));
  const callbackWork = createCallbackWork(orm, log, phoneHashes, () => deliverer.wake(), carrierOf);
  const fetchFile = createFileFetcher({ findAddresses, authorize: authorizeMedia });
  const fetcher = new MediaFetcher({ orm, log, fetchFile, objects });
  const stopCallbacks = workOnCallbacks(queue, callbackWork, log);
  const stopSweeps = [
    every(deliveryMilliseconds, { name: "sweep", log }, () => simulateCarrier(orm.em.fork())),
    every(expiryMilliseconds, { name: "sweep", log }, () => expireHeld(orm.em.fork())),
    every(partsMilliseconds, { name: "sweep", log }, () => giveUpParts(orm.em.fork())),
    every(erasureMilliseconds, { name: "erasure", log }, () =>
      workOnErasures({ orm, sealer, hasObjects: files.hasObjects }),
    ),
    every(forgetMilliseconds, { name: "privacy", log }, () => forgetCopies({ orm, log, sealer, provider })),
    ...(objects ? [every(deletionMilliseconds, { name: "media", log }, () => deleteObjects(orm, objects))] : []),
    ...allDeliveries.map((deliveries) =>
      every(giveUpMilliseconds, { name: "sweep", log }, async () => {
        const failed = await giveUpUnknown(orm.em.fork(), deliveries);
        countStatuses(provider.kind, Array(failed).fill("failed"));
        return failed;
      }),
    ),
  ];
  return {
    watcher: publisher,
    queue,
    async stop() {
      await Promise.all([wakes?.stop(), publisher.stop()]);
      await Promise.all([stopCallbacks(), deliverer.stop(), fetcher.stop(), ...stopSweeps.map((stop) => stop())]);
      await queue.stop();
    },
  };
}
