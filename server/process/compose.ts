import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdmission } from "../admission/admission.ts";
import type { RateLimit } from "../admission/take-tokens.ts";
import { createGroupCommit, type GroupCommit } from "../db/commit/group-commit.ts";
import { emOfTeam } from "../db/commit/of-teams.ts";
import { createTeamTurns } from "../db/commit/team-turns.ts";
import type { Database } from "../db/database.ts";
import { poolSizeOf } from "../db/orm.ts";
import { createCursors } from "../db/sql/cursor.ts";
import { findDoorTokens } from "../doors/secrets.ts";
import { Streams, type StreamsOptions } from "../events/streams.ts";
import { type EventWatcher, startWakes } from "../events/wakes.ts";
import { createBackground } from "../housekeeping/background.ts";
import { pipeline } from "../http/pipeline.ts";
import { createListener } from "../http/respond.ts";
import { createDrain, createHttpServer } from "../http/server.ts";
import { createCallbackRecorder, createHandsetRecorder } from "../inbound/callback-recorder.ts";
import { checkKeys } from "../keys/usable-keys.ts";
import type { Log } from "../log.ts";
import type { ObjectStore } from "../media/object-store.ts";
import { openFiles } from "../media/open-files.ts";
import { createMetrics } from "../metrics/metrics.ts";
import { createContract } from "../operations/invoke.ts";
import { type FileMeans, RequestScope, type Services } from "../operations/scope.ts";
import { withPrevious } from "../provider/callbacks.ts";
import { requiredCallbacks } from "../provider/kinds.ts";
import type { Provider } from "../provider/provider.ts";
import type { KnownAccounts } from "../provider-accounts/known-accounts.ts";
import { createPhoneHashes } from "../secrets/phone-hashes.ts";
import { createSealer } from "../secrets/sealing.ts";
import { createTextTokens } from "../secrets/text-tokens.ts";
import { defaultLimits, defaultMaxStreams, type HttpLimits } from "../shares/limits.ts";
import { Waits } from "../simulator/waits.ts";
import type { Tracing } from "../tracing/tracing.ts";
import { createUrlCheck } from "../webhooks/check-url.ts";
import { type Carriers, createCarriers } from "./carriers.ts";
import { handlers } from "./handlers.ts";
import { createReadinessCheck } from "./readiness.ts";

export interface AppOptions {
  database: Database;
  log: Log;
  rateLimit: RateLimit;
  secretKey: string;
  /** The provider's auth token, which signs its callbacks. */
  webhookClientSecret: string;
  /** Also accepted beside `secretKey`, if set. */
  oldSecretKey?: string | undefined;
  /** Also accepted beside `webhookClientSecret`, if set. */
  oldWebhookClientSecret?: string | undefined;
  /** Called after a callback that `oldWebhookClientSecret` has signed. */
  onOldToken?: (() => void) | undefined;
  /** The public URL of a server that listens on that port, without a trailing slash. The provider calls it. */
  publicUrl: (port: number) => string;
  /** Whether everybody can reach that URL, for example a carrier that fetches files; true by default. */
  isPublic?: boolean;
  /** The URLs that the provider may sign callbacks for; by default only the public URL. */
  callbackUrls?: (port: number) => string[];
  checkAnswers: boolean;
  /** Limits of HTTP requests that differ from the defaults. */
  limits?: Partial<HttpLimits>;
  /** The maximum number of streams of events; by default 2,000. */
  maxStreams?: number;
  /** The CIDR ranges of addresses that webhooks may have although they are not public; none by default. */
  webhookAllowPrivate?: string[];
  /** Also woken by events of their teams, beside the streams. */
  watcher?: EventWatcher | undefined;
  /** Times of the streams of events that differ from the defaults. */
  streamLimits?: Pick<StreamsOptions, "heartbeatMilliseconds" | "slowMilliseconds" | "noteUseMilliseconds">;
  /** The CIDR ranges of proxies whose `X-Forwarded-For` is trusted; none by default. */
  trustedProxies?: string[];
  /** How long an idle connection is kept; by default 75 seconds. */
  keepAliveSeconds?: number;
  /** How long scrapes of the metrics reuse the depths of the queues, in milliseconds; by default 5,000. */
  metricsMaxAge?: number;
  /**
   * The maximum number of passcodes that one phone is sent in ten minutes; 0, the default, means no limit. The simulated
   * carrier has none.
   */
  otpSendsPerPhone?: number;
  /** The carrier of live texts; by default the simulated carrier, which always carries texts of test mode. */
  provider?: Provider;
  /** The kind of that carrier, for the metrics. */
  providerKind?: string;
  /** Whether live texts are refused now; by default they never are. */
  isHeld?: (() => boolean) | undefined;
  /** The accounts of numbers whose live texts another carrier sends; none by default. */
  accounts?: KnownAccounts | undefined;
  /** Whether the handsets of the simulated carrier can be read and answered; false by default. */
  phone?: boolean;
  /** Traces requests, which are not traced if it is absent. */
  tracing?: Tracing | undefined;
  /** The maximum time that a write waits for locks of other requests, in milliseconds; by default 8,000. */
  lockWait?: number | undefined;
  /** Where files of texts are, besides the database. */
  objects?: ObjectStore | undefined;
  /** Does work in batches; by default in those that all teams share. */
  groupCommit?: GroupCommit;
}

export interface App {
  /** The server of the API. It does not listen yet. */
  server: Server;
  /** The carriers of its texts, for a dispatcher in the same process. */
  carriers: Carriers;
  files: FileMeans;
  /** Reports not ready, answers the requests that have arrived, and closes their connections. */
  drain(): Promise<void>;
}

/** The composition root: makes the services of the API once and passes them down. */
export async function createApp({
  database,
  log,
  rateLimit,
  secretKey,
  webhookClientSecret,
  oldSecretKey,
  oldWebhookClientSecret,
  onOldToken = () => {},
  publicUrl,
  isPublic = true,
  callbackUrls = (port) => [publicUrl(port)],
  checkAnswers,
  limits = {},
  maxStreams = defaultMaxStreams,
  streamLimits = {},
  webhookAllowPrivate = [],
  watcher,
  trustedProxies = [],
  keepAliveSeconds = 75,
  metricsMaxAge,
  otpSendsPerPhone = 0,
  provider,
  providerKind,
  isHeld,
  accounts,
  phone = false,
  tracing,
  lockWait = 8_000,
  groupCommit: givenGroupCommit,
  objects,
}: AppOptions): Promise<App> {
  let port = 0;
  const metrics = createMetrics(database, metricsMaxAge);
  const takeTurn = createTeamTurns(poolSizeOf(database.orm), lockWait);
  const groupCommit = givenGroupCommit ?? createGroupCommit(database.orm, { lockWait, takeTurn });
  const sealer = createSealer(secretKey, oldSecretKey);
  const carriers = await createCarriers({
    provider,
    kind: providerKind,
    isHeld,
    accounts,
    log,
    groupCommit,
    sealer,
    phone,
    onSend: metrics.countSend,
    tracing,
  });
  const background = createBackground(log);
  const openEm = (teamId: string) => emOfTeam(database.orm, teamId);
  const files = openFiles({ secretKey, oldSecretKey, objects, openEm, publicUrl: () => publicUrl(port), isPublic });
  const shared = {
    groupCommit,
    background,
    cursors: createCursors(secretKey, oldSecretKey),
    passcodeKeys: { current: secretKey, old: oldSecretKey },
    webhooks: { sealer, checkUrl: createUrlCheck(webhookAllowPrivate) },
    files,
    phoneHashes: createPhoneHashes(sealer),
    textTokens: createTextTokens(secretKey, oldSecretKey),
    openEm,
  };
  const recordCallbackOfHandset = createHandsetRecorder(groupCommit, shared.phoneHashes);
  const isSimulated = () => carriers.live.isSimulated === true;
  const handsets = phone
    ? {
        sealer,
        recordCallback: recordCallbackOfHandset,
        get changeConsents() {
          return isSimulated();
        },
      }
    : undefined;
  const test: Services = { ...shared, provider: carriers.test, otpSendsPerPhone: 0, handsets };
  const live: Services = {
    ...shared,
    provider: carriers.live,
    get otpSendsPerPhone() {
      return isSimulated() ? 0 : otpSendsPerPhone;
    },
    get handsets() {
      return isSimulated() ? handsets : undefined;
    },
  };
  const dialectWith = (token: string) => requiredCallbacks.createDialect([token]);
  const requiredDialect = oldWebhookClientSecret
    ? withPrevious(dialectWith(webhookClientSecret), dialectWith(oldWebhookClientSecret), onOldToken)
    : dialectWith(webhookClientSecret);
  const ownCallbacks = live.provider.callbacks;
  const recordCallback = createCallbackRecorder(groupCommit, shared.phoneHashes, live.provider);
  const contract = createContract(handlers, takeTurn);
  const streams = new Streams({
    orm: database.orm,
    log,
    cursors: shared.cursors,
    maxStreams,
    checkKeys: (ids) => checkKeys(database.orm.em.fork(), ids, "streamEvents"),
    ...streamLimits,
  });
  const waits = new Waits((ids) => checkKeys(database.orm.em.fork(), ids, "listSimulatedTexts"));
  const wakes = startWakes({ database, log, watchers: [streams, waits, ...(watcher ? [watcher] : [])] });
  let draining = false;
  /** The URLs of callbacks, kept from the first request on. */
  let knownUrls: string[] | undefined;

  const middleware = pipeline({
    log,
    limits: { ...defaultLimits, ...limits },
    checkAnswers,
    trustedProxies,
    countRequest: metrics.countRequest,
    tracing,
    rateLimit,
    contract,
    streams,
    waits,
    dialectOf({ kind, account }) {
      if (kind === undefined || account === undefined) return requiredDialect;
      if (account !== "default") return accounts?.dialectOf(kind, account);
      return kind === ownCallbacks?.kind ? ownCallbacks.dialect : undefined;
    },
    async hookTokens(teamId) {
      const tokens = await findDoorTokens(openEm(teamId), sealer, { teamId, door: "supabase" });
      return tokens.map(({ token }) => token);
    },
    publicUrl: () => publicUrl(port),
    callbackUrls: () => (knownUrls ??= callbackUrls(port)),
    admission: createAdmission(database.orm, rateLimit),
    callerOf: (admission, origin) => ({
      origin,
      teamId: admission.teamId,
      apiKeyId: admission.apiKeyId,
      rights: admission.rights,
      testMode: admission.testMode,
      now: admission.now,
      openScope: (claim, tx) => new RequestScope(admission, origin, admission.testMode ? test : live, claim, tx),
    }),
    openScope: {
      callback: undefined,
      files,
      textTokens: shared.textTokens,
      openEm,
      isPhoneOn: phone,
      checkReadiness: createReadinessCheck(database, () => draining),
      readMetrics: metrics.read,
      publicUrl: () => publicUrl(port),
      recordCallback,
    },
  });
  const listener = createListener(middleware, { log, isDraining: () => draining });
  const server = createHttpServer(listener, { keepAliveSeconds });
  // Read once, because a stopping server no longer listens and still answers the requests that it has accepted.
  server.on("listening", () => {
    port = (server.address() as AddressInfo).port;
  });
  const drain = createDrain(server);
  return {
    server,
    carriers,
    files,
    async drain() {
      draining = true;
      waits.stop();
      // The clients of streams connect again, to another process.
      await Promise.all([drain(), streams.stop(), wakes.stop()]);
      await Promise.all([background.stop(), carriers.stop()]);
    },
  };
}
