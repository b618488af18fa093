import type { Database } from "../../server/db/database.ts";
import type { ServerProcess } from "../support/process.ts";
import type { StandIn } from "../support/stand-in.ts";
import type { ExperimentContext } from "./bench.ts";
import { callbackSettings } from "./callbacks.ts";
import { carriedBy, settingsOf, signIn } from "./team.ts";

/** Two servers on one database, with a fake provider whose callbacks they accept. */
export interface Pair {
  database: Database;
  servers: [ServerProcess, ServerProcess];
  /** Accepts every text. */
  provider: StandIn;
}

export async function startPair(context: Omit<ExperimentContext, "openPair">): Promise<Pair> {
  const [database, provider] = await Promise.all([context.createDatabase(), context.startStandIn()]);
  // On an empty database the servers would make a team, with a number that may be one of an experiment's.
  await signIn(database);
  const settings = settingsOf(database, { ...carriedBy(provider), ...callbackSettings });
  const servers = await Promise.all([context.startServer(settings), context.startServer(settings)]);
  return { database, servers, provider };
}
