import { canAnyTeamSend } from "../business-numbers/find-unable-teams.ts";
import { type Config, callbackUrlsOf, loadConfig, publicUrlOf } from "../config.ts";
import { ConfigError } from "../config-error.ts";
import { createGroupCommit } from "../db/commit/group-commit.ts";
import { emOfTeam } from "../db/commit/of-teams.ts";
import { waitForDatabase } from "../db/database.ts";
import { startAnswers } from "../doors/work.ts";
import { keepStatisticsFresh } from "../housekeeping/keep-statistics-fresh.ts";
import { listen } from "../http/server.ts";
import { createReceivedRecorder } from "../inbound/callback-recorder.ts";
import { bootstrap, isEmpty } from "../keys/bootstrap.ts";
import { replacePageKey } from "../keys/page-key.ts";
import { createLog, type Log } from "../log.ts";
import type { ObjectStore } from "../media/object-store.ts";
import { openFiles } from "../media/open-files.ts";
import { createMetrics } from "../metrics/metrics.ts";
import { kindOf } from "../provider/kinds.ts";
import { watchAccounts } from "../provider-accounts/known-accounts.ts";
import { loadSecrets } from "../secrets/load-secrets.ts";
import { createPhoneHashes } from "../secrets/phone-hashes.ts";
import { createSealer } from "../secrets/sealing.ts";
import { startDispatcher } from "../texts/pending/dispatcher.ts";
import { openTracing } from "../tracing/open-tracing.ts";
import { announce, type Note } from "./announce.ts";
import { type Carriers, createCarriers } from "./carriers.ts";
import { createApp } from "./compose.ts";
import { writeFirstKey } from "./first-key.ts";
import { setCollectorFlags } from "./gc-flags.ts";
import { watchLiveTexts } from "./live-texts.ts";
import { migrate, withSchemaLock } from "./migrate.ts";
import { keepOldTokenUse } from "./old-token.ts";
import { openDatabase } from "./open-database.ts";
import { isPhoneOn, mayPrintPageKey } from "./phone.ts";
import { onStop, type StopReason } from "./stopping.ts";
import { findWarnings } from "./warnings.ts";
import { startWorker, type Worker } from "./worker.ts";
import { answerProbes } from "./worker-probes.ts";

type OnInstalled = (installation: Installation) => Promise<Note | undefined>;

/** The functions that stop the started parts. They are called in reverse order. */
type Closers = (() => Promise<void>)[];

/** A running server, as its own machine sees it. */
export interface Installation {
  /** The announced address: `BASE_URL`, or else an address on this machine. */
  url: string;
  port: number;
  /** Undefined if the database is not the embedded one. */
  dataDir: string | undefined;
  /** The API key that was made for an empty database; undefined if it was not empty. */
  firstKey: string | undefined;
}

/**
 * Starts the configured roles. On SIGTERM or SIGINT they finish the work that they have accepted, and stop. Once the
 * server answers, it calls `onInstalled`, whose note is announced with the rest.
 */
export async function start(environment: NodeJS.ProcessEnv, onInstalled?: OnInstalled): Promise<void> {
  setCollectorFlags();
  const config = readConfig(environment);
  const log = createLog(config.logLevel);
  const closers: Closers = [];
  const stopped = new AbortController();
  let starting: Promise<void> = Promise.resolve();
  onStop(async (reason) => {
    logReason(reason, log);
    stopped.abort();
    // A stop in the middle of the start would leave the embedded database running.
    await starting.catch(() => {});
    for (const close of closers.toReversed()) await close();
    log.info("stopped");
  });
  starting = startRoles(config, log, closers, stopped.signal, onInstalled);
  await starting;
}

async function startRoles(
  config: Config,
  log: Log,
  closers: Closers,
  stopped: AbortSignal,
  onInstalled: OnInstalled = async () => undefined,
): Promise<void> {
  for (const { setting, found, todo } of findWarnings(config)) log.warn({ setting }, `${setting}: ${found}. ${todo}`);
  // Begun here, because its modules load while the database answers.
  const providing = kindOf(config.provider).create(config.provider, { baseUrl: config.baseUrl, log });
  providing.catch(() => {});
  const database = await openDatabase(config);
  closers.push(database.close);
  if (!(await waitForDatabase(database, log, stopped))) return;
  await migrate(database);
  closers.push(keepStatisticsFresh(database, log));
  const secrets = await loadSecrets(config);
  const provider = await providing;
  closers.push(async () => provider.close?.());
  const liveTexts = await watchLiveTexts(database, log);
  closers.push(liveTexts.stop);
  const sealer = createSealer(secrets.secretKey, secrets.oldSecretKey);
  const phoneHashes = createPhoneHashes(sealer);
  const [accounts, stopAccounts] = await watchAccounts({
    orm: database.orm,
    sealer,
    baseUrl: config.baseUrl,
    log,
    record: createReceivedRecorder(createGroupCommit(database.orm), phoneHashes),
  });
  closers.push(stopAccounts);
  const objects = await openStore(config);
  if (objects) closers.push(objects.close);

  /** The port of the API; in a worker that of another process. */
  let port = config.port ?? 0;
  const files = openFiles({
    ...secrets,
    objects,
    openEm: (teamId) => emOfTeam(database.orm, teamId),
    publicUrl: () => publicUrlOf(config, port),
    isPublic: config.baseUrl !== undefined,
  });

  let worker: Worker | undefined;
  if (config.role !== "api") {
    const { secretKey, oldSecretKey } = secrets;
    // A process has one listener for events. It is that of the API, if the process has the API.
    const listensToEvents = config.role === "worker";
    const authorizeMedia = (url: URL) => ({
      ...kindOf(config.provider).authorizeMedia?.(config.provider, url),
      ...accounts.authorizeMedia(url),
    });
    const kindOfAccount = accounts.kindOf;
    const shared = { database, log, secretKey, oldSecretKey, kindOfAccount, authorizeMedia, objects, files };
    worker = await startWorker({ ...config, ...shared, listensToEvents });
    closers.push(worker.stop);
  }
  /** Starts what sends texts without a request. Returns the functions that stop it. */
  const startSending = async ({ of: carrierOf }: Carriers) => {
    const means = { orm: database.orm, log, carrierOf, files, isHeld: liveTexts.areHeld };
    return [startDispatcher(means), await startAnswers(worker!.queue, { ...means, phoneHashes })];
  };
  if (config.role === "worker") {
    const metrics = createMetrics(database);
    const carriers = await createCarriers({
      provider,
      kind: config.provider.kind,
      isHeld: liveTexts.areHeld,
      accounts,
      log,
      groupCommit: createGroupCommit(database.orm),
      sealer,
      phone: isPhoneOn(config),
      onSend: metrics.countSend,
    });
    closers.push(carriers.stop, ...(await startSending(carriers)));
    if (config.workerPort !== undefined) closers.push(await answerProbes(config, { database, log, metrics }));
    return log.info({ role: config.role }, "started");
  }

  const { rateLimit, maxInFlight, maxStreams, keepAliveSeconds, trustedProxies, checkAnswers, otpSendsPerPhone } =
    config;
  const tracing = await openTracing(config, log);
  if (tracing) closers.push(tracing.stop);
  const { oldWebhookClientSecret: oldToken } = config;
  const onOldToken = oldToken && (await keepOldTokenUse(database, log, { ...secrets, oldToken }));
  const app = await createApp({
    database,
    log,
    rateLimit,
    ...secrets,
    onOldToken: onOldToken || undefined,
    limits: { maxInFlight },
    maxStreams,
    webhookAllowPrivate: config.webhookAllowPrivate,
    watcher: worker?.watcher,
    keepAliveSeconds,
    trustedProxies,
    publicUrl: (port) => publicUrlOf(config, port),
    isPublic: config.baseUrl !== undefined,
    callbackUrls: (port) => callbackUrlsOf(config, port),
    checkAnswers,
    otpSendsPerPhone,
    provider,
    providerKind: config.provider.kind,
    isHeld: liveTexts.areHeld,
    accounts,
    objects,
    phone: isPhoneOn(config),
    tracing,
  });
  port = await listen(app.server, config);
  closers.push(app.drain);
  if (config.role === "all") closers.push(...(await startSending(app.carriers)));
  // Only after the server listens, because the key is shown once, and a server that cannot listen shows nothing.
  const isSimulated = config.provider.kind === "simulated";
  const bootstrapped = (await isEmpty(database.orm.em.fork()))
    ? await withSchemaLock(database.orm, (em) => bootstrap(em, config.bootstrapApiKey, { isSimulated }))
    : undefined;
  if (!(await canAnyTeamSend(database.orm.em.fork(), isSimulated)))
    log.warn("no team has a number that texts can be sent from; add one with `messaging numbers create`");
  const dataDir = database.embedded ? config.dataDir : undefined;
  const note = await onInstalled({ url: publicUrlOf(config, port), port, dataDir, firstKey: bootstrapped?.key });
  // Standard output is a log otherwise. That of an embedded database for a trial shows passcodes, too.
  const isTrial = database.embedded && isPhoneOn(config);
  const isPrinted = isTrial || process.stdout.isTTY || config.bootstrapApiKey !== undefined;
  const keyFile = bootstrapped && !isPrinted ? await writeFirstKey(config.dataDir, bootstrapped.key) : undefined;
  const isForPeople = process.stdout.isTTY && mayPrintPageKey(config);
  const pageKey = isForPeople ? await withSchemaLock(database.orm, replacePageKey) : undefined;
  announce({ config, port, bootstrapped, keyFile, pageKey, embedded: database.embedded, note });
  log.info({ role: config.role, port }, "started");
}

/** Opens the store of files, if one is configured. Its client is loaded only then. */
async function openStore({ mediaStore }: Config): Promise<ObjectStore | undefined> {
  if (!mediaStore) return undefined;
  const { createS3Store } = await import("../media/s3-store.ts");
  return createS3Store(mediaStore);
}

function readConfig(environment: NodeJS.ProcessEnv): Config {
  try {
    return loadConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    printConfigError(error);
    process.exit(1);
  }
}

function logReason(reason: StopReason, log: Log): void {
  if ("signal" in reason) log.info({ signal: reason.signal }, "stopping");
  else if (reason.error instanceof ConfigError) printConfigError(reason.error);
  else log.fatal({ err: reason.error }, "stopping");
}

function printConfigError({ message }: ConfigError): void {
  process.stderr.write(`The configuration is not valid:\n${message}\n`);
}
