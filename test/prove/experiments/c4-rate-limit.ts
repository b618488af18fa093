import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "../../support/client.ts";
import type { Experiment } from "../experiment.ts";
import { nameOf, tally } from "../history.ts";
import { settingsOf, signIn } from "../team.ts";

const burst = 50;
const perSecond = 10;

export const c4: Experiment = {
  id: "C4",
  title: "one key at three times its rate for a minute over two servers, one of which is killed in the middle",
  passesWhen: "50 and 10 for each second are admitted, within 2 %; what is refused is 429 with Retry-After",
  seconds: { full: 150, short: 60 },
  async run(context) {
    const database = await context.createDatabase();
    const { key } = await signIn(database);
    const settings = settingsOf(database, {
      RATE_LIMIT_BURST: String(burst),
      RATE_LIMIT_PER_SECOND: String(perSecond),
    });
    const servers = await Promise.all([context.startServer(settings), context.startServer(settings)]);
    // Of the short form's fewer requests, one is more than 2 %.
    const [seconds, tolerance] = [context.size(60, 3), context.size(0.02, 0.05)];
    // Connections are made beforehand, and servers warm, with another key.
    const warm = await signIn(database);
    for (const { url } of servers) await createClient(url, warm.key).listThreads();

    const names: string[] = [];
    const problems: string[] = [];
    const pending: Promise<unknown>[] = [];
    let first = 0;
    let last = 0;
    const ask = async (index: number) => {
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
    // Three times the rate, and the burst to begin with.
    for (let index = 0; performance.now() - began < seconds * 1_000 && !context.over.aborted; index++) {
      pending.push(ask(index));
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
    const off = admitted / expected - 1;
    // What the killed server had admitted and not answered yet.
    const lost = others.none ?? 0;
    if (Math.abs(off) > tolerance + lost / expected) {
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
        offPercent: Number((off * 100).toFixed(2)),
        others,
      },
    };
  },
};
