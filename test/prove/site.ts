import type { Database } from "../../server/db/database.ts";
import type { EntityManager } from "../../server/db/orm.ts";
import { type Client, createClient } from "../support/client.ts";
import type { TestTeam } from "../support/factories.ts";
import type { ServerProcess, Settings } from "../support/process.ts";
import type { StandIn } from "../support/stand-in.ts";
import type { ExperimentContext } from "./bench.ts";
import { callbackSettings } from "./callbacks.ts";
import { carriedBy, settingsOf, signIn } from "./team.ts";

/** A server with its database and provider, in the shape that the test factories expect of an app. */
export interface Site {
  readonly server: ServerProcess;
  readonly url: string;
  readonly database: Database;
  readonly settings: Settings;
  readonly standIn: StandIn;
  /** The texts that the provider received, with our ids. */
  readonly provider: { readonly texts: { id: string; body: string }[] };
  em(): EntityManager;
  signIn(): Promise<{ team: TestTeam; key: string; number: string; client: Client }>;
}

/** Starts a server that accepts the provider's callbacks. `adapt` changes its settings. */
export async function openSite(context: ExperimentContext, adapt = (settings: Settings) => settings): Promise<Site> {
  const [database, standIn] = await Promise.all([context.createDatabase(), context.startStandIn()]);
  // Before the server starts, because it creates a team in an empty database.
  await signIn(database);
  const settings = adapt(settingsOf(database, { ...carriedBy(standIn), ...callbackSettings }));
  const server = await context.startServer(settings);
  const texts: { id: string; body: string }[] = [];
  return {
    ...{ server, url: server.url, database, settings, standIn },
    provider: {
      get texts() {
        for (const { form } of standIn.requests.slice(texts.length)) {
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
