import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, inject } from "vitest";
import { type AppOptions, createApp } from "../../server/app.ts";
import { simulateCarrier } from "../../server/callbacks/simulate-carrier.ts";
import type { Database } from "../../server/db/database.ts";
import { type EntityManager, openOrm } from "../../server/db/orm.ts";
import type { HttpLimits } from "../../server/http/limits.ts";
import { createLog } from "../../server/log.ts";
import type { Provider } from "../../server/provider/provider.ts";
import type { RateLimit } from "../../server/teams/take-tokens.ts";
import type { Tracing } from "../../server/tracing/tracing.ts";
import { keepAnswers } from "./answers.ts";
import { type Client, createClient } from "./client.ts";
import { createDatabase } from "./database.ts";
import { buildBusinessNumber, buildKey, buildTeam, type TestTeam } from "./factories.ts";
import { type Jobs, openJobs } from "./jobs.ts";
import { secretKey } from "./passcodes.ts";
import { createRecordingProvider, type RecordingProvider } from "./provider.ts";

interface TestAppOptions {
  /** By default so high that no test meets it. */
  rateLimit?: RateLimit;
  /** What the server works on and holds at once, where that is not the default. */
  limits?: Partial<HttpLimits>;
  /** For how long a connection without a request is kept. */
  keepAliveSeconds?: number;
  /** For how long a scrape of the metrics repeats what was read of the queues; by default not at all. */
  metricsMaxAge?: number;
  /** By default a phone is sent as many passcodes as a test asks for. */
  otpSendsPerPhone?: number;
  /** Live texts go to the simulated carrier instead of the recording provider. */
  simulated?: boolean;
  /** Makes what carries the live texts instead, once what the file started before is there. */
  carrier?: () => Provider;
  /** Starts what follows its requests; by default nothing does. */
  tracing?: () => Tracing;
  /** Makes its database; by default a migrated one. */
  database?: () => Promise<Database>;
  /** How long its writes wait for what other requests hold, in milliseconds; by default as long as in production. */
  lockWait?: number;
  /** Where the provider calls it; by default where it listens. */
  publicUrl?: (port: number) => string;
  /** What it signs and hashes with, in the place of the tests' secrets. */
  secrets?: Partial<AppOptions>;
  /** The addresses that callbacks may be signed for; by default that one. */
  callbackUrls?: (port: number) => string[];
}

/** Signs the callbacks of the tests. */
export const webhookClientSecret = "a token of the tests";

interface SignIn {
  team: TestTeam;
  /** The phone of its primary business number; empty without one. */
  number: string;
  /** Acts for the team, live. */
  client: Client;
  key: string;
}

/** A server on a database of its own, for the tests of one file. */
export interface TestApp {
  readonly url: string;
  readonly database: Database;
  /** Carries the live texts. */
  readonly provider: RecordingProvider;
  /** What the server wrote to its log. */
  readonly logLines: string[];
  em(): EntityManager;
  /** A new team with a key and, unless told otherwise, a primary business number. */
  signIn(options?: { withNumber?: boolean }): Promise<SignIn>;
  /** Lets the simulated carrier finish every delivery. */
  deliver(): Promise<void>;
  /** What its requests have left to be done. */
  readonly jobs: Jobs;
}

/** Starts a server before the file's tests and stops it after them. Its properties are there once tests run. */
export function useApp(options: TestAppOptions = {}): TestApp {
  let started: (TestApp & { stop(): Promise<void> }) | undefined;
  beforeAll(async () => {
    started = await startApp(options);
  });
  afterAll(async () => {
    await started?.stop();
  });
  return new Proxy({} as TestApp, {
    get: (_, name) => Reflect.get(started ?? {}, name),
  });
}

/** Another server on the database of one. */
export function useNeighbour(app: TestApp, options: TestAppOptions = {}): TestApp {
  const database = async () => {
    const orm = await openOrm(app.database.address);
    return { ...app.database, orm, close: () => orm.close() };
  };
  return useApp({ ...options, database });
}

async function startApp({
  rateLimit,
  limits,
  keepAliveSeconds,
  metricsMaxAge = 0,
  otpSendsPerPhone = 0,
  simulated,
  carrier,
  tracing,
  database: open = createDatabase,
  lockWait,
  publicUrl,
  secrets,
  callbackUrls,
}: TestAppOptions): Promise<TestApp & { stop(): Promise<void> }> {
  const database = await open();
  const provider = createRecordingProvider();
  const logLines: string[] = [];
  const { server, drain } = await createApp({
    database,
    log: createLog("debug", { write: (line) => logLines.push(line) }),
    rateLimit: rateLimit ?? { burst: 1_000_000, perSecond: 1_000_000 },
    ...(limits && { limits }),
    ...(keepAliveSeconds !== undefined && { keepAliveSeconds }),
    metricsMaxAge,
    secretKey,
    webhookClientSecret,
    ...secrets,
    publicUrl: publicUrl ?? ((port) => `http://127.0.0.1:${port}`),
    ...(callbackUrls && { callbackUrls }),
    checkAnswers: true,
    otpSendsPerPhone,
    tracing: tracing?.(),
    lockWait,
    ...(!simulated && { provider: carrier?.() ?? provider }),
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const em = () => database.orm.em.fork();

  return {
    url,
    database,
    provider,
    logLines,
    em,
    async signIn({ withNumber = true } = {}) {
      const team = await buildTeam(em());
      const key = await buildKey(em(), team);
      const number = withNumber ? await buildBusinessNumber(em(), { team, isPrimary: true }) : undefined;
      return { team, number: number?.phoneNumber ?? "", key, client: createClient(url, key) };
    },
    async deliver() {
      while ((await simulateCarrier(em())) > 0);
    },
    jobs: openJobs(database),
    async stop() {
      server.closeAllConnections();
      await drain();
      keepAnswers(inject("answers"), logLines);
      await database.close();
    },
  };
}
