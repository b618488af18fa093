import type { Database } from "../../server/db/database.ts";
import type { FakeServer } from "../support/fake-server.ts";
import type { ServerProcess } from "../support/process.ts";
import { callbackSettings } from "./callbacks.ts";
import type { ExperimentContext } from "./context.ts";
import { carriedBy, settingsOf, signIn } from "./team.ts";

/** Two servers on one database, with a fake provider whose callbacks they accept. */
export interface ServerPair {
  database: Database;
  servers: [ServerProcess, ServerProcess];
  /** Accepts every text. */
  provider: FakeServer;
}

export async function startServerPair(context: Omit<ExperimentContext, "openServerPair">): Promise<ServerPair> {
  const [database, provider] = await Promise.all([context.createDatabase(), context.startFakeServer()]);
  // On an empty database the servers would create a team, whose number an experiment may use.
  await signIn(database);
  const settings = settingsOf(database, { ...carriedBy(provider), ...callbackSettings });
  const servers = await Promise.all([context.startServer(settings), context.startServer(settings)]);
  return { database, servers, provider };
}
