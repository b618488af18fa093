/**
 * Measures a round: runs work for some seconds and reads the CPU time of the programs from outside.
 */
import type { LoadJob, LoadReport } from "./load.ts";
import type { Listening, Program } from "./programs.ts";
import type { RequestKind, Target } from "./requests.ts";
import type { Setup } from "./setup.ts";
import { cpuOf, hasProc } from "./system.ts";

/** The result of a round. */
export interface Round {
  /** The figure, in the unit of the row. */
  figure: number;
  /** CPU time per request in microseconds, of the answering program and of PostgreSQL, on systems with `/proc`. */
  cpu?: { program: number; postgres?: number };
  latency?: { p50Milliseconds: number; p99Milliseconds: number };
  /** The share of a core that the load generator used. */
  generatorBusy?: number;
}

/** The amount of work in a round. */
export interface Effort {
  seconds: number;
  /** The maximum number of requests. */
  requests: number;
  /** The number of texts for the memory measure. */
  sends: number;
  /** The number of callbacks of a backlog. */
  callbacks: number;
  /** The number of rows of an imported file. */
  rows: number;
}

export interface Measure {
  (setup: Setup, effort: Effort): Promise<Round>;
  /** Whether it only sends requests to one program as fast as it can, so that other load generators can run it. */
  byAnyGenerator?: true;
}

const forAnyGenerator = (measure: Measure): Measure => Object.assign(measure, { byAnyGenerator: true as const });

export interface RequestOptions {
  kind: RequestKind;
  connections?: number;
  status?: number;
  /** The reference to measure; by default the service. */
  of?: Parameters<Setup["reference"]>[0];
  /** The number of servers that share the requests. */
  servers?: number;
  /** The number of teams that requests rotate over, each empty at first; by default the setup's team. */
  teams?: number;
  /** The team that sends all of them, instead of those. */
  team?: (setup: Setup) => Promise<Target>;
}

// Every request of a run has a unique number.
let serial = 0;

/** Reserves the next request numbers. */
export function takeNumbers(count: number): { first: number; count: number } {
  const first = serial;
  serial += count;
  return { first, count };
}

/** A limit above the requests of any round. */
export const maxRequests = 1_000_000;

export const connections = 50;

/** Sends requests of one kind, sequentially on each connection. */
export function sendRequests(
  options: RequestOptions,
  numbersOf = ({ requests }: Effort) => takeNumbers(requests),
): Measure {
  const { kind, connections: many = connections, status = 200, of, servers = 1, teams, team } = options;
  const measure: Measure = async (setup, effort) => {
    const programs = of ? [await setup.reference(of)] : await setup.servers(servers);
    const { seconds } = effort;
    const targets = team ? [await team(setup)] : teams && (await setup.teams(teams));
    const job = { kind, connections: many, seconds, status, ...(targets && { targets }) };
    return (await load(setup, programs, { ...job, ...numbersOf(effort) })).round;
  };
  return servers === 1 ? forAnyGenerator(measure) : measure;
}

type Job = Omit<LoadJob, "origins" | "targets"> & Partial<Pick<LoadJob, "targets">>;

/** Runs the load generator against some programs, by default with the setup's team, and measures the CPU time. */
export async function load(
  setup: Pick<Setup, "load" | "postgresPids" | "target">,
  programs: Listening[],
  job: Job,
): Promise<{ round: Round; report: LoadReport }> {
  const origins = programs.map(({ url }) => url);
  const { report, cpu } = await withCpu(setup, programs, () =>
    setup.load().run({ targets: [setup.target], ...job, origins }),
  );
  const { perSecond, p50Milliseconds, p99Milliseconds, busy } = report;
  const round = { figure: perSecond, ...cpu, latency: { p50Milliseconds, p99Milliseconds }, generatorBusy: busy };
  return { round, report };
}

/** Runs work that reports its number of requests. Divides the CPU time of the programs and PostgreSQL by that number. */
export async function withCpu<Report extends { requests: number }>(
  setup: Pick<Setup, "postgresPids">,
  programs: Program[],
  work: () => Promise<Report>,
): Promise<{ report: Report; cpu: { cpu?: { program: number; postgres: number } } }> {
  const read = () => ({
    program: cpuOf(programs.flatMap(({ pids }) => pids)),
    postgres: cpuOf(setup.postgresPids()),
  });
  const before = read();
  const report = await work();
  const after = read();
  if (!hasProc) return { report, cpu: {} };
  const each = (who: keyof typeof before) => (after[who] - before[who]) / report.requests;
  return { report, cpu: { cpu: { program: each("program"), postgres: each("postgres") } } };
}

/** Runs the statement of a send from the same number of connections, without HTTP. */
export const loop: Measure = async (setup, { seconds, requests }) => {
  const worker = setup.loop();
  const { recipients } = setup.target;
  const { report, cpu } = await withCpu(setup, [worker], () =>
    worker.run({ connections, seconds, count: requests, recipients }),
  );
  return { figure: report.perSecond, ...cpu };
};

/** Sends a text with Kannel. */
export const sendsms = forAnyGenerator(async (setup, { seconds, requests }) => {
  const job = { kind: "sendsms" as const, connections, seconds, status: 202, ...takeNumbers(requests) };
  return (await load(setup, [await setup.kannel()], job)).round;
});

/** Verifies passcodes. A code succeeds only once, so every guess has its own passcode. */
export function verify(of?: "bare"): Measure {
  return forAnyGenerator(async (setup, effort) => {
    const numbers = takeNumbers(Math.min(effort.requests, Math.ceil(5_000 * effort.seconds)));
    await setup.writePasscodes(numbers.first, numbers.count);
    return sendRequests({ kind: "verify", ...(of && { of }) }, () => numbers)(setup, effort);
  });
}

/** Measures nothing: the warm-up of a row that needs none. */
export const nothing: Measure = async () => ({ figure: 0 });
