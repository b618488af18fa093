/**
 * Measures how the cost of a request grows with the data of its team, teams, connections and server processes. All steps
 * of a curve are in one database and alternate, so that noise affects all of them.
 */
import { connections, type Effort, load, maxRequests, type Round, takeNumbers } from "./measures.ts";
import type { Options } from "./options.ts";
import type { Axis, Panel, Plot, Point } from "./plot.ts";
import type { Listening } from "./programs.ts";
import { type Measurements, type Spread, summarizeRounds } from "./report.ts";
import type { RequestKind, Target } from "./requests.ts";
import { pageSize, type Setup } from "./setup.ts";

/** One x value of a curve: its servers, targets and number of connections. */
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
  /** Whether the plot shows the rate of requests. */
  showsRate: boolean;
  operations: Partial<Record<RequestKind, string>>;
  prepare(setup: Setup, options: Options): Promise<Step[]>;
}

export interface GrowthResult {
  id: string;
  title: string;
  axis: Axis;
  showsRate: boolean;
  operations: { name: string; points: { x: number; measurements: Measurements }[] }[];
}

/** Numbers up to `greatest`; each is the previous number times the next factor. */
export function stepsTo(greatest: number, first: number, factors: number[]): number[] {
  const steps: number[] = [];
  for (let step = first, at = 0; step < greatest; step *= factors[at++ % factors.length]!) steps.push(step);
  return [...steps, greatest];
}

/** Powers of ten from 1,000 on, or from a tenth of a smaller maximum. */
const sizesTo = (greatest: number) => stepsTo(greatest, Math.min(1_000, greatest / 10), [10]);

const [list, search, send] = ["a page of the list", "a search", "a send"];
const messagesPerThread = 10;

export const curves: Curve[] = [
  {
    id: "contacts",
    title: "Contacts of the team, one connection",
    axis: { label: "contacts", log: true },
    showsRate: false,
    operations: { contacts: list, search, text: send, "upsert of a new contact": "an upsert of a new contact" },
    prepare: (setup, { growthLimits }) =>
      eachTeam(setup, sizesTo(growthLimits.contacts), (contacts) => ({
        contacts,
        threads: Math.min(contacts, 1_000),
        messages: Math.min(contacts, 1_000),
      })),
  },
  {
    id: "contact-writes",
    title: `Contacts of the team, ${connections} connections`,
    axis: { label: "contacts", log: true },
    showsRate: true,
    operations: {
      "upsert of a new contact": "an upsert of a new contact",
      "upsert of a known contact": "an upsert of a known contact",
      text: send,
    },
    async prepare(setup, { growthLimits }) {
      const steps = await eachTeam(setup, sizesTo(growthLimits.contacts), (contacts) => ({
        contacts,
        threads: Math.min(contacts, 1_000),
        messages: Math.min(contacts, 1_000),
      }));
      return steps.map((step) => ({ ...step, connections }));
    },
  },
  {
    id: "messages",
    title: "Messages of the team, ten in a thread, one connection",
    axis: { label: "messages", log: true },
    showsRate: false,
    operations: { threads: "a page of threads", messages: "a page of messages", text: send },
    prepare: (setup, { growthLimits }) =>
      eachTeam(setup, sizesTo(growthLimits.messages), (messages) => ({
        contacts: 0,
        threads: messages / messagesPerThread,
        messages,
      })),
  },
  {
    id: "teams",
    title: `Teams in rotation, ${connections} connections`,
    axis: { label: "teams", log: true },
    showsRate: true,
    operations: { threads: list, text: send },
    async prepare(setup, { growthLimits }) {
      const servers = await setup.servers(1);
      const teams = await setup.teams(growthLimits.teams);
      // Each team gets as many threads as a page of its list.
      const texts = { kind: "text" as const, connections, targets: teams, seconds: 120, status: 200 };
      await load(setup, servers, { ...texts, ...takeNumbers(growthLimits.teams * pageSize) });
      return stepsTo(growthLimits.teams, 1, [10]).map((x) => ({ x, servers, targets: teams.slice(0, x), connections }));
    },
  },
  {
    id: "connections",
    title: "Connections to one server process",
    axis: { label: "connections", log: true },
    showsRate: true,
    operations: { threads: list, search, text: send },
    async prepare(setup, { growthLimits }) {
      const servers = await setup.servers(1);
      const steps = stepsTo(growthLimits.connections, 1, [2, 2.5, 2]);
      return steps.map((x) => ({ x, servers, targets: [setup.target], connections: x }));
    },
  },
  {
    id: "processes",
    title: `Server processes on one database, ${connections} connections`,
    axis: { label: "processes", log: false },
    showsRate: true,
    operations: { threads: list, search, text: send },
    async prepare(setup, { growthLimits }) {
      const servers = await setup.servers(growthLimits.processes);
      return servers.map((_, at) => ({
        x: at + 1,
        servers: servers.slice(0, at + 1),
        targets: [setup.target],
        connections,
      }));
    },
  },
];

/** Adds a team for each size. */
async function eachTeam(setup: Setup, sizes: number[], sizeOf: (x: number) => Setup["size"]): Promise<Step[]> {
  const servers = await setup.servers(1);
  const steps: Step[] = [];
  for (const x of sizes) {
    steps.push({ x, servers, targets: [await setup.addTeam(sizeOf(x))], connections: 1 });
  }
  return steps;
}

/** Measures a curve: in each round, all steps of all operations. */
export async function grow(setup: Setup, curve: Curve, options: Options): Promise<GrowthResult> {
  const { id, title, axis, showsRate, operations, prepare } = curve;
  const { rounds, seconds, warmUp, sends, callbacks, importedRows } = options;
  const amounts = { sends, callbacks, rows: importedRows };
  const steps = await prepare(setup, options);
  const kinds = Object.entries(operations) as [RequestKind, string][];
  const measure = async (kind: RequestKind, step: Step, effort: Effort): Promise<Round> => {
    const { servers, ...job } = step;
    const numbers = takeNumbers(effort.requests);
    return (await load(setup, servers, { ...job, ...numbers, kind, seconds: effort.seconds, status: 200 })).round;
  };
  for (const [kind] of kinds) await measure(kind, { ...steps.at(-1)!, connections }, { ...warmUp, ...amounts });
  await setup.awaitStatistics();
  const measurements = kinds.map(() => steps.map((): Round[] => []));
  for (let round = 0; round < rounds; round++) {
    for (const [row, [kind]] of kinds.entries()) {
      for (const [column, step] of steps.entries()) {
        measurements[row]![column]!.push(await measure(kind, step, { seconds, requests: maxRequests, ...amounts }));
      }
    }
  }
  return {
    id,
    title,
    axis,
    showsRate,
    operations: kinds.map(([, name], row) => ({
      name,
      points: steps.map(({ x }, column) => ({ x, measurements: summarizeRounds(measurements[row]![column]!) })),
    })),
  };
}

/** Builds the plot of a result. A figure that no operation has gets no panel. */
export function plotOf({ title, axis, showsRate, operations }: GrowthResult): Plot {
  const panel = (label: string, log: boolean, of: (measurements: Measurements) => Spread | undefined): Panel => ({
    x: axis,
    y: { label, log },
    series: operations.map(({ points }) =>
      points.flatMap(({ x, measurements }): Point[] => {
        const spread = of(measurements);
        return spread ? [{ x, y: spread.median, min: spread.min, max: spread.max }] : [];
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
