import type { Database } from "../../server/db/database.ts";
import type { EntityManager } from "../../server/db/orm.ts";
import { type Client, createClient } from "../support/client.ts";
import type { TestTeam } from "../support/factories.ts";
import type { ServerProcess, Settings } from "../support/process.ts";
import type { StandIn } from "../support/stand-in.ts";
import type { Bench } from "./bench.ts";
import { callbackSettings } from "./callbacks.ts";
import { carriedBy, settingsOf, signIn } from "./team.ts";

/** A server with its database and its provider, in the shape in which the tests' factories know an app. */
export interface Site {
  readonly server: ServerProcess;
  readonly url: string;
  readonly database: Database;
  readonly settings: Settings;
  readonly standIn: StandIn;
  /** What the provider was given to send, with the ids of our own. */
  readonly provider: { readonly texts: { id: string; body: string }[] };
  em(): EntityManager;
  signIn(): Promise<{ team: TestTeam; key: string; number: string; client: Client }>;
}

/** Starts one that takes the provider's callbacks, with the usual settings or what is made of them. */
export async function openSite(bench: Bench, adapt = (settings: Settings) => settings): Promise<Site> {
  const [database, standIn] = await Promise.all([bench.createDatabase(), bench.startStandIn()]);
  // Before the server starts, which makes a team of its own on an empty database.
  await signIn(database);
  const settings = adapt(settingsOf(database, { ...carriedBy(standIn), ...callbackSettings }));
  const server = await bench.startServer(settings);
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
