import type { Database } from "../../server/db/database.ts";
import type { EntityManager } from "../../server/db/orm.ts";
import { type Client, createClient } from "../support/client.ts";
import type { TestTeam } from "../support/factories.ts";
import type { FakeServer } from "../support/fake-server.ts";
import type { ServerProcess, Settings } from "../support/process.ts";
import { callbackSettings } from "./callbacks.ts";
import type { ExperimentContext } from "./context.ts";
import { carriedBy, settingsOf, signIn } from "./team.ts";

/** A server with its database and provider, in the shape that the test factories expect of an app. */
export interface Service {
  readonly server: ServerProcess;
  readonly url: string;
  readonly database: Database;
  readonly settings: Settings;
  readonly fakeServer: FakeServer;
  /** The texts that the provider received, with our ids. */
  readonly provider: { readonly texts: { id: string; body: string }[] };
  em(): EntityManager;
  signIn(): Promise<{ team: TestTeam; key: string; number: string; client: Client }>;
}

/** Starts a server that accepts the provider's callbacks. `adapt` changes its settings. */
export async function startService(
  context: ExperimentContext,
  adapt = (settings: Settings) => settings,
): Promise<Service> {
  const [database, fakeServer] = await Promise.all([context.createDatabase(), context.startFakeServer()]);
  // Before the server starts, because it creates a team in an empty database.
  await signIn(database);
  const settings = adapt(settingsOf(database, { ...carriedBy(fakeServer), ...callbackSettings }));
  const server = await context.startServer(settings);
  const texts: { id: string; body: string }[] = [];
  return {
    server,
    url: server.url,
    database,
    settings,
    fakeServer,
    provider: {
      get texts() {
        for (const { form } of fakeServer.requests.slice(texts.length)) {
          const [, id = ""] = /(?:textId|otpId)=([\da-f-]{36})/.exec(form.StatusCallback ?? "") ?? [];
          texts.push({ id, body: form.Body ?? "" });
        }
        return texts;
      },
    },
    em: () => database.orm.em.fork(),
    async signIn() {
      const signedIn = await signIn(database);
      return { ...signedIn, client: createClient(server.url, signedIn.key) };
    },
  };
}
