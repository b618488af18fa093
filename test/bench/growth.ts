/**
 * How what a request costs grows: with what its team has, with teams, connections and server processes. All steps of a
 * curve stand side by side in one database and are measured in turns, so that a noisy moment meets them all.
 */
import { connections, type Effort, load, plenty, type Round, take } from "./measures.ts";
import type { Options } from "./options.ts";
import type { Axis, Panel, Plot, Point } from "./plot.ts";
import type { Listening } from "./programs.ts";
import { type Spread, type Taken, takenOf } from "./report.ts";
import type { RequestKind, Target } from "./requests.ts";
import { pageSize, type Stage } from "./stage.ts";

/** One x of a curve: who is asked there, what for and over how many connections. */
interface Step {
  x: number;
  servers: Listening[];
  targets: Target[];
  connections: number;
}

export interface Curve {
  id: string;
  title: string;
  axis: Axis;
  /** Whether requests in a second say more than the time of one. */
  showsRate: boolean;
  operations: Partial<Record<RequestKind, string>>;
  prepare(stage: Stage, options: Options): Promise<Step[]>;
}

export interface Grown {
  id: string;
  title: string;
  axis: Axis;
  showsRate: boolean;
  operations: { name: string; points: { x: number; taken: Taken }[] }[];
}

/** Numbers up to the greatest, each so many times the one before. */
export function stepsTo(greatest: number, first: number, factors: number[]): number[] {
  const steps: number[] = [];
  for (let step = first, at = 0; step < greatest; step *= factors[at++ % factors.length]!) steps.push(step);
  return [...steps, greatest];
}

/** Powers of ten from a thousand on, or from a tenth of what is less. */
const sizesTo = (greatest: number) => stepsTo(greatest, Math.min(1_000, greatest / 10), [10]);

const [list, search, send] = ["a page of the list", "a search", "a send"];
const messagesPerThread = 10;

export const curves: Curve[] = [
  {
    id: "contacts",
    title: "Contacts of the team, one connection",
    axis: { label: "contacts", log: true },
    showsRate: false,
    operations: { contacts: list, search, text: send },
    prepare: (stage, { most }) =>
      eachTeam(stage, sizesTo(most.contacts), (contacts) => ({
        contacts,
        threads: Math.min(contacts, 1_000),
        messages: Math.min(contacts, 1_000),
      })),
  },
  {
    id: "messages",
    title: "Messages of the team, ten in a thread, one connection",
    axis: { label: "messages", log: true },
    showsRate: false,
    operations: { threads: "a page of threads", messages: "a page of messages", text: send },
    prepare: (stage, { most }) =>
      eachTeam(stage, sizesTo(most.messages), (messages) => ({
        contacts: 0,
        threads: messages / messagesPerThread,
        messages,
      })),
  },
  {
    id: "teams",
    title: `Teams that take turns, ${connections} connections`,
    axis: { label: "teams", log: true },
    showsRate: true,
    operations: { threads: list, text: send },
    async prepare(stage, { most }) {
      const servers = await stage.servers(1);
      const teams: Target[] = [];
      for (let n = 0; n < most.teams; n++) teams.push(await stage.addTeam({ contacts: 0, threads: 0, messages: 0 }));
      // Each has as many threads as its list shows.
      const texts = { kind: "text" as const, connections, targets: teams, seconds: 120, status: 200 };
      await load(stage, servers, { ...texts, ...take(most.teams * pageSize) });
      return stepsTo(most.teams, 1, [10]).map((x) => ({ x, servers, targets: teams.slice(0, x), connections }));
    },
  },
  {
    id: "connections",
    title: "Connections to one server process",
    axis: { label: "connections", log: true },
    showsRate: true,
    operations: { threads: list, search, text: send },
    async prepare(stage, { most }) {
      const servers = await stage.servers(1);
      const steps = stepsTo(most.connections, 1, [2, 2.5, 2]);
      return steps.map((x) => ({ x, servers, targets: [stage.target], connections: x }));
    },
  },
  {
    id: "processes",
    title: `Server processes on one database, ${connections} connections`,
    axis: { label: "processes", log: false },
    showsRate: true,
    operations: { threads: list, search, text: send },
    async prepare(stage, { most }) {
      const servers = await stage.servers(most.processes);
      return servers.map((_, at) => ({
        ...{ x: at + 1, servers: servers.slice(0, at + 1) },
        ...{ targets: [stage.target], connections },
      }));
    },
  },
];

/** A team for each size. */
async function eachTeam(stage: Stage, sizes: number[], sizeOf: (x: number) => Stage["size"]): Promise<Step[]> {
  const servers = await stage.servers(1);
  const steps: Step[] = [];
  for (const x of sizes) {
    steps.push({ x, servers, targets: [await stage.addTeam(sizeOf(x))], connections: 1 });
  }
  return steps;
}

/** Measures a curve: all steps of all operations, again and again. */
export async function grow(stage: Stage, curve: Curve, options: Options): Promise<Grown> {
  const { id, title, axis, showsRate, operations, prepare } = curve;
  const { rounds, seconds, warmUp, sends } = options;
  const steps = await prepare(stage, options);
  const kinds = Object.entries(operations) as [RequestKind, string][];
  const measure = async (kind: RequestKind, step: Step, effort: Effort): Promise<Round> => {
    const { servers, ...job } = step;
    const numbers = take(effort.requests);
    return (await load(stage, servers, { ...job, ...numbers, kind, seconds: effort.seconds, status: 200 })).round;
  };
  for (const [kind] of kinds) await measure(kind, { ...steps.at(-1)!, connections }, { ...warmUp, sends });
  await stage.awaitStatistics();
  const taken = kinds.map(() => steps.map((): Round[] => []));
  for (let round = 0; round < rounds; round++) {
    for (const [row, [kind]] of kinds.entries()) {
      for (const [column, step] of steps.entries()) {
        taken[row]![column]!.push(await measure(kind, step, { seconds, requests: plenty, sends }));
      }
    }
  }
  return {
    ...{ id, title, axis, showsRate },
    operations: kinds.map(([, name], row) => ({
      name,
      points: steps.map(({ x }, column) => ({ x, taken: takenOf(taken[row]![column]!) })),
    })),
  };
}

/** What was measured as a plot; what no operation has a figure of has no panel. */
export function plotOf({ title, axis, showsRate, operations }: Grown): Plot {
  const panel = (label: string, log: boolean, of: (taken: Taken) => Spread | undefined): Panel => ({
    x: axis,
    y: { label, log },
    series: operations.map(({ points }) =>
      points.flatMap(({ x, taken }): Point[] => {
        const spread = of(taken);
        return spread ? [{ x, y: spread.median, least: spread.least, most: spread.most }] : [];
      }),
    ),
  });
  const panels = [
    ...(showsRate ? [panel("requests/s", false, ({ figure }) => figure)] : []),
    panel("median latency, ms", axis.log, ({ p50Milliseconds }) => p50Milliseconds),
    panel("CPU of the server, µs a request", false, ({ programCpu }) => programCpu),
    panel("CPU of PostgreSQL, µs a request", false, ({ postgresCpu }) => postgresCpu),
  ].filter(({ series }) => series.flat().length > 0);
  return { title, names: operations.map(({ name }) => name), panels, columns: panels.length === 4 ? 2 : 3 };
}
