import fc, { type RunDetails } from "fast-check";
import { uniquePhone } from "../../support/factories.ts";
import { callbackSettings } from "../callbacks.ts";
import type { Experiment } from "../experiment.ts";
import { tally } from "../history.ts";
import { times } from "../load.ts";
import { begin, commands, runAll, type TeamClient } from "../model/commands.ts";
import { createTeam } from "../model/team.ts";
import { reportOf } from "../report.ts";
import { settingsOf, signIn } from "../team.ts";

export const f2: Experiment = {
  id: "F2",
  title: "20,000 random requests compared with a model of the API, for one team and for three teams at once",
  passesWhen: "every answer equals the model's answer and complies with the contract",
  seconds: { full: 900, short: 180 },
  async run(context) {
    const database = await context.createDatabase();
    const settings = settingsOf(database, callbackSettings);
    const servers = await Promise.all(times(context.size(2, 1), () => context.startServer(settings)));
    const { number: foreignPhone } = await signIn(database);
    const requestIds: string[] = [];
    const start = async () => {
      const { key } = await signIn(database, { withNumber: false });
      const team = createTeam(
        times(4, () => uniquePhone().replace("+1202", "+1888")),
        foreignPhone,
      );
      const urls = servers.map(({ url }) => url);
      const client: TeamClient = { urls, key, database, log: [], count: (id) => requestIds.push(id) };
      await begin(team, client);
      return { model: team, real: client };
    };
    const alone = fc.asyncProperty(commands, (one) => runAll(one, start));
    // The teams have the same phones, names and keys, and no data of a team may appear in another.
    const concurrently = fc.asyncProperty(commands, commands, commands, async (...each) => {
      const outcomes = await Promise.allSettled(each.map((one) => runAll(one, start)));
      for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
    });

    const problems: string[] = [];
    const requests = context.size(20_000, 150);
    const seed = context.random.below(2 ** 31);
    const end = performance.now() + context.size(870_000, 150_000);
    for (let round = 0; requestIds.length < requests && problems.length === 0 && !context.over.aborted; round++) {
      // A failure is reported as far as it is shrunk by then.
      const interruptAfterTimeLimit = Math.max(end - performance.now(), 1);
      const options = { seed: seed + round, numRuns: context.size(20, 1), interruptAfterTimeLimit };
      const result = round % 2 === 0 ? await fc.check(alone, options) : await fc.check(concurrently, options);
      if (result.counterexample !== null) problems.push(reportOf(result as RunDetails<unknown>));
      else if (result.interrupted) problems.push(`the time limit allowed only ${requestIds.length} requests`);
    }
    return { n: requestIds.length, problems, details: { servers: servers.length, requests: tally(requestIds) } };
  },
};
