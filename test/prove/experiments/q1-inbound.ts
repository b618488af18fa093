import { setTimeout as pause } from "node:timers/promises";
import { inboundForm } from "../../support/callbacks.ts";
import { uniquePhone } from "../../support/factories.ts";
import { callbackSettings, postSigned } from "../callbacks.ts";
import { findRepeated } from "../check.ts";
import type { Experiment } from "../experiment.ts";
import { tally } from "../history.ts";
import { forEach, times } from "../load.ts";
import { settingsOf, signIn } from "../team.ts";

export const q1: Experiment = {
  id: "Q1",
  title: "inbound callbacks, each sent one to five times, while servers and workers are killed with kill -9",
  passesWhen:
    "each MessageSid is one message, and every acknowledged callback is stored within 60 s of the last restart",
  on: ["single", "citus"],
  seconds: { full: 600, short: 110 },
  async run(context) {
    const database = await context.createDatabase();
    const { team, number } = await signIn(database);
    const settings = settingsOf(database, callbackSettings);
    const start = {
      api: () => context.startServer({ ...settings, ROLE: "api" }),
      worker: () => context.startServer({ ...settings, ROLE: "worker" }),
    };
    const [api, worker] = await Promise.all([start.api(), start.worker()]);
    const running = { api, worker };
    const phones = times(200, uniquePhone);
    const forms = times(context.size(10_000, 200), (index) =>
      inboundForm(phones[index % phones.length]!, number, `text ${index}`),
    );
    // Most callbacks are sent once, because a repetition would hide a loss.
    const deliveries = context.random.shuffle(
      forms.flatMap((form) => times(context.random.below(3) < 2 ? 1 : 1 + context.random.below(5), () => form)),
    );
    const kills = context.size(10, 2);
    const acknowledged = new Set<string>();
    const answers: string[] = [];

    let posted = 0;
    let killed = 0;
    const share = deliveries.length / (kills + 1);
    const posting = forEach(context, deliveries, 30, async (form) => {
      // Keeps some callbacks for each kill.
      while (posted > share * (killed + 0.9) && killed < kills && !context.over.aborted) await pause(5);
      // The provider repeats a callback until it is accepted.
      for (let isAccepted = false; !isAccepted && !context.over.aborted; ) {
        const answer = await postSigned(running.api, "inbound", form);
        answers.push(answer ? String(answer.status) : "none");
        isAccepted = answer?.status === 200;
        if (!isAccepted) await pause(100);
      }
      acknowledged.add(form.MessageSid);
      posted += 1;
    });
    for (; killed < kills; killed++) {
      while (posted < share * (killed + 0.5) && !context.over.aborted) await pause(5);
      const role = killed % 2 === 0 ? "worker" : "api";
      await running[role].kill();
      running[role] = await start[role]();
    }
    const restarted = performance.now();
    await posting;

    const stored = async () => {
      const rows = await database.orm.em
        .fork()
        .execute<{ sid: string }[]>("select provider_id as sid from message where team_id = ?", [team.id]);
      return rows.map(({ sid }) => sid);
    };
    const patience = Math.max(restarted + 60_000, performance.now() + 5_000);
    let missing = [...acknowledged];
    while (missing.length > 0 && performance.now() < patience) {
      const found = new Set(await stored());
      missing = missing.filter((sid) => !found.has(sid));
      if (missing.length > 0) await pause(100);
    }
    const seconds = Math.round((performance.now() - restarted) / 100) / 10;
    const sids = await stored();
    const [counted] = await database.orm.em
      .fork()
      .execute<{ count: number }[]>("select sum(message_count)::int as count from thread where team_id = ?", [team.id]);
    const others = Object.keys(tally(answers)).filter((name) => !["200", "503", "none"].includes(name));
    return {
      n: forms.length,
      problems: [
        ...missing.map((sid) => `${sid} was acknowledged but is not stored`),
        ...findRepeated(sids).map((sid) => `${sid} is stored more than once`),
        ...others.map((name) => `answered ${name}`),
        ...(counted!.count === sids.length ? [] : [`threads count ${counted!.count} of ${sids.length} messages`]),
      ],
      details: { posts: answers.length, kills, answers: tally(answers), secondsUntilDone: seconds },
    };
  },
};
