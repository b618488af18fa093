/**
 * Texts, callbacks and lists of several teams over several servers, for experiments with the nodes of a cluster.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../../server/db/database.ts";
import { inboundForm } from "../support/callbacks.ts";
import { findPort } from "../support/citus.ts";
import { createClient, type RawAnswer } from "../support/client.ts";
import { uniquePhone } from "../support/factories.ts";
import type { ServerProcess } from "../support/process.ts";
import { postSigned } from "./callbacks.ts";
import { findLost, findRepeated, readAllMessages } from "./check.ts";
import type { ExperimentContext } from "./context.ts";
import { createHistory, type Entry, nameOf, outcomeOf, tally } from "./history.ts";
import { createPace, forEach, startLoad, times, until } from "./load.ts";
import { type SignedIn, signIn } from "./team.ts";

/** A team, and the port of the node that has its rows. */
export interface PlacedTeam extends SignedIn {
  port: number;
}

/** Creates teams until each node has some. */
export async function placeTeams(database: Database, ports: number[], perNode: number): Promise<PlacedTeam[]> {
  const placed: PlacedTeam[] = [];
  const countOn = (port: number) => placed.filter((each) => each.port === port).length;
  while (ports.some((port) => countOn(port) < perNode)) {
    const signedIn = await signIn(database);
    const port = await findPort(database, signedIn.team.id);
    if (countOn(port) < perNode) placed.push({ ...signedIn, port });
  }
  return placed;
}

export interface TeamEntry extends Entry {
  team: PlacedTeam;
  kind: "text" | "callback" | "list";
}

export interface TeamLoad {
  readonly entries: readonly TeamEntry[];
  /** The texts of callbacks that were acknowledged before that time and are not stored. */
  findWaiting(team: PlacedTeam, before: number): Promise<string[]>;
  stop(): Promise<void>;
  /**
   * Repeats the texts of unknown outcome, each with its key. Then finds acknowledged texts and callbacks that are not
   * stored, and texts that are stored twice.
   */
  findProblems(): Promise<string[]>;
  /** How long the messages of acknowledged callbacks were awaited at the end. */
  readonly secondsUntilDone: number;
}

/** Clients of each team: two send texts with keys, one posts callbacks, and one reads lists. */
const kinds = ["text", "text", "callback", "list"] as const;

/** Starts clients that rotate over the servers, about `perSecond` requests of each team. */
export function startTeamLoad(
  context: ExperimentContext,
  servers: ServerProcess[],
  teams: PlacedTeam[],
  perSecond: number,
): TeamLoad {
  const entries: TeamEntry[] = [];
  const phones = times(20, uniquePhone);
  const phoneOf = (turn: number) => phones[turn % phones.length]!;
  const recipients = new Map<string, string>();
  let secondsUntilDone = 0;

  async function ask(team: PlacedTeam, kind: TeamEntry["kind"], client: number, turn: number): Promise<void> {
    const server = servers[(client + turn) % servers.length]!;
    const began = performance.now();
    const label = randomUUID();
    const answer = await send(server, team, kind, label, phoneOf(turn)).catch(() => undefined);
    entries.push({ team, kind, label, answer, outcome: outcomeOf(answer), began, ended: performance.now() });
    if (answer?.status !== 200) await pause(50);
  }

  function send(
    server: ServerProcess,
    { key, number }: PlacedTeam,
    kind: TeamEntry["kind"],
    label: string,
    phone: string,
  ): Promise<RawAnswer | undefined> {
    if (kind === "callback") return postSigned(server, "inbound", inboundForm(phone, number, label));
    const client = createClient(server.url, key);
    if (kind === "list") return client.raw("listThreads");
    recipients.set(label, phone);
    return client.raw("sendText", { body: { phone_number: phone, message: label }, idempotencyKey: label });
  }

  const paces = teams.map(() => createPace(perSecond));
  const load = startLoad(context, teams.length * kinds.length, async (client, turn) => {
    const at = client % teams.length;
    await paces[at]!();
    await ask(teams[at]!, kinds[Math.floor(client / teams.length)]!, client, turn);
  });

  async function findWaiting(team: PlacedTeam, before: number): Promise<string[]> {
    const received = entries.filter(
      (entry) =>
        entry.team === team && entry.kind === "callback" && entry.answer?.status === 200 && entry.ended < before,
    );
    const stored = await readAllMessages(createClient(servers[0]!.url, team.key));
    const bodies = new Set(stored.map(({ body }) => body));
    return received.map(({ label }) => label).filter((label) => !bodies.has(label));
  }

  async function findProblemsOf(team: PlacedTeam): Promise<string[]> {
    const client = createClient(servers[0]!.url, team.key);
    const own = entries.filter((entry) => entry.team === team);
    const texts = own.filter(({ kind }) => kind === "text");
    const unknown = new Set(texts.filter(({ outcome }) => outcome === "unknown").map(({ label }) => label));
    const repeated = createHistory();
    await until(
      "every text is answered",
      async () => {
        await forEach(context, [...unknown], 5, async (label) => {
          const input = { body: { phone_number: recipients.get(label)!, message: label }, idempotencyKey: label };
          const { outcome } = await repeated.call(servers[0]!, team.key, "sendText", input, label);
          if (outcome !== "unknown") unknown.delete(label);
        });
        return unknown.size === 0;
      },
      { seconds: 90, every: 1_000 },
    );
    let missing: string[] = [];
    const began = performance.now();
    await until(
      "callbacks are in their threads",
      async () => {
        missing = await findWaiting(team, began);
        return missing.length === 0;
      },
      { seconds: 120, every: 500 },
    ).catch(() => {});
    secondsUntilDone = Math.max(secondsUntilDone, Math.round((performance.now() - began) / 1_000));
    const stored = await readAllMessages(client);
    const acknowledged = [
      ...texts.filter(({ outcome }) => outcome === "acknowledged"),
      ...repeated.withOutcome("acknowledged"),
    ];
    return [
      ...findLost(acknowledged, stored),
      ...findRepeated(stored.map(({ body }) => body)).map((body) => `${body} is stored twice`),
      ...missing.map((label) => `the callback ${label} was acknowledged and is not stored`),
      ...repeated.withOutcome("refused").map(({ answer }) => `a repeated text was answered ${nameOf(answer)}`),
    ];
  }

  return {
    entries,
    findWaiting,
    stop: () => load.stop(),
    findProblems: async () => (await Promise.all(teams.map(findProblemsOf))).flat(),
    get secondsUntilDone() {
      return secondsUntilDone;
    },
  };
}

/** Counts answers by the kind of request. */
export const tallyEntries = (entries: readonly TeamEntry[]) =>
  tally(entries.map(({ kind, answer }) => `${kind} ${nameOf(answer)}`));

/** The longest time without a success in milliseconds, within a span of time. */
export function longestGap(entries: readonly TeamEntry[], from: number, to: number): number {
  const successes = entries
    .filter(({ answer, ended }) => answer?.status === 200 && ended > from && ended < to)
    .map(({ ended }) => ended)
    .toSorted((a, b) => a - b);
  const moments = [from, ...successes, to];
  return Math.round(Math.max(...moments.slice(1).map((moment, index) => moment - moments[index]!)));
}
