import fc, { type RunDetails } from "fast-check";
import { uniquePhone } from "../../support/factories.ts";
import { callbackSettings } from "../callbacks.ts";
import type { Experiment } from "../experiment.ts";
import { tally } from "../history.ts";
import { times } from "../load.ts";
import { type Asker, begin, commands, runAll } from "../model/commands.ts";
import { createTeam } from "../model/team.ts";
import { reportOf } from "../report.ts";
import { settingsOf, signIn } from "../team.ts";

export const f2: Experiment = {
  id: "F2",
  title: "20,000 random requests against a model of the API's description, one team alone and three at once",
  passesWhen: "every answer is the model's and keeps the contract",
  seconds: { full: 900, short: 180 },
  async run(context) {
    const database = await context.createDatabase();
    const settings = settingsOf(database, callbackSettings);
    const servers = await Promise.all(times(context.size(2, 1), () => context.startServer(settings)));
    const { number: taken } = await signIn(database);
    const asked: string[] = [];
    const start = async () => {
      const { key } = await signIn(database, { withNumber: false });
      const team = createTeam(
        times(4, () => uniquePhone().replace("+1202", "+1888")),
        taken,
      );
      const urls = servers.map(({ url }) => url);
      const asker: Asker = { urls, key, database, told: [], count: (id) => asked.push(id) };
      await begin(team, asker);
      return { model: team, real: asker };
    };
    const alone = fc.asyncProperty(commands, (one) => runAll(one, start));
    // Each has a team of its own, and all have the same phones, names and keys: nothing of one may show in another.
    const atOnce = fc.asyncProperty(commands, commands, commands, async (...each) => {
      const outcomes = await Promise.allSettled(each.map((one) => runAll(one, start)));
      for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
    });

    const problems: string[] = [];
    const requests = context.size(20_000, 150);
    const seed = context.random.below(2 ** 31);
    const end = performance.now() + context.size(870_000, 150_000);
    for (let round = 0; asked.length < requests && problems.length === 0 && !context.over.aborted; round++) {
      // What has failed by then is told as far as it is shrunk.
      const interruptAfterTimeLimit = Math.max(end - performance.now(), 1);
      const options = { seed: seed + round, numRuns: context.size(20, 1), interruptAfterTimeLimit };
      const result = round % 2 === 0 ? await fc.check(alone, options) : await fc.check(atOnce, options);
      if (result.counterexample !== null) problems.push(reportOf(result as RunDetails<unknown>));
      else if (result.interrupted) problems.push(`time was for ${asked.length} requests only`);
    }
    return { n: asked.length, problems, details: { servers: servers.length, asked: tally(asked) } };
  },
};
