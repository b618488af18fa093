import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, inject } from "vitest";
import type { RateLimit } from "../../server/admission/take-tokens.ts";
import { createGroupCommit } from "../../server/db/commit/group-commit.ts";
import { transactOfTeam } from "../../server/db/commit/of-teams.ts";
import type { Database } from "../../server/db/database.ts";
import { type EntityManager, openOrm } from "../../server/db/orm.ts";
import { sendAnswers } from "../../server/doors/twilio/twiml/send-answers.ts";
import { createBackground } from "../../server/housekeeping/background.ts";
import { createReceivedRecorder } from "../../server/inbound/callback-recorder.ts";
import { createLog } from "../../server/log.ts";
import { type AppOptions, createApp } from "../../server/process/compose.ts";
import type { Provider } from "../../server/provider/provider.ts";
import { createKnownAccounts, type KnownAccounts } from "../../server/provider-accounts/known-accounts.ts";
import type { AnswersJob } from "../../server/queue/queues.ts";
import { createPhoneHashes } from "../../server/secrets/phone-hashes.ts";
import { createSealer } from "../../server/secrets/sealing.ts";
import type { HttpLimits } from "../../server/shares/limits.ts";
import { simulateCarrier } from "../../server/simulator/simulate-carrier.ts";
import { createDispatcher } from "../../server/texts/pending/dispatcher.ts";
import type { Tracing } from "../../server/tracing/tracing.ts";
import { storeAnswers } from "./answers.ts";
import { type Client, createClient } from "./client.ts";
import { urlOf } from "./cluster.ts";
import { createDatabase } from "./database.ts";
import { buildBusinessNumber, buildKey, buildTeam, type TestTeam } from "./factories.ts";
import { type Jobs, openJobs } from "./jobs.ts";
import { createLazily } from "./lazily.ts";
import { secretKey } from "./passcodes.ts";
import { createRecordingProvider, type RecordingProvider } from "./provider.ts";

interface TestAppOptions {
  /** Unlimited in practice by default. */
  rateLimit?: RateLimit;
  /** Limits of concurrent requests that differ from the default. */
  limits?: Partial<HttpLimits>;
  /** The maximum number of streams of events. */
  maxStreams?: number;
  /** Times of streams of events that differ from the default. */
  streamLimits?: AppOptions["streamLimits"];
  /** The private addresses that webhooks may have; none by default. */
  webhookAllowPrivate?: string[];
  /** The proxies whose X-Forwarded-For is trusted; none by default. */
  trustedProxies?: string[];
  /** The time that an idle connection is kept open. */
  keepAliveSeconds?: number;
  /** The time in milliseconds that a reading of the queues is cached for scrapes; 0 by default. */
  metricsMaxAge?: number;
  /** Unlimited by default. */
  otpSendsPerPhone?: number;
  /** Live texts go to the simulated carrier instead of the recording provider. */
  simulated?: boolean;
  /** The total time of a text of an account at a carrier; the value of production by default. */
  carrierMilliseconds?: number;
  /** Creates the provider of live texts, after earlier `use…` calls of the file have started. */
  carrier?: () => Provider;
  /** Turns on the handsets of the simulated carrier. The recording provider then counts as that carrier. */
  phone?: boolean;
  /** Starts tracing; by default there is none. */
  tracing?: () => Tracing;
  /** Creates the database; a migrated database by default. */
  database?: () => Promise<Database>;
  /** The lock timeout of writes in milliseconds; the value of production by default. */
  lockWait?: number;
  /** The URL for the provider's callbacks; by default the address of the server. */
  publicUrl?: (port: number) => string;
  /** Secrets that replace those of the tests. */
  secrets?: Partial<AppOptions>;
  /** The URLs that callbacks may be signed for; `publicUrl` by default. */
  callbackUrls?: (port: number) => string[];
}

/** Signs the callbacks of the tests. */
export const webhookClientSecret = "a token of the tests";

interface SignIn {
  team: TestTeam;
  /** The phone of its primary business number; empty without one. */
  number: string;
  /** A client of the team in live mode. */
  client: Client;
  key: string;
}

/** The public address that accounts at carriers are told for callbacks. */
export const callbackBaseUrl = "https://sms.example.com";

/** A server with its own database, for the tests of one file. */
export interface TestApp {
  readonly url: string;
  readonly database: Database;
  /** The provider of live texts. */
  readonly provider: RecordingProvider;
  /** The accounts at carriers, which the server reads only if a test asks for it. */
  readonly accounts: KnownAccounts;
  /** The log of the server. */
  readonly logLines: string[];
  em(): EntityManager;
  /** Runs work of a team in a transaction at the place of its rows. */
  inTeam<T>(teamId: string, work: (tx: EntityManager) => Promise<T>): Promise<T>;
  /** Creates a team with a key and, by default, a primary business number. */
  signIn(options?: { withNumber?: boolean }): Promise<SignIn>;
  /** Lets the simulated carrier finish every delivery. */
  deliver(): Promise<void>;
  /** Hands over all texts that are due, as the dispatcher of this server. */
  dispatch(): Promise<void>;
  /** Sends the texts that apps have answered inbound texts with, as a worker does. Returns the number of jobs. */
  sendAnswers(): Promise<number>;
  /** The background jobs of its requests. */
  readonly jobs: Jobs;
  /** Ends the server as a stop signal does: it answers the requests that it has. */
  drain(): Promise<void>;
}

/** Starts a server before the tests of a file and stops it after them. A use before the tests is an error. */
export function useApp(options: TestAppOptions = {}): TestApp {
  let started: (TestApp & { stop(): Promise<void> }) | undefined;
  beforeAll(async () => {
    started = await startApp(options);
  });
  afterAll(async () => {
    await started?.stop();
  });
  return createLazily("the test app", () => started);
}

interface NeighbourOptions extends TestAppOptions {
  /** More settings of its sessions. */
  session?: Record<string, string>;
}

/** Starts another server on the database of `app`. */
export function useNeighbour(app: TestApp, { session, ...options }: NeighbourOptions = {}): TestApp {
  const database = async () => {
    const { address } = app.database;
    const orm = await openOrm(session ? { ...address, url: urlOf(app.database, session) } : address);
    return { ...app.database, orm, close: () => orm.close() };
  };
  return useApp({ ...options, database });
}

async function startApp({
  rateLimit,
  limits,
  maxStreams,
  streamLimits,
  trustedProxies = [],
  webhookAllowPrivate = [],
  keepAliveSeconds,
  metricsMaxAge = 0,
  otpSendsPerPhone = 0,
  simulated,
  carrier,
  carrierMilliseconds,
  phone = false,
  tracing,
  database: open = createDatabase,
  lockWait,
  publicUrl,
  secrets,
  callbackUrls,
}: TestAppOptions): Promise<TestApp & { stop(): Promise<void> }> {
  const database = await open();
  const provider: RecordingProvider = { ...createRecordingProvider(), isSimulated: phone, supportsMedia: true };
  const logLines: string[] = [];
  const log = createLog("debug", { write: (line) => logLines.push(line) });
  const sealer = createSealer(secrets?.secretKey ?? secretKey, secrets?.oldSecretKey);
  const accounts = createKnownAccounts({
    orm: database.orm,
    sealer,
    baseUrl: callbackBaseUrl,
    log,
    record: createReceivedRecorder(createGroupCommit(database.orm), createPhoneHashes(sealer)),
    timeoutMilliseconds: carrierMilliseconds,
  });
  const { server, carriers, files, drain } = await createApp({
    database,
    log,
    rateLimit: rateLimit ?? { burst: 10_000, perSecond: 10_000 },
    ...(limits && { limits }),
    ...(maxStreams !== undefined && { maxStreams }),
    ...(streamLimits && { streamLimits }),
    ...(keepAliveSeconds !== undefined && { keepAliveSeconds }),
    trustedProxies,
    webhookAllowPrivate,
    metricsMaxAge,
    secretKey,
    webhookClientSecret,
    ...secrets,
    publicUrl: publicUrl ?? ((port) => `http://127.0.0.1:${port}`),
    ...(callbackUrls && { callbackUrls }),
    checkAnswers: true,
    otpSendsPerPhone,
    phone,
    tracing: tracing?.(),
    lockWait,
    ...(!simulated && { provider: carrier?.() ?? provider }),
    accounts,
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const em = () => database.orm.em.fork();
  const jobs = openJobs(database, accounts.kindOf);
  let drained: Promise<void> | undefined;
  const drainOnce = () => (drained ??= drain());

  return {
    url,
    database,
    provider,
    accounts,
    logLines,
    em,
    inTeam: (teamId, work) => transactOfTeam(database.orm, teamId, work as never),
    async signIn({ withNumber = true } = {}) {
      const team = await buildTeam(em());
      const key = await buildKey(em(), team);
      const number = withNumber ? await buildBusinessNumber(em(), { team, isPrimary: true }) : undefined;
      return { team, number: number?.phoneNumber ?? "", key, client: createClient(url, key) };
    },
    async deliver() {
      while ((await simulateCarrier(em())) > 0);
    },
    async dispatch() {
      const dispatcher = createDispatcher({ orm: database.orm, log, carrierOf: carriers.of, files });
      while (await dispatcher.dispatch());
      await dispatcher.stop();
    },
    async sendAnswers() {
      const background = createBackground(log);
      const phoneHashes = createPhoneHashes(createSealer(secrets?.secretKey ?? secretKey));
      const means = { orm: database.orm, log, files, phoneHashes, background, carrierOf: carriers.of };
      const services = { ...means, groupCommit: createGroupCommit(database.orm) };
      const taken = await jobs.boss.fetch<AnswersJob>("doors.twiml", { batchSize: 100 });
      for (const { id, data } of taken) {
        await sendAnswers(services, data).then(
          () => jobs.boss.complete("doors.twiml", id),
          (error: Error) => jobs.boss.fail("doors.twiml", id, error),
        );
      }
      await background.stop();
      return taken.length;
    },
    jobs,
    drain: drainOnce,
    async stop() {
      server.closeAllConnections();
      await drainOnce();
      await accounts.close();
      storeAnswers(inject("answers"), logLines);
      await database.close();
    },
  };
}
