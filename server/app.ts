import { randomUUID } from "node:crypto";
import { createServer, type Server, STATUS_CODES } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { createBackground } from "./background.ts";
import { recordCallbacks } from "./callbacks/record-callbacks.ts";
import { createContract } from "./contract/contract.ts";
import { newId } from "./db/columns.ts";
import { createCursors } from "./db/cursor.ts";
import type { Database } from "./db/database.ts";
import { createGroupCommit } from "./db/group-commit.ts";
import { errorBody } from "./error-answer.ts";
import { ApiError, fail } from "./errors.ts";
import { createDrain } from "./http/drain.ts";
import { createListener } from "./http/listener.ts";
import type { Log } from "./log.ts";
import { createMetrics } from "./metrics/metrics.ts";
import { readSchemaStatus } from "./migrate.ts";
import { handlers } from "./operations.ts";
import { createPasscodes } from "./passcodes.ts";
import { measured } from "./provider/measured.ts";
import type { Provider } from "./provider/provider.ts";
import { createSimulatedProvider } from "./provider/simulated.ts";
import { RequestScope, type Services } from "./scope.ts";
import { createAdmission } from "./teams/admit.ts";
import type { RateLimit } from "./teams/take-tokens.ts";
import type { Tracing } from "./tracing/tracing.ts";

export interface AppOptions {
  database: Database;
  log: Log;
  rateLimit: RateLimit;
  secretKey: string;
  /** The provider's auth token, which signs its callbacks. */
  webhookClientSecret: string;
  /** The public address of a server that listens on that port, which the provider calls; without a trailing slash. */
  publicUrl: (port: number) => string;
  checkAnswers: boolean;
  /** How many passcodes one phone may be sent in ten minutes; 0, the default: as many as are asked for. */
  otpSendsPerPhone?: number;
  /** Who carries live texts; by default the simulated carrier, which always carries those of test mode. */
  provider?: Provider;
  /** By default nothing is traced. */
  tracing?: Tracing | undefined;
}

export interface App {
  /** Answers the API; not listening yet. */
  server: Server;
  /** Says not ready, lets the requests that came in be answered, and closes their connections. */
  drain(): Promise<void>;
}

/** The composition root: everything is made here once and passed down. */
export async function createApp({
  database,
  log,
  rateLimit,
  secretKey,
  webhookClientSecret,
  publicUrl,
  checkAnswers,
  otpSendsPerPhone = 0,
  provider,
  tracing,
}: AppOptions): Promise<App> {
  const metrics = createMetrics(database);
  const carrier = (of: Provider, testMode: boolean) =>
    measured(of, (send) => metrics.countSend({ testMode, ...send }), tracing?.traceSend);
  const simulated = createSimulatedProvider(log);
  const groupCommit = createGroupCommit(database.orm);
  const background = createBackground(log);
  const both = {
    ...{ groupCommit, background, cursors: createCursors(secretKey), passcodes: createPasscodes(secretKey) },
    openEm: () => database.orm.em.fork(),
  };
  const test: Services = { ...both, provider: carrier(simulated, true), otpSendsPerPhone: 0 };
  const live: Services = { ...both, provider: carrier(provider ?? simulated, false), otpSendsPerPhone };
  const contract = createContract(handlers);
  let draining = false;
  let schemaIsCurrent = false;
  let port = 0;

  const listener = createListener({
    log,
    checkAnswers,
    isDraining: () => draining,
    countRequest: metrics.countRequest,
    tracing,
    rateLimit,
    contract,
    webhookClientSecret,
    publicUrl: () => publicUrl(port),
    admission: createAdmission(database.orm, rateLimit),
    callerOf: ({ teamId, apiKeyId, testMode, now }) => ({
      ...{ teamId, apiKeyId, testMode, now },
      openScope: (claim) => new RequestScope({ teamId, testMode, now }, testMode ? test : live, claim),
    }),
    openScope: {
      async checkReadiness() {
        if (draining) fail("server_error", { status: 503, message: "The server is stopping." });
        const status = schemaIsCurrent ? undefined : await readSchemaStatus(database);
        if (status && (status.pending.length > 0 || !status.queueInstalled)) {
          fail("server_error", { status: 503, message: "The database's schema is not up to date." });
        }
        schemaIsCurrent = true;
        await database.orm.em.fork().execute("select 1");
      },
      readMetrics: metrics.read,
      recordCallback: (callback) => groupCommit(recordCallbacks, { ...callback, id: newId() }),
    },
  });
  const server = createServer({ requireHostHeader: false }, listener);
  // Node would refuse an expectation that it does not know, without a body; it may as well be ignored.
  server.on("checkExpectation", listener);
  server.on("clientError", refuseUnreadable);
  // A server that stops listens no more while it answers what it has accepted.
  server.on("listening", () => {
    port = (server.address() as AddressInfo).port;
  });
  const drain = createDrain(server);
  return {
    server,
    async drain() {
      draining = true;
      await drain();
      await background.stop();
    },
  };
}

/** What is no HTTP request at all gets the error shape, too. */
function refuseUnreadable(_: Error, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy();
  const error = new ApiError("validation_error", { status: 400 });
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(error, requestId));
  socket.end(
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\nX-Request-Id: ${requestId}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
