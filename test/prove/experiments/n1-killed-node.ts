import { setTimeout as pause } from "node:timers/promises";
import { callbackSettings } from "../callbacks.ts";
import type { Experiment } from "../experiment.ts";
import { nameOf, tally } from "../history.ts";
import { until } from "../load.ts";
import { settingsOf } from "../team.ts";
import { longestGap, placeTeams, startTeamLoad, type TeamEntry, tallyEntries } from "../team-load.ts";

/** The maximum time between the return of a node and the first success of each of its teams. */
const maxRecovery = 5_000;

/** The maximum time in which no request of the other teams succeeds. */
const maxGap = 3_000;

interface Outage {
  port: number;
  from: number;
  back: number;
  /** The first success of every team of the node. */
  over: number;
}

/** In the full form, the first outage is longer than the retries of a failed job. */
export const n1: Experiment = {
  id: "N1",
  title: "repeated kill -9 of a worker node of a cluster under texts, callbacks and lists of teams on both nodes",
  passesWhen:
    "its teams get only 503 meanwhile, and succeed within 5 s of its return, other teams go on, and nothing acknowledged is lost",
  on: ["citus"],
  seconds: { full: 600, short: 240 },
  async run(context) {
    const workers = context.nodes!.nodes.slice(1);
    const database = await context.createDatabase();
    const ports = workers.map(({ port }) => port);
    const teams = await placeTeams(database, ports, context.size(3, 2));
    const settings = settingsOf(database, callbackSettings);
    const servers = await Promise.all([context.startServer(settings), context.startServer(settings)]);
    const load = startTeamLoad(context, servers, teams, context.size(30, 20));
    const outages: Outage[] = [];
    const problems: string[] = [];
    const gaps: number[] = [];
    /** The callbacks of other teams that were acknowledged over two seconds before a node's return, and not stored then. */
    const waitingOfOthers: number[] = [];
    const hasSucceeded = (since: number, kind: TeamEntry["kind"]) => (team: (typeof teams)[number]) =>
      load.entries.some(
        (entry) => entry.team === team && entry.kind === kind && entry.answer?.status === 200 && entry.began > since,
      );

    for (let kill = 0; kill < context.size(6, 2); kill++) {
      const node = workers[kill % workers.length]!;
      const own = teams.filter(({ port }) => port === node.port);
      const others = teams.filter(({ port }) => port !== node.port);
      await until("every team succeeds", () => teams.every(hasSucceeded(outages.at(-1)?.over ?? 0, "text")));
      await pause(500 + context.random.below(500));
      const from = performance.now();
      await node.kill();
      await pause(kill === 0 ? context.size(200_000, 5_000) : context.size(8_000, 5_000));
      const acknowledgedBefore = performance.now() - 2_000;
      const waiting = (await Promise.all(others.map((team) => load.findWaiting(team, acknowledgedBefore)))).flat();
      waitingOfOthers.push(waiting.length);
      await node.start();
      const back = performance.now();
      await until("every team of the node succeeds", () =>
        (["text", "list"] as const).every((kind) => own.every(hasSucceeded(back, kind))),
      );
      outages.push({ port: node.port, from, back, over: performance.now() });
      gaps.push(
        longestGap(
          load.entries.filter(({ team }) => others.includes(team)),
          from,
          back,
        ),
      );
    }
    await pause(1_000);
    await load.stop();
    problems.push(...(await load.findProblems()));

    const isDuringOutage = ({ team, began, ended }: TeamEntry) =>
      outages.some(({ port, from, over }) => port === team.port && ended >= from && began <= over);
    const failed = load.entries.filter(({ answer }) => answer?.status !== 200);
    const wrong = failed.filter((entry) => !(isDuringOutage(entry) && nameOf(entry.answer) === "503 server_error"));
    const recoveries = outages.map(({ back, over }) => Math.round(over - back));
    const durations = load.entries.map(({ began, ended }) => Math.round(ended - began));
    return {
      n: load.entries.length,
      problems: [
        ...problems,
        ...Object.entries(tally(wrong.map((entry) => `${entry.kind} ${nameOf(entry.answer)}`))).map(
          ([name, count]) => `${count} answers ${name} are neither a success nor a 503 of the killed node's teams`,
        ),
        ...recoveries.filter((each) => each > maxRecovery).map((each) => `${each} ms until the node's teams succeeded`),
        ...waitingOfOthers.filter(Boolean).map((count) => `${count} callbacks of other teams waited for the node`),
        ...gaps.filter((each) => each > maxGap).map((each) => `${each} ms without a success of the other teams`),
      ],
      details: {
        kills: outages.length,
        teams: teams.length,
        answers: tallyEntries(load.entries),
        recoveryMilliseconds: recoveries,
        longestGapOfOthersMilliseconds: gaps,
        waitingCallbacksOfOthers: waitingOfOthers,
        slowestMilliseconds: Math.max(...durations),
        secondsUntilCallbacksAreDone: load.secondsUntilDone,
      },
    };
  },
};
