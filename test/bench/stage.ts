/**
 * One PostgreSQL with durable settings, in a directory of its own, and on it the service and its references.
 */
import { createHash } from "node:crypto";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { listContacts } from "../../server/contacts/list-contacts.ts";
import { readClock } from "../../server/db/clock.ts";
import { newId } from "../../server/db/columns.ts";
import { createCursors } from "../../server/db/cursor.ts";
import { type Database, openDatabase } from "../../server/db/database.ts";
import { BusinessNumber } from "../../server/db/entities/business-number.ts";
import { queries } from "../../server/db/orm.ts";
import { plusMicroseconds } from "../../server/db/timestamp.ts";
import { migrate } from "../../server/migrate.ts";
import { createPasscodes } from "../../server/passcodes.ts";
import type { Scope } from "../../server/scope.ts";
import { createKey } from "../../server/teams/keys.ts";
import { createTeam } from "../../server/teams/teams.ts";
import { listMessages } from "../../server/threads/find-messages.ts";
import { listThreads } from "../../server/threads/find-threads.ts";
import { recordStatements, type Statement } from "../support/statements.ts";
import { type DataSetSize, writeDataSet } from "./data-set.ts";
import type { LoadJob, LoadReport } from "./load.ts";
import { type Listening, type Program, startReference, startServer, startWorker, type Worker } from "./programs.ts";
import { teamId as bareTeamId, tables } from "./references/tables.ts";
import type { Target } from "./requests.ts";

export interface Stage {
  database: Database;
  server: Listening;
  /** Programs by their file, each started when it is first asked for. */
  reference(name: "bare" | "hello" | "no-op" | "stand-in"): Promise<Listening>;
  loop: Worker<{ connections: number; seconds: number }, { perSecond: number }>;
  load: Worker<LoadJob, LoadReport>;
  /** Whom the requests are for; its key is for test mode. */
  target: Target;
  /** Gives the service and the bare reference passcodes for the recipients from `first` on. */
  writePasscodes(first: number, count: number): Promise<void>;
  close(): Promise<void>;
}

const secrets = { key: "bench_0123456789abcdef", secret: "the bench's auth token", publicUrl: "http://bench.invalid" };
const secretKey = "a secret of the bench, which nobody keeps";
const number = "+18885550100";
/** What a list gives who does not say how much. */
const pageSize = 15;

/** @param size of the data that lists read; a team of its own has it, and sends are another's */
export async function openStage(size: DataSetSize): Promise<Stage> {
  const directory = mkdtempSync(join(realpathSync(tmpdir()), "messaging-bench-"));
  const dataDir = join(directory, "data");
  const database = await openDatabase({ databaseUrl: undefined, dataDir });
  const programs = new Map<string, Promise<Program>>();
  const start = <P extends Program>(name: string, make: () => Promise<P>) => {
    if (!programs.has(name)) programs.set(name, make());
    return programs.get(name) as Promise<P>;
  };
  await migrate(database);
  await database.orm.em.fork().execute(tables);
  const { teamId, businessNumberId } = await makeTeam(database);
  await writeDataSet(database.orm.em.fork(), { teamId, businessNumberId }, size);
  const { threadId, reads } = await recordReads(database, teamId);

  const { host, port, user, database: name } = database.address as Exclude<Database["address"], { url: string }>;
  const options = { database: { host, port, user, database: name }, ...secrets, reads };
  const reference: Stage["reference"] = (file) => start(file, () => startReference(`references/${file}.ts`, options));
  const server = await start("server", async () =>
    startServer(
      {
        DATA_DIR: dataDir,
        SECRET_KEY: secretKey,
        WEBHOOK_CLIENT_SECRET: secrets.secret,
        BASE_URL: secrets.publicUrl,
        PROVIDER: "twilio",
        PROVIDER_ACCOUNT_SID: "AC1",
        PROVIDER_BASE_URL: (await reference("stand-in")).url,
        RATE_LIMIT_BURST: "1000000000",
        RATE_LIMIT_PER_SECOND: "1000000",
      },
      join(directory, "server.log"),
    ),
  );
  const load = startWorker<LoadJob, LoadReport>("load.ts", {});
  const loop: Stage["loop"] = startWorker("references/loop.ts", options);
  programs.set("load", Promise.resolve(load)).set("loop", Promise.resolve(loop));

  return {
    database,
    server,
    reference,
    loop,
    load,
    target: { ...secrets, key: `${secrets.key}_test`, origin: server.url, threadId, number },
    writePasscodes: (first, count) => writePasscodes(database, { teamId, businessNumberId }, first, count),
    async close() {
      for (const program of await Promise.all(programs.values())) await program.stop();
      await database.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

interface Owner {
  teamId: string;
  businessNumberId: string;
}

async function makeTeam({ orm }: Database): Promise<Owner> {
  const em = orm.em.fork();
  const team = await createTeam(em, "bench");
  await createKey(em, team, secrets.key);
  const now = await readClock(em);
  const made = em.create(BusinessNumber, {
    teamId: team.id,
    id: newId(),
    name: "Main",
    phoneNumber: number,
    phoneNumberSid: "PN0",
    type: "toll_free",
    status: "active",
    isPrimary: true,
    capabilities: {},
    settings: {},
    createdAt: now,
    updatedAt: now,
  });
  await em.flush();
  return { teamId: team.id, businessNumberId: made.id };
}

/** The statements that the service reads its lists with, by the path of each list, for the reference to run, too. */
async function recordReads({ orm }: Database, teamId: string) {
  const em = orm.em.fork();
  const scope = { teamId, em, cursors: createCursors(secretKey) } as Scope;
  const page = { per_page: pageSize };
  const { rows } = await listThreads(scope, { per_page: 1 });
  const threadId = rows[0]!.id;
  const reads: Record<string, Statement[]> = {
    "/api/threads": await recordStatements(() => listThreads(scope, page)),
    [`/api/threads/${threadId}/messages`]: await recordStatements(() => listMessages(scope, threadId, page)),
    "/api/contacts": await recordStatements(() => listContacts(scope, {}, page)),
  };
  return { threadId, reads };
}

async function writePasscodes({ orm }: Database, { teamId, businessNumberId }: Owner, first: number, count: number) {
  const em = orm.em.fork();
  const now = await readClock(em);
  const passcodes = createPasscodes(secretKey);
  const made = Array.from({ length: count }, (_, at) => {
    const id = newId();
    return { id, recipient: `user ${first + at}`, hash: passcodes.hash({ teamId, id }, "123456") };
  });
  const recipients = made.map(({ recipient }) => recipient);
  await sql`
    insert into otp (team_id, id, test_mode, recipient_id, business_number_id, phone_number, code_hash, length,
      lifetime_seconds, expires_at, status, attempts, delivery_status, created_at, updated_at)
    select ${teamId}::uuid, id, true, recipient, ${businessNumberId}::uuid, '+12000000000', hash, 6, 600,
      ${plusMicroseconds(now, 600_000_000)}::timestamptz, 'pending', 0, 'sent', ${now}::timestamptz, ${now}::timestamptz
    from unnest(${made.map(({ id }) => id)}::uuid[], ${recipients}::text[], ${made.map(({ hash }) => hash)}::bytea[])
      as a (id, recipient, hash)
  `.execute(queries(em));
  await sql`
    insert into bare.passcode (team_id, recipient_id, code_hash, status, attempts)
    select ${bareTeamId}::uuid, recipient, ${createHash("sha256").update("123456").digest()}, 'pending', 0
    from unnest(${recipients}::text[]) as recipient
  `.execute(queries(em));
}
