import type { Database } from "../../server/db/database.ts";
import { getTeamSecrets } from "../../server/webhooks/replies/team-secrets.ts";
import { buildBusinessNumber, buildKey, buildTeam } from "../support/factories.ts";
import { createProcesses, type Settings, settingsFor } from "../support/process.ts";
import { sealer } from "../support/webhooks.ts";
import { startTomorrow } from "./tomorrow.ts";

/** The running server that consumers use, and a proxy that makes a later version of it. */
export interface Service {
  readonly url: string;
  readonly tomorrowUrl: string;
  readonly database: Database;
  /** The settings of the server. */
  readonly settings: Settings;
  /** The settings of a consumer whose team is new: the key selects test mode. */
  createTeam(): Promise<Settings>;
  close(): Promise<void>;
}

export async function startService(database: Database): Promise<Service> {
  const processes = createProcesses();
  const settings = { ...settingsFor(database), WEBHOOK_ALLOW_PRIVATE: "127.0.0.0/8" };
  const server = await processes.startServer(settings);
  const tomorrow = await startTomorrow(server.url);
  return {
    url: server.url,
    tomorrowUrl: tomorrow.url,
    database,
    settings,
    async createTeam() {
      const em = database.orm.em.fork();
      const team = await buildTeam(em);
      await buildBusinessNumber(em, { team, isPrimary: true });
      const [current] = await getTeamSecrets(em, sealer, team);
      return { MESSAGING_API_KEY: `${await buildKey(em, team)}_test`, MESSAGING_WEBHOOK_SECRET: current!.secret };
    },
    async close() {
      await tomorrow.close();
      await server.stop();
      await processes.end();
    },
  };
}
