import { setTimeout as pause } from "node:timers/promises";
import type { CitusNode } from "../../support/citus-nodes.ts";
import { callbackSettings } from "../callbacks.ts";
import type { ExperimentContext } from "../context.ts";
import type { Experiment } from "../experiment.ts";
import { nameOf, tally } from "../history.ts";
import { until } from "../load.ts";
import { settingsOf } from "../team.ts";
import { longestGap, placeTeams, startTeamLoad, type TeamEntry, tallyEntries } from "../team-load.ts";

/** Each server notices the return of a node at its next check, which is a second later at most. */
const noticeMilliseconds = 2_000;

/** The maximum time between the return of a node and the first success of each of its teams. */
const maxRecovery = 5_000;

/** The maximum duration of a request. */
const maxMilliseconds = 30_000;

interface Outage {
  port: number;
  from: number;
  back: number;
  /** The first success of every team of the node. */
  over: number;
}

/** A way in which a node is lost and comes back. */
interface Loss {
  lose(node: CitusNode): Promise<void> | void;
  restore(node: CitusNode): Promise<void> | void;
  /** The maximum time in which no text, callback or list of the other teams succeeds. */
  maxGap: number;
  /** How long each outage lasts. */
  outages: number[];
}

/** In the full form, the first outage is longer than the retries of a failed job. */
export const n1: Experiment = {
  id: "N1",
  title: "repeated kill -9 of a worker node of a cluster under texts, callbacks and lists of teams on both nodes",
  passesWhen:
    "its teams get only 503 meanwhile, and succeed within 5 s of its return, other teams go on, and nothing acknowledged is lost",
  on: ["citus"],
  seconds: { full: 600, short: 240 },
  run: (context) =>
    loseNodes(context, {
      lose: (node) => node.kill(),
      restore: (node) => node.start(),
      maxGap: 3_000,
      outages: context.isShort ? [5_000, 5_000] : [200_000, 8_000, 8_000, 8_000, 8_000, 8_000],
    }),
};

export const n4: Experiment = {
  id: "N4",
  title: "a worker node of a cluster falls silent under the load of N1: its connections stay open, and nothing answers",
  passesWhen:
    "its teams get only 503, and succeed within 5 s of its return, other teams go on, and nothing acknowledged is lost",
  on: ["citus"],
  seconds: { full: 600, short: 240 },
  run: (context) =>
    loseNodes(context, {
      lose: (node) => node.freeze(),
      restore: (node) => node.thaw(),
      // The node is known to be away after four seconds at most, and statements that wait for it end a check later.
      maxGap: 6_000,
      outages: context.isShort ? [25_000] : [60_000, 25_000, 25_000],
    }),
};

async function loseNodes(context: ExperimentContext, { lose, restore, maxGap, outages: durations }: Loss) {
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

  for (const [turn, milliseconds] of durations.entries()) {
    const node = workers[turn % workers.length]!;
    const own = teams.filter(({ port }) => port === node.port);
    const others = teams.filter(({ port }) => port !== node.port);
    await until("every team succeeds", () => teams.every(hasSucceeded(outages.at(-1)?.over ?? 0, "text")));
    await pause(500 + context.random.below(500));
    const from = performance.now();
    await lose(node);
    await pause(milliseconds);
    const acknowledgedBefore = performance.now() - 2_000;
    const waiting = (await Promise.all(others.map((team) => load.findWaiting(team, acknowledgedBefore)))).flat();
    waitingOfOthers.push(waiting.length);
    await restore(node);
    const back = performance.now();
    await until("every team of the node succeeds", () =>
      (["text", "list"] as const).every((kind) => own.every(hasSucceeded(back, kind))),
    );
    outages.push({ port: node.port, from, back, over: performance.now() });
    const gapOf = (kind: TeamEntry["kind"]) =>
      longestGap(
        load.entries.filter((entry) => entry.kind === kind && others.includes(entry.team)),
        from,
        back,
      );
    gaps.push(Math.max(...(["text", "callback", "list"] as const).map(gapOf)));
  }
  await pause(1_000);
  await load.stop();
  problems.push(...(await load.findProblems()));

  const isDuringOutage = ({ team, began, ended }: TeamEntry) =>
    outages.some(
      ({ port, from, back, over }) =>
        port === team.port && ended >= from && began <= Math.max(over, back + noticeMilliseconds),
    );
  const failed = load.entries.filter(({ answer }) => answer?.status !== 200);
  const wrong = failed.filter((entry) => !(isDuringOutage(entry) && nameOf(entry.answer) === "503 server_error"));
  const recoveries = outages.map(({ back, over }) => Math.round(over - back));
  const slowest = Math.max(...load.entries.map(({ began, ended }) => Math.round(ended - began)));
  return {
    n: load.entries.length,
    problems: [
      ...problems,
      ...Object.entries(tally(wrong.map((entry) => `${entry.kind} ${nameOf(entry.answer)}`))).map(
        ([name, count]) => `${count} answers ${name} are neither a success nor a 503 of the lost node's teams`,
      ),
      ...recoveries.filter((each) => each > maxRecovery).map((each) => `${each} ms until the node's teams succeeded`),
      ...waitingOfOthers.filter(Boolean).map((count) => `${count} callbacks of other teams waited for the node`),
      ...(slowest > maxMilliseconds ? [`a request took ${slowest} ms`] : []),
      ...gaps.filter((each) => each > maxGap).map((each) => `${each} ms without a success of the other teams`),
    ],
    details: {
      outages: outages.length,
      teams: teams.length,
      answers: tallyEntries(load.entries),
      recoveryMilliseconds: recoveries,
      longestGapOfOthersMilliseconds: gaps,
      waitingCallbacksOfOthers: waitingOfOthers,
      slowestMilliseconds: slowest,
      secondsUntilCallbacksAreDone: load.secondsUntilDone,
    },
  };
}
