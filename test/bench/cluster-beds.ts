/**
 * Databases for the comparison of a Citus cluster with one PostgreSQL of the same version, all on this machine, durable,
 * and with the same settings. Each has a server of its own, and the same teams.
 */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../../server/db/database.ts";
import { type EntityManager, openOrm } from "../../server/db/orm.ts";
import { migrate } from "../../server/process/migrate.ts";
import { onStop } from "../../server/process/stopping.ts";
import { createMigratedDatabase, executeOn, openClusterDatabase, startCitus } from "../support/citus.ts";
import { type CitusNode, findCitus, host, startNodes, user } from "../support/citus-nodes.ts";
import type { LoadJob, LoadReport } from "./load.ts";
import { type Listening, type Program, startReference, startServer, startWorker } from "./programs.ts";
import { limitSettings, rateLimit } from "./rate-limit.ts";
import type { Target } from "./requests.ts";
import type { Setup } from "./setup.ts";
import { familyOf } from "./system.ts";
import { makeTeam } from "./teams.ts";

/** A database with its servers. */
export interface Bed extends Pick<Setup, "load" | "postgresPids" | "target"> {
  em(): EntityManager;
  /** A server of the API. */
  api: Listening;
  /** A server of the API whose batches are cut as those of few shards, and one for many; on a cluster the same as `api`. */
  byFew: Listening;
  byMany: Listening;
  /** The teams, in test mode. */
  teams: Target[];
  /** Starts another server, with a worker. The caller stops it. */
  startWorker(): Promise<Program>;
}

export interface Beds {
  /** One PostgreSQL. */
  single: Bed;
  /** A coordinator and two workers, with few shards and with many. */
  few: Bed;
  many: Bed;
  close(): Promise<void>;
}

const secrets = { secretKey: "a secret of the bench, which is not secret", secret: "the bench's auth token" };
const publicUrl = "http://bench.invalid";
const recipients = 2_000;
const fewShards = 4;
const manyShards = 64;

/** @throws Error if Citus is not installed */
export async function openBeds(teamCount: number): Promise<Beds> {
  const found = findCitus();
  if ("missing" in found) throw new Error(`Citus is absent: ${found.missing}.`);
  const directory = mkdtempSync(join(realpathSync(tmpdir()), "messaging-bench-"));
  const closers: (() => Promise<unknown>)[] = [async () => rmSync(directory, { recursive: true, force: true })];
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= closeAll(closers));
  // PostgreSQL would outlive this process.
  onStop(async (reason) => {
    if ("error" in reason) console.error(reason.error);
    await close();
  });
  const track = <P extends Program>(program: P): P => {
    closers.push(() => program.stop());
    return program;
  };

  const cluster = await startCitus({ isDurable: true });
  closers.push(cluster.close);
  const [single] = (await startNodes(found.programs, directory, { count: 1, isDurable: true, hasCitus: false })) as [
    CitusNode,
  ];
  closers.push(() => single.stop("immediate"));
  const loader = track(startWorker<LoadJob, LoadReport>("load.ts", {}));

  async function openBed(database: Database, nodes: CitusNode[]): Promise<Bed> {
    closers.push(() => database.close());
    const em = () => database.orm.em.fork();
    const teams: Target[] = [];
    for (let n = 0; n < teamCount; n++) {
      const number = `+1888${5_550_100 + n}`;
      const { key } = await makeTeam(em(), `bench ${n}`, number);
      teams.push({ ...secrets, publicUrl, key: `${key}_test`, number, recipients, threadId: "", contacts: 0 });
    }
    const { database: name, port, topology = "single" } = database.address as ClusterAddress;
    const start = (role: "api" | "all") =>
      startServer({
        settings: {
          DATABASE_URL: `postgresql://${user}@${host}:${port}/${name}`,
          DATABASE_TOPOLOGY: topology,
          DATA_DIR: directory,
          ROLE: role,
          SECRET_KEY: secrets.secretKey,
          WEBHOOK_CLIENT_SECRET: secrets.secret,
          BASE_URL: publicUrl,
          ...limitSettings(rateLimit),
        },
        logFile: join(directory, `${name}-${role}.log`),
      });
    const api = track(await start("api"));
    const { address } = database;
    const cutBy = async (parts: number) =>
      topology === "citus"
        ? api
        : track(await startReference("references/by-part.ts", { ...secrets, publicUrl, address, parts }));
    return {
      em,
      api,
      byFew: await cutBy(fewShards),
      byMany: await cutBy(manyShards),
      teams,
      target: teams[0]!,
      startWorker: () => start("all"),
      load: () => loader,
      postgresPids: () => nodes.flatMap((node) => familyOf(node.postmaster())),
    };
  }

  const openShards = async (shards: number) => {
    const name = `shards_${shards}`;
    await createMigratedDatabase(cluster, name, shards);
    return openBed(await openClusterDatabase(cluster, name), cluster.nodes);
  };
  try {
    return {
      single: await openBed(await createSingle(single.port), [single]),
      few: await openShards(fewShards),
      many: await openShards(manyShards),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

interface ClusterAddress {
  database: string;
  port: number;
  topology?: "single" | "citus";
}

async function createSingle(port: number): Promise<Database> {
  await executeOn(port, "postgres", ["create database messaging"]);
  const address = { host, port, user, database: "messaging" };
  const orm = await openOrm(address);
  const database = { orm, address, embedded: false, close: () => orm.close() };
  await migrate(database);
  return database;
}

async function closeAll(closers: (() => Promise<unknown>)[]): Promise<void> {
  for (const close of closers.toReversed()) await close();
}
