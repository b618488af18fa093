import { setTimeout as pause } from "node:timers/promises";
import { callbackSettings } from "../callbacks.ts";
import type { Experiment } from "../experiment.ts";
import { endMixedLoad, startMixedLoad } from "../mixed-load.ts";
import { settingsOf, signIn } from "../team.ts";

export const k9: Experiment = {
  id: "K9",
  title: "termination of a random session in PostgreSQL every 200 ms under 200 texts per second",
  passesWhen:
    "every answer is a success or 503, nothing acknowledged is lost, requests are quick within 5 s, and the process survives",
  seconds: { full: 120, short: 90 },
  async run(context) {
    const database = await context.createDatabase();
    const signedIn = await signIn(database);
    const server = await context.startServer(settingsOf(database, callbackSettings));
    const load = startMixedLoad(context, server, signedIn, context.size(200, 40));
    const end = performance.now() + context.size(60_000, 1_200);
    let ended = 0;
    while (performance.now() < end && !context.over.aborted) {
      const sessions = await database.orm.em.fork().execute<{ pid: number }[]>(
        `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
           and application_name like 'messaging%' order by pid`,
      );
      // There may be no session at the moment.
      if (sessions.length > 0) {
        const { pid } = context.random.pick(sessions);
        await database.orm.em.fork().execute("select pg_terminate_backend(?)", [pid]);
        ended += 1;
      }
      await pause(200);
    }
    const { n, problems, details } = await endMixedLoad(context, load, { database, recoverySeconds: 5 });
    return {
      n,
      problems: [...(ended > 0 ? [] : ["no session was ended"]), ...problems],
      details: { sessionsEnded: ended, ...details },
    };
  },
};
