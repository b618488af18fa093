import { setTimeout as pause } from "node:timers/promises";
import {
  createExtendedDatabase,
  createMigratedDatabase,
  executeOn,
  findPort,
  findShard,
  moveOf,
  openClusterDatabase,
} from "../../support/citus.ts";
import { host } from "../../support/citus-nodes.ts";
import { callbackSettings } from "../callbacks.ts";
import type { Experiment } from "../experiment.ts";
import { nameOf, tally } from "../history.ts";
import { measure, until } from "../load.ts";
import { settingsOf } from "../team.ts";
import { longestGap, placeTeams, startTeamLoad, tallyEntries } from "../team-load.ts";

/** The maximum duration of a request. Writes of a shard wait while its move ends. */
const maxMilliseconds = 8_000;

export const n2: Experiment = {
  id: "N2",
  title: "shards of teams are moved between nodes under their load, and a node is added and gets its share",
  passesWhen:
    "every request succeeds within 8 s, nothing acknowledged is lost or stored twice, and the new node has shards",
  on: ["citus"],
  seconds: { full: 600, short: 240 },
  async run(context) {
    const { nodes, spares, port: coordinator } = context.nodes!;
    const ports = nodes.slice(1).map(({ port }) => port);
    // Not a copy: a new node gets the metadata of the cluster, which has the name of the copied database.
    const name = "moved_shards";
    await createMigratedDatabase(context.nodes!, name, 4);
    const database = await openClusterDatabase(context.nodes!, name);
    context.over.addEventListener("abort", () => void database.close());
    const onCoordinator = (statement: string) => executeOn(coordinator, name, [statement]);
    const teams = await placeTeams(database, ports, 2);
    const settings = settingsOf(database, callbackSettings);
    const servers = await Promise.all([context.startServer(settings), context.startServer(settings)]);
    const load = startTeamLoad(context, servers, teams, context.size(30, 20));
    const problems: string[] = [];
    const durations: number[] = [];
    const gaps: number[] = [];
    /** Changes the cluster, measures how long that takes, and waits until requests go on. */
    const change = async (statements: string[]) => {
      const from = performance.now();
      const { milliseconds } = await measure(async () => {
        for (const statement of statements) await onCoordinator(statement);
      });
      durations.push(milliseconds);
      gaps.push(longestGap(load.entries, from, performance.now()));
      const changed = performance.now();
      await until("every team succeeds", () =>
        teams.every((team) => load.entries.some((entry) => entry.team === team && entry.began > changed)),
      );
    };

    await pause(1_000);
    for (let move = 0; move < context.size(8, 2); move++) {
      const { id } = teams[move % teams.length]!.team;
      const [from, shard] = [await findPort(database, id), await findShard(database, id)];
      const to = ports.find((port) => port !== from)!;
      await change([moveOf(shard, from, to, "force_logical")]);
      if ((await findPort(database, id)) !== to) problems.push(`the shard ${shard} has not moved`);
    }
    const { port: added } = spares[0]!;
    await createExtendedDatabase(added, name);
    await change([
      `select citus_add_node('${host}', ${added})`,
      "select citus_rebalance_start(shard_transfer_mode => 'force_logical')",
      "select citus_rebalance_wait()",
    ]);
    const [placed] = await onCoordinator(`select count(*)::int as count from citus_shards where nodeport = ${added}`);
    if (placed!.rows[0].count === 0) problems.push("the new node has no shards");
    await pause(2_000);
    await load.stop();
    problems.push(...(await load.findProblems()));

    const failed = load.entries.filter(({ answer }) => answer?.status !== 200);
    const slowest = Math.max(...load.entries.map(({ began, ended }) => Math.round(ended - began)));
    return {
      n: load.entries.length,
      problems: [
        ...problems,
        ...Object.entries(tally(failed.map((entry) => `${entry.kind} ${nameOf(entry.answer)}`))).map(
          ([answer, count]) => `${count} answers ${answer}`,
        ),
        ...(slowest > maxMilliseconds ? [`a request took ${slowest} ms`] : []),
      ],
      details: {
        changeMilliseconds: durations,
        longestGapMilliseconds: gaps,
        slowestMilliseconds: slowest,
        answers: tallyEntries(load.entries),
        shardsOfTheNewNode: placed!.rows[0].count,
      },
    };
  },
};
