/**
 * Two of our servers in a row, each with a database of its own: the provider of the first is the Twilio door of the second,
 * whose provider is a fake.
 */
import { randomBytes } from "node:crypto";
import type { Database } from "../../server/db/database.ts";
import { sidOf } from "../../server/doors/twilio/ids.ts";
import { buildKey } from "../support/factories.ts";
import type { FakeServer } from "../support/fake-server.ts";
import type { ServerProcess, Settings } from "../support/process.ts";
import type { ExperimentContext } from "./context.ts";
import { carriedBy, type SignedIn, settingsOf, signIn } from "./team.ts";

/** A server of the chain. */
export interface Link extends SignedIn {
  database: Database;
  /** The server. A caller waits while it starts. */
  readonly server: Promise<ServerProcess>;
  /** Ends the server with SIGKILL, and starts it again at the same port, without waiting for its start. */
  kill(): Promise<void>;
}

/** A text in the database of a link. */
export interface ChainedText {
  id: string;
  body: string;
  status: string;
  providerId: string | null;
  errorCode: string | null;
}

/** Starts both servers, whose teams have the same business number. `carrier` is the provider of the second one. */
export async function startChain(context: ExperimentContext, carrier: FakeServer): Promise<Record<"a" | "b", Link>> {
  const b = await startLink(context, carriedBy(carrier));
  const token = randomBytes(16).toString("hex");
  await buildKey(b.database.orm.em.fork(), b.team, { key: token });
  const a = await startLink(
    context,
    {
      ...carriedBy(await b.server),
      PROVIDER_ACCOUNT_SID: sidOf("AC", b.team.id),
      WEBHOOK_CLIENT_SECRET: token,
    },
    b.number,
  );
  return { a, b };
}

/** Starts a server whose team has a business number, which may be that of another link. */
async function startLink(context: ExperimentContext, given: Settings, phoneNumber?: string): Promise<Link> {
  const database = await context.createDatabase();
  const signedIn = await signIn(database, phoneNumber === undefined ? {} : { phoneNumber });
  const settings = settingsOf(database, given);
  let server = context.startServer(settings);
  const { port } = await server;
  return {
    ...signedIn,
    database,
    get server() {
      return server;
    },
    async kill() {
      const killed = (await server).kill();
      server = killed.then(() => context.startServer({ ...settings, PORT: String(port) }));
      await killed;
    },
  };
}

/** All texts of a link's team. */
export const readTexts = ({ database, team }: Link): Promise<ChainedText[]> =>
  database.orm.em
    .fork()
    .execute<ChainedText[]>(
      `select id, body, status, provider_id as "providerId", error_code as "errorCode" from message where team_id = ?`,
      [team.id],
    );
