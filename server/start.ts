import type { Server } from "node:http";
import closeWithGrace from "close-with-grace";
import { announce } from "./announce.ts";
import { createApp } from "./app.ts";
import { type Config, ConfigError, loadConfig } from "./config.ts";
import { openDatabase } from "./db/database.ts";
import { createLog, type Log } from "./log.ts";
import { migrate, withSchemaLock } from "./migrate.ts";
import { loadSecrets } from "./secrets.ts";
import { bootstrap } from "./teams/bootstrap.ts";
import { startWorker } from "./worker.ts";

/** What asks for a stop. */
const stopSignals = ["SIGINT", "SIGTERM"] as const;

/** How long a stop may take before the process leaves all the same. */
const stopMilliseconds = 10_000;

/** Where a server listens that was not told where: the first free one of these ports. */
const defaultPorts = Array.from({ length: 20 }, (_, index) => 3_000 + index);

/** Starts the roles that are configured, and stops them on SIGTERM or SIGINT after what they accepted is done. */
export async function start(environment: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(environment);
  const log = createLog(config.logLevel);
  const closers: (() => Promise<void>)[] = [];
  let starting: Promise<void> = Promise.resolve();
  const { close } = closeWithGrace(
    { delay: stopMilliseconds, logger: false, skip: [...stopSignals] },
    async ({ err }) => {
      if (err instanceof ConfigError) tell(err);
      else if (err) log.fatal({ err }, "stopping");
      // What is half started cannot be stopped: it would leave the embedded database behind.
      await starting.catch(() => {});
      for (const close of closers.toReversed()) await close();
      log.info("stopped");
    },
  );
  onStopSignal((signal) => {
    log.info({ signal }, "stopping");
    close();
  });
  starting = startRoles(config, log, closers);
  await starting;
}

/** Calls `stop` once. A later signal ends the process at once, for who does not want to wait. */
function onStopSignal(stop: (signal: string) => void): void {
  let told: number | undefined;
  for (const signal of stopSignals) {
    process.on(signal, () => {
      // A terminal gives Ctrl-C to npm and to the server, and npm passes it on: the same wish, twice.
      if (told !== undefined && performance.now() - told > 1_000) process.exit(1);
      if (told === undefined) stop(signal);
      told ??= performance.now();
    });
  }
}

async function startRoles(config: Config, log: Log, closers: (() => Promise<void>)[]): Promise<void> {
  const database = await openDatabase(config);
  closers.push(database.close);
  await migrate(database);
  const { secretKey } = await loadSecrets(config);

  if (config.role !== "api") {
    const worker = await startWorker(database, log);
    closers.push(worker.stop);
  }
  if (config.role === "worker") return log.info({ role: config.role }, "started");

  const { rateLimit, checkAnswers } = config;
  const app = await createApp({ database, log, rateLimit, secretKey, checkAnswers });
  const port = await listen(app.server, config);
  closers.push(app.drain);
  // Only now, because the key is shown once: a server that cannot listen would keep it to itself.
  const bootstrapped = await withSchemaLock(database.orm, (em) => bootstrap(em, config.bootstrapApiKey));
  announce({ config, port, bootstrapped, embedded: database.embedded });
  log.info({ role: config.role, port }, "started");
}

function readConfig(environment: NodeJS.ProcessEnv): Config {
  try {
    return loadConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    tell(error);
    process.exit(1);
  }
}

function tell({ message }: ConfigError): void {
  process.stderr.write(`The configuration is not valid:\n${message}\n`);
}

/** Listens on the configured port, or on the first free default one; answers which. */
async function listen(server: Server, { host, port }: Config): Promise<number> {
  for (const candidate of port === undefined ? defaultPorts : [port]) {
    const taken = await new Promise<boolean>((resolve, reject) => {
      server.once("error", (error: NodeJS.ErrnoException) =>
        error.code === "EADDRINUSE" && port === undefined
          ? resolve(true)
          : reject(refuseAddress(error, host, candidate)),
      );
      server.listen(candidate, host, () => resolve(false));
    });
    server.removeAllListeners("error");
    if (!taken) return (server.address() as { port: number }).port;
  }
  throw new ConfigError(`PORT: ${defaultPorts.at(0)} to ${defaultPorts.at(-1)} are all in use; set another one`);
}

function refuseAddress({ code, message }: NodeJS.ErrnoException, host: string, port: number): ConfigError {
  if (code === "EADDRINUSE") return new ConfigError(`PORT: ${port} on ${host} is in use by another process`);
  return new ConfigError(`HOST, PORT: ${message}`);
}
