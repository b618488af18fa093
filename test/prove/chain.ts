/**
 * Two of our servers in a row, each with a database of its own: the provider of the first is the Twilio door of the second,
 * whose provider is a fake. The second posts statuses and inbound texts to the first, as Twilio does.
 */
import type { Database } from "../../server/db/database.ts";
import { prepareCredentials } from "../../server/doors/twilio/credentials.ts";
import type { FakeServer } from "../support/fake-server.ts";
import { findPort } from "../support/find-port.ts";
import type { ServerProcess, Settings } from "../support/process.ts";
import { sealer } from "../support/webhooks.ts";
import { callbackSettings } from "./callbacks.ts";
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
  const b = await startLink(context, {
    ...carriedBy(carrier),
    ...callbackSettings,
    WEBHOOK_ALLOW_PRIVATE: "127.0.0.0/8",
  });
  const em = b.database.orm.em.fork();
  const [live] = await prepareCredentials(em, sealer, b.team);
  const port = await findPort();
  const url = `http://127.0.0.1:${port}`;
  const a = await startLink(
    context,
    {
      ...carriedBy(await b.server),
      PROVIDER_ACCOUNT_SID: live!.accountSid,
      WEBHOOK_CLIENT_SECRET: live!.authToken,
      BASE_URL: url,
      PORT: String(port),
    },
    b.number,
  );
  await em.execute("update business_number set inbound_webhook_url = ? where team_id = ?", [
    `${url}/api/external/sms/inbound`,
    b.team.id,
  ]);
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

/** All texts of a link's team in one direction. */
export const readTexts = (
  { database, team }: Link,
  direction: "inbound" | "outbound" = "outbound",
): Promise<ChainedText[]> =>
  database.orm.em.fork().execute<ChainedText[]>(
    `select id, body, status, provider_id as "providerId", error_code as "errorCode" from message
        where team_id = ? and direction = ?`,
    [team.id, direction],
  );
