import fc from "fast-check";
import { postSigned } from "../callbacks.ts";
import { type HistoryTarget, runHistory } from "../consent-histories.ts";
import type { Experiment } from "../experiment.ts";
import { forEach } from "../load.ts";
import { histories } from "../model/consents.ts";
import { startService } from "../service.ts";

export const f3: Experiment = {
  id: "F3",
  title: "random histories of keywords, repetitions, late callbacks, requests, imports and refusals of a phone",
  passesWhen: "after every step, the consent of the phone and its log are those of a model of forty lines",
  seconds: { full: 1_200, short: 120 },
  async run(context) {
    const service = await startService(context);
    const { client, number, team } = await service.signIn();
    const post = (form: Record<string, string>) => postSigned(service, "inbound", form);
    const target: HistoryTarget = { orm: service.database.orm, teamId: team.id, number, client, post };
    const sample = fc.sample(histories, { numRuns: context.size(10_000, 300), seed: context.random.below(2 ** 31) });
    const problems: string[] = [];
    let steps = 0;
    await forEach(context, sample, 8, async (history) => {
      const difference = await runHistory(target, history);
      if (difference !== undefined) problems.push(`${difference}, in ${JSON.stringify(history)}`);
      steps += history.length;
    });
    return { n: sample.length, problems: problems.slice(0, 10), details: { steps, differences: problems.length } };
  },
};
