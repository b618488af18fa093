import type { Database } from "../../server/db/database.ts";
import type { ServerProcess } from "../support/process.ts";
import type { StandIn } from "../support/stand-in.ts";
import type { Bench } from "./bench.ts";
import { callbackSettings } from "./callbacks.ts";
import { carriedBy, settingsOf, signIn } from "./team.ts";

/** Two servers on one database, a stand-in that carries their live texts, and whose callbacks they take. */
export interface Pair {
  database: Database;
  servers: [ServerProcess, ServerProcess];
  /** Accepts every text. */
  provider: StandIn;
}

export async function startPair(bench: Omit<Bench, "openPair">): Promise<Pair> {
  const [database, provider] = await Promise.all([bench.createDatabase(), bench.startStandIn()]);
  // On an empty database the servers would make a team, with a number that may be one of an experiment's.
  await signIn(database);
  const settings = settingsOf(database, { ...carriedBy(provider), ...callbackSettings });
  const servers = await Promise.all([bench.startServer(settings), bench.startServer(settings)]);
  return { database, servers, provider };
}
