/**
 * One PostgreSQL with durable settings, in a directory of its own, and on it the service and its references. Programs
 * start when they are first asked for. Another checkout has a stage of its own, made by its code: its server has the
 * schema and the data that it knows.
 */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { listContacts } from "../../server/contacts/list-contacts.ts";
import { createCursors } from "../../server/db/cursor.ts";
import { type Database, openDatabase } from "../../server/db/database.ts";
import type { EntityManager } from "../../server/db/orm.ts";
import { findOutgrown } from "../../server/db/statistics.ts";
import { noLimits } from "../../server/db/time-limits.ts";
import { migrate } from "../../server/migrate.ts";
import { createPasscodes } from "../../server/passcodes.ts";
import { queueSchema } from "../../server/queue/boss.ts";
import type { Scope } from "../../server/scope.ts";
import { onStop } from "../../server/stopping.ts";
import { listMessages } from "../../server/threads/find-messages.ts";
import { listThreads } from "../../server/threads/find-threads.ts";
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
import { startKannel } from "./references/kannel.ts";
import type { LoopJob, LoopReport } from "./references/loop.ts";
import { tables } from "./references/tables.ts";
import type { Target } from "./requests.ts";
import { familyOf, hasProc, parentOf } from "./system.ts";
import { makeTeam, writePasscodes } from "./teams.ts";

export interface Stage {
  em(): EntityManager;
  size: DataSetSize;
  /** The first so many servers of the API alone, all on the stage's database. */
  servers(count: number): Promise<Listening[]>;
  reference(name: "bare" | "hello" | "no-op" | "stand-in"): Promise<Listening>;
  /** A server and worker in one that nothing has been asked of, or another file as one; whoever starts it stops it. */
  startServer(file?: string): Promise<Listening>;
  /** What `npm start` is in an empty folder: a server with a database of its own. Its first key is the target's. */
  startFresh(): Promise<Listening>;
  /** The processes of PostgreSQL; none where the system does not tell. */
  postgresPids(): number[];
  kannel(): Promise<Listening>;
  loop(): Worker<LoopJob, LoopReport>;
  load(): Worker<LoadJob, LoadReport>;
  arrivals(): Worker<ArrivalsJob, ArrivalsReport>;
  /** What requests are about: a team with data, in test mode. */
  target: Target;
  /** Gives the service and the bare reference passcodes for the recipients from `first` on. */
  writePasscodes(first: number, count: number): Promise<void>;
  /** Waits until the servers have refreshed PostgreSQL's statistics, which they do beside their requests. */
  awaitStatistics(): Promise<unknown>;
  /** Another team with so much data, in test mode. Its threads are who is written to, if it has any. */
  addTeam(size: DataSetSize): Promise<Target>;
  /** Opens the stage of another checkout, with a PostgreSQL of its own. The load generator is this one's. */
  of(checkout: string): Promise<Stage>;
  close(): Promise<void>;
}

const secrets = { key: "bench_0123456789abcdef", secret: "the bench's auth token", publicUrl: "http://bench.invalid" };
const secretKey = "a secret of the bench, which nobody keeps";
const number = "+18885550100";
const mostRecipients = 20_000;
/** What a list gives who does not say how much. */
export const pageSize = 15;

/** @param size of the data that lists read */
export async function openStage(size: DataSetSize): Promise<Stage> {
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
  // Neither Ctrl-C nor a failure must leave PostgreSQL behind, which is in a process group of its own.
  onStop(async (reason) => {
    if ("error" in reason) console.error(reason.error);
    await closeOnce();
  });
  try {
    return await furnish({ directory, dataDir, database: await opening, started, close: closeOnce }, size);
  } catch (error) {
    await closeOnce();
    throw error;
  }
}

/** What the stages of earlier versions have not. */
type Recent = "startFresh" | "awaitStatistics";

/**
 * The stage that another checkout's code makes. Its handlers of signals and failures are taken away: they would end the
 * process as soon as that stage is closed, with this one's PostgreSQL still there.
 */
async function openStageOf(
  checkout: string,
  size: DataSetSize,
): Promise<Omit<Stage, Recent> & Partial<Pick<Stage, Recent>>> {
  const events = ["SIGINT", "SIGTERM", "uncaughtException", "unhandledRejection", "beforeExit"];
  const own = new Map(events.map((event) => [event, process.rawListeners(event)]));
  const { openStage } = await import(join(checkout, "test", "bench", "stage.ts"));
  const opening = openStage(size);
  for (const [event, listeners] of own) {
    for (const added of process.rawListeners(event)) {
      if (!listeners.includes(added)) process.removeListener(event, added as () => void);
    }
  }
  return opening;
}

/** What a stage stands on. */
interface Ground {
  directory: string;
  dataDir: string;
  database: Database;
  /** Every program that was started: `close` stops them, then the database. */
  started: Promise<Program>[];
  close(): Promise<void>;
}

async function furnish({ directory, dataDir, database, started, close }: Ground, size: DataSetSize): Promise<Stage> {
  const em = () => database.orm.em.fork();
  await migrate(database);
  await em().execute(tables);
  const team = await makeTeam(em(), "bench", number, secrets.key);
  await writeDataSet(em(), team, size);
  const [backend] = await em().execute<{ pid: number }[]>("select pg_backend_pid() as pid");
  const postmaster = hasProc ? parentOf(backend!.pid) : undefined;

  const { host, port, user, database: name } = database.address as Exclude<Database["address"], { url: string }>;
  const options = {
    database: { host, port, user, database: name },
    ...secrets,
    reads: await recordReads(em(), team.teamId),
  };

  const keep = <P extends Program>(program: Promise<P>): Promise<P> => {
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
      void keep(Promise.resolve(worker));
      return worker;
    });

  const reference: Stage["reference"] = (file) =>
    startOnce(file, () => keep(startReference(`references/${file}.ts`, options)));
  const start = async (role: "all" | "api", file?: string) => {
    const settings = {
      DATA_DIR: dataDir,
      ROLE: role,
      SECRET_KEY: secretKey,
      WEBHOOK_CLIENT_SECRET: secrets.secret,
      BASE_URL: secrets.publicUrl,
      PROVIDER: "twilio",
      PROVIDER_ACCOUNT_SID: "AC1",
      PROVIDER_BASE_URL: (await reference("stand-in")).url,
      RATE_LIMIT_BURST: "1000000000",
      RATE_LIMIT_PER_SECOND: "1000000",
    };
    const logFile = join(directory, `server-${started.length}.log`);
    return keep(startServer({ settings, logFile, ...(file !== undefined && { file }) }));
  };
  let fresh = 0;
  const startFresh = (checkout: string) => {
    const name = `fresh-${fresh++}`;
    const settings = {
      DATA_DIR: join(directory, name),
      BOOTSTRAP_API_KEY: secrets.key,
      RATE_LIMIT_BURST: "1000000000",
      RATE_LIMIT_PER_SECOND: "1000000",
    };
    return keep(startServer({ settings, logFile: join(directory, `${name}.log`), checkout }));
  };

  let teams = 0;
  const stage: Stage = {
    em,
    size,
    postgresPids: () => (postmaster === undefined ? [] : familyOf(postmaster)),
    servers: (count) =>
      Promise.all(Array.from({ length: count }, (_, at) => startOnce(`server ${at}`, () => start("api")))),
    reference,
    startServer: (file) => start("all", file),
    startFresh: () => startFresh(root),
    kannel: () => startOnce("kannel", () => keep(startKannel(join(directory, "kannel")))),
    loop: () => startWorkerOnce("references/loop.ts"),
    load: () => startWorkerOnce("load.ts"),
    arrivals: () => startWorkerOnce("arrivals.ts"),
    target: {
      ...secrets,
      key: `${secrets.key}_test`,
      threadId: threadIdOf(0),
      number,
      recipients: mostRecipients,
      contacts: size.contacts,
    },
    writePasscodes: (first, count) => writePasscodes(em(), team, createPasscodes(secretKey), first, count),
    async awaitStatistics() {
      while (await findOutgrown(em(), [queueSchema])) await wait(100);
    },
    async addTeam(of) {
      const phone = `+1888${5_550_101 + teams++}`;
      const added = await makeTeam(em(), `bench ${phone}`, phone);
      const { threads, contacts } = of;
      if (threads + contacts > 0) await writeDataSet(em(), added, of);
      const recipients = Math.min(threads || mostRecipients, mostRecipients);
      return { ...stage.target, key: `${added.key}_test`, number: phone, recipients, contacts };
    },
    async of(checkout) {
      const opening = openStageOf(checkout, size);
      await keep(opening.then((other) => ({ pids: [], stop: other.close })));
      const other = await opening;
      return {
        startFresh: () => startFresh(checkout),
        awaitStatistics: () => other.em().execute("analyze"),
        ...other,
        load: stage.load,
        arrivals: stage.arrivals,
      };
    },
    close,
  };
  return stage;
}

/** The statements that the service reads its lists with, by the path of each list, for the reference to run, too. */
async function recordReads(em: EntityManager, teamId: string): Promise<Record<string, Statement[]>> {
  const scope = { teamId, em, cursors: createCursors(secretKey) } as Scope;
  const page = { per_page: pageSize };
  const threadId = threadIdOf(0);
  return {
    "/api/threads": await recordStatements(() => listThreads(scope, page)),
    [`/api/threads/${threadId}/messages`]: await recordStatements(() => listMessages(scope, threadId, page)),
    "/api/contacts": await recordStatements(() => listContacts(scope, {}, page)),
  };
}
