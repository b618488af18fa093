/**
 * Sets up a run: one PostgreSQL with durable settings in a temporary directory, the service and its references. A program
 * starts at its first use. The code of another checkout makes its own setup, with its own schema and data.
 */
import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { listContacts } from "../../server/contacts/lists/list-contacts.ts";
import type { Database } from "../../server/db/database.ts";
import { noLimits } from "../../server/db/driver/time-limits.ts";
import type { EntityManager } from "../../server/db/orm.ts";
import { findOutgrown } from "../../server/db/refresh-statistics.ts";
import { createCursors } from "../../server/db/sql/cursor.ts";
import { sidOf } from "../../server/doors/twilio/ids.ts";
import type { Scope } from "../../server/operations/scope.ts";
import { migrate } from "../../server/process/migrate.ts";
import { openDatabase } from "../../server/process/open-database.ts";
import { onStop } from "../../server/process/stopping.ts";
import { queueSchema } from "../../server/queue/boss.ts";
import { listMessages } from "../../server/threads/list-messages.ts";
import { listThreads } from "../../server/threads/list-threads.ts";
import { recordStatements, type Statement } from "../support/statements.ts";
import type { ArrivalsJob, ArrivalsReport } from "./arrivals.ts";
import { type DataSetSize, threadIdOf, writeDataSet } from "./data-set.ts";
import type { LoadJob, LoadReport } from "./load.ts";
import {
  type Listening,
  type Program,
  root,
  startReference,
  startServer,
  startWorker,
  type Worker,
} from "./programs.ts";
import { freshRateLimit, limitSettings, rateLimit } from "./rate-limit.ts";
import { startKannel } from "./references/kannel.ts";
import type { LoopJob, LoopReport } from "./references/loop.ts";
import { summariesStatement, summarizeThreads, tables } from "./references/tables.ts";
import type { Target } from "./requests.ts";
import { familyOf, hasProc, parentOf } from "./system.ts";
import { emptyTeam, keepTeams, makeTeam, writeErased, writePasscodes } from "./teams.ts";

export interface Setup {
  em(): EntityManager;
  size: DataSetSize;
  /** The first `count` API servers on the setup's database. */
  servers(count: number): Promise<Listening[]>;
  reference(name: "bare" | "hello" | "no-op" | "fake-provider" | "webhook-target"): Promise<Listening>;
  /** Starts a new server with a worker, or another program, maybe with more settings. The caller stops it. */
  startServer(file?: string, settings?: Record<string, string>): Promise<Listening>;
  /** Starts a server with an empty embedded database, like the first `npm start`. Its first key is the target's key. */
  startFresh(settings?: Record<string, string>): Promise<Listening>;
  /** The processes of PostgreSQL; empty without `/proc`. */
  postgresPids(): number[];
  kannel(): Promise<Listening>;
  loop(): Worker<LoopJob, LoopReport>;
  load(): Pick<Worker<LoadJob, LoadReport>, "run">;
  arrivals(): Worker<ArrivalsJob, ArrivalsReport>;
  /** The default target of requests: a team with data, in test mode. */
  target: Target;
  /** Writes passcodes for the service and the bare reference, for recipients from `first` on. */
  writePasscodes(first: number, count: number): Promise<void>;
  /** Waits until the servers have refreshed PostgreSQL's statistics in the background. */
  awaitStatistics(): Promise<unknown>;
  /** Adds a team with data, in test mode. Texts go to its threads, if it has any. */
  addTeam(size: DataSetSize): Promise<Target>;
  /** The first `count` teams that had no data at first, in test mode. */
  teams(count: number): Promise<Target[]>;
  /** A team that had no data at first, but 10,000 opt-outs of erased people, in test mode. */
  erasedTeam(): Promise<Target>;
  /** Opens the setup of another checkout, which has its own PostgreSQL. The load generator is that of this checkout. */
  of(checkout: string): Promise<Setup>;
  close(): Promise<void>;
}

const secrets = { key: "bench_0123456789abcdef", secret: "the bench's auth token", publicUrl: "http://bench.invalid" };
const secretKey = "a secret of the bench, which is not secret";
const number = "+18885550100";
const maxRecipients = 20_000;
/** The default page size of a list. */
export const pageSize = 15;

/** @param size the data of the team that lists read */
export async function openSetup(size: DataSetSize): Promise<Setup> {
  const directory = mkdtempSync(join(realpathSync(tmpdir()), "messaging-bench-"));
  const dataDir = join(directory, "data");
  const opening = openDatabase({ databaseUrl: undefined, dataDir, limits: noLimits });
  const started: Promise<Program>[] = [];
  let closing: Promise<void> | undefined;
  const close = async () => {
    const programs = await Promise.allSettled(started);
    await Promise.all(programs.map((program) => program.status === "fulfilled" && program.value.stop()));
    await (await opening).close();
    rmSync(directory, { recursive: true, force: true });
  };
  const closeOnce = () => {
    closing ??= close();
    return closing;
  };
  // PostgreSQL is in a separate process group, so it must be stopped after Ctrl-C or a failure, too.
  onStop(async (reason) => {
    if ("error" in reason) console.error(reason.error);
    await closeOnce();
  });
  try {
    return await prepareSetup({ directory, dataDir, database: await opening, started, close: closeOnce }, size);
  } catch (error) {
    await closeOnce();
    throw error;
  }
}

/** Members that the setups of earlier versions lack. */
type Recent = "startFresh" | "awaitStatistics" | "teams" | "erasedTeam";

/**
 * Opens a setup by the code of another checkout. Its handlers of signals and failures are removed. The handlers would
 * end the process when that setup is closed, while the PostgreSQL of this checkout still runs.
 */
async function openSetupOf(
  checkout: string,
  size: DataSetSize,
): Promise<Omit<Setup, Recent> & Partial<Pick<Setup, Recent>>> {
  const events = ["SIGINT", "SIGTERM", "uncaughtException", "unhandledRejection", "beforeExit"];
  const own = new Map(events.map((event) => [event, process.rawListeners(event)]));
  const module = ["setup.ts", "stage.ts"].map((file) => join(checkout, "test", "bench", file)).find(existsSync);
  // The module and the function had other names in earlier versions.
  const { openSetup, openStage } = await import(module!);
  const opening = (openSetup ?? openStage)(size);
  for (const [event, listeners] of own) {
    for (const added of process.rawListeners(event)) {
      if (!listeners.includes(added)) process.removeListener(event, added as () => void);
    }
  }
  return opening;
}

/** The resources of a setup. */
interface SetupResources {
  directory: string;
  dataDir: string;
  database: Database;
  /** All started programs. `close` stops them, then the database. */
  started: Promise<Program>[];
  close(): Promise<void>;
}

async function prepareSetup(
  { directory, dataDir, database, started, close }: SetupResources,
  size: DataSetSize,
): Promise<Setup> {
  const em = () => database.orm.em.fork();
  await migrate(database);
  await em().execute(tables);
  const team = await makeTeam(em(), "bench", number, secrets.key);
  await writeDataSet(em(), team, size);
  await em().execute(summarizeThreads, [team.teamId]);
  await em().execute("vacuum analyze bare.thread_summary");
  const [backend] = await em().execute<{ pid: number }[]>("select pg_backend_pid() as pid");
  const postmaster = hasProc ? parentOf(backend!.pid) : undefined;

  const { host, port, user, database: name } = database.address as Exclude<Database["address"], { url: string }>;
  const options = {
    database: { host, port, user, database: name },
    ...secrets,
    reads: await recordReads(em(), team.teamId),
  };

  const trackProgram = <P extends Program>(program: Promise<P>): Promise<P> => {
    started.push(program);
    return program;
  };
  const once = new Map<string, unknown>();
  const startOnce = <T>(what: string, start: () => T): T => {
    if (!once.has(what)) once.set(what, start());
    return once.get(what) as T;
  };
  const startWorkerOnce = <Job, Answer>(file: string) =>
    startOnce(file, () => {
      const worker = startWorker<Job, Answer>(file, options);
      void trackProgram(Promise.resolve(worker));
      return worker;
    });

  const reference: Setup["reference"] = (file) =>
    startOnce(file, () => trackProgram(startReference(`references/${file}.ts`, options)));
  const start = async (role: "all" | "api", file?: string, more: Record<string, string> = {}) => {
    const settings = {
      DATA_DIR: dataDir,
      ROLE: role,
      SECRET_KEY: secretKey,
      WEBHOOK_CLIENT_SECRET: secrets.secret,
      BASE_URL: secrets.publicUrl,
      PROVIDER: "twilio",
      PROVIDER_ACCOUNT_SID: "AC1",
      PROVIDER_BASE_URL: (await reference("fake-provider")).url,
      ...limitSettings(rateLimit),
      ...more,
    };
    const logFile = join(directory, `server-${started.length}.log`);
    return trackProgram(startServer({ settings, logFile, ...(file !== undefined && { file }) }));
  };
  let fresh = 0;
  const startFresh = (checkout: string, more: Record<string, string> = {}) => {
    const name = `fresh-${fresh++}`;
    const settings = {
      DATA_DIR: join(directory, name),
      BOOTSTRAP_API_KEY: secrets.key,
      ...limitSettings(freshRateLimit),
      ...more,
    };
    return trackProgram(startServer({ settings, logFile: join(directory, `${name}.log`), checkout }));
  };

  let added = 0;
  const addTeam = async (of: DataSetSize, erased = 0): Promise<Target> => {
    const phone = `+1888${5_550_101 + added++}`;
    const made = await makeTeam(em(), `bench ${phone}`, phone);
    const { threads, contacts } = of;
    if (threads + contacts > 0) await writeDataSet(em(), made, of);
    if (erased > 0) await writeErased(em(), made.teamId, secretKey, erased);
    const recipients = Math.min(threads || maxRecipients, maxRecipients);
    const account = sidOf("AC", made.teamId);
    return { ...setup.target, key: `${made.key}_test`, account, number: phone, recipients, contacts };
  };
  const setup: Setup = {
    em,
    size,
    postgresPids: () => (postmaster === undefined ? [] : familyOf(postmaster)),
    servers: (count) =>
      Promise.all(Array.from({ length: count }, (_, at) => startOnce(`server ${at}`, () => start("api")))),
    reference,
    startServer: (file, settings) => start("all", file, settings),
    startFresh: (settings) => startFresh(root, settings),
    kannel: () => startOnce("kannel", () => trackProgram(startKannel(join(directory, "kannel")))),
    loop: () => startWorkerOnce("references/loop.ts"),
    load: () => startWorkerOnce("load.ts"),
    arrivals: () => startWorkerOnce("arrivals.ts"),
    target: {
      ...secrets,
      key: `${secrets.key}_test`,
      account: sidOf("AC", team.teamId),
      threadId: threadIdOf(0),
      number,
      recipients: maxRecipients,
      contacts: size.contacts,
    },
    writePasscodes: (first, count) => writePasscodes(em(), team, { current: secretKey }, first, count),
    async awaitStatistics() {
      while ((await findOutgrown(em(), [queueSchema])).length > 0) await wait(100);
    },
    addTeam,
    teams: keepTeams((of) => addTeam(of)),
    erasedTeam: () => startOnce("the erased team", () => addTeam(emptyTeam, 10_000)),
    async of(checkout) {
      const opening = openSetupOf(checkout, size);
      await trackProgram(opening.then((other) => ({ pids: [], stop: other.close })));
      const other = await opening;
      return {
        awaitStatistics: () => other.em().execute("analyze"),
        teams: keepTeams((of) => other.addTeam(of)),
        erasedTeam: () => Promise.reject(new Error("That version erases nobody.")),
        ...other,
        startFresh: (settings) => startFresh(checkout, settings),
        // An earlier version may lack references that the row uses.
        reference: (name) => (name === "webhook-target" ? reference(name) : other.reference(name)),
        load: setup.load,
        arrivals: setup.arrivals,
      };
    },
    close,
  };
  return setup;
}

/** Records the statements of the service's lists by path, so that the reference can run them. */
async function recordReads(em: EntityManager, teamId: string): Promise<Record<string, Statement[]>> {
  const scope = { teamId, em, cursors: createCursors(secretKey) } as Scope;
  const page = { per_page: pageSize };
  const threadId = threadIdOf(0);
  return {
    "/api/threads": await recordStatements(() => listThreads(scope, page)),
    "/thread-summaries": [{ text: summariesStatement(pageSize + 1), values: [teamId] }],
    [`/api/threads/${threadId}/messages`]: await recordStatements(() => listMessages(scope, threadId, page)),
    "/api/contacts": await recordStatements(() => listContacts(scope, {}, page)),
  };
}
