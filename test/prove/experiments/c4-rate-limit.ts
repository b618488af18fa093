import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "../../support/client.ts";
import type { Experiment } from "../experiment.ts";
import { nameOf, tally } from "../history.ts";
import { settingsOf, signIn } from "../team.ts";

const burst = 50;
const perSecond = 10;

export const c4: Experiment = {
  id: "C4",
  title: "requests at three times the rate of a key for a minute over two servers, while one server is killed",
  passesWhen: "50 requests and 10 per second are admitted, within 2 %, and each refusal is 429 with Retry-After",
  seconds: { full: 150, short: 60 },
  async run(context) {
    const database = await context.createDatabase();
    const { key } = await signIn(database);
    const settings = settingsOf(database, {
      RATE_LIMIT_BURST: String(burst),
      RATE_LIMIT_PER_SECOND: String(perSecond),
    });
    const servers = await Promise.all([context.startServer(settings), context.startServer(settings)]);
    // In the short form, a single request is more than 2 %.
    const [seconds, tolerance] = [context.size(60, 3), context.size(0.02, 0.05)];
    // Opens the connections and warms up the servers with another key.
    const warmUp = await signIn(database);
    for (const { url } of servers) await createClient(url, warmUp.key).listThreads();

    const names: string[] = [];
    const problems: string[] = [];
    const pending: Promise<unknown>[] = [];
    let first = 0;
    let last = 0;
    const send = async (index: number) => {
      const server = servers[index % servers.length]!;
      const answer = await createClient(server.url, key)
        .raw("listThreads")
        .catch(() => undefined);
      names.push(nameOf(answer));
      if (answer?.status === 200) {
        first ||= performance.now();
        last = performance.now();
      }
      if (answer?.status === 429 && !(Number(answer.headers.get("retry-after")) >= 1)) {
        problems.push("429 without Retry-After");
      }
    };
    const began = performance.now();
    let killed = false;
    // Sends the burst, and then three times the rate.
    for (let index = 0; performance.now() - began < seconds * 1_000 && !context.over.aborted; index++) {
      pending.push(send(index));
      if (!killed && performance.now() - began > seconds * 500) {
        killed = true;
        await servers.pop()!.kill();
      }
      const due = index < burst ? 0 : ((index - burst) * 1_000) / (3 * perSecond);
      await pause(Math.max(0, due - (performance.now() - began)));
    }
    await Promise.all(pending);

    const { 200: admitted = 0, ...others } = tally(names);
    const expected = burst + (perSecond * (last - first)) / 1_000;
    const deviation = admitted / expected - 1;
    // Requests that the killed server admitted and did not answer.
    const lost = others.none ?? 0;
    if (Math.abs(deviation) > tolerance + lost / expected) {
      problems.push(`${admitted} admitted instead of ${expected.toFixed(1)}`);
    }
    const wrong = Object.keys(others).filter((name) => !["429 rate_limited", "none"].includes(name));
    problems.push(...wrong.map((name) => `answered ${name}`));
    return {
      n: names.length,
      problems,
      details: {
        seconds,
        admitted,
        expected: Number(expected.toFixed(1)),
        deviationPercent: Number((deviation * 100).toFixed(2)),
        others,
      },
    };
  },
};
