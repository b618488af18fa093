/**
 * How a round is measured: something is done for some seconds, and what it took is seen from outside.
 */
import type { LoadJob, LoadReport } from "./load.ts";
import type { Listening, Program } from "./programs.ts";
import type { RequestKind } from "./requests.ts";
import type { Stage } from "./stage.ts";
import { cpuOf, hasProc } from "./system.ts";

/** What a round gave. */
export interface Round {
  /** In the row's unit. */
  figure: number;
  /** CPU time of one request in microseconds, where the system tells: of who answered, and of all of PostgreSQL. */
  cpu?: { program: number; postgres: number };
  latency?: { p50Milliseconds: number; p99Milliseconds: number };
  /** How much of a core the load generator took. */
  generatorBusy?: number;
}

/** How much is done in a round. */
export interface Effort {
  seconds: number;
  /** As many requests at most. */
  requests: number;
  /** How many texts memory is watched for. */
  sends: number;
}

export type Measure = (stage: Stage, effort: Effort) => Promise<Round>;

export interface Asking {
  kind: RequestKind;
  connections?: number;
  status?: number;
  /** Who is asked; by default the service. */
  of?: Parameters<Stage["reference"]>[0];
  /** How many servers share the requests. */
  servers?: number;
}

// Every request has a number of its own, whichever row it belongs to.
let serial = 0;

/** The next numbers, and how many they are. */
export function take(count: number): { first: number; count: number } {
  const first = serial;
  serial += count;
  return { first, count };
}

/** More than there can be in a round. */
export const plenty = 1_000_000;

export const connections = 50;

/** Requests of a kind, one after the other on each connection. */
export function ask(asking: Asking, numbersOf = ({ requests }: Effort) => take(requests)): Measure {
  const { kind, connections: many = connections, status = 200, of, servers = 1 } = asking;
  return async (stage, effort) => {
    const asked = of ? [await stage.reference(of)] : await stage.servers(servers);
    const { seconds } = effort;
    return (await load(stage, asked, { kind, connections: many, seconds, status, ...numbersOf(effort) })).round;
  };
}

type Job = Omit<LoadJob, "origins" | "targets"> & Partial<Pick<LoadJob, "targets">>;

/** Lets the load generator ask some programs, by default for the stage's team, and sees what that took. */
export async function load(stage: Stage, asked: Listening[], job: Job): Promise<{ round: Round; report: LoadReport }> {
  const origins = asked.map(({ url }) => url);
  const { report, cpu } = await withCpu(stage, asked, () =>
    stage.load().run({ targets: [stage.target], ...job, origins }),
  );
  const { perSecond, p50Milliseconds, p99Milliseconds, busy } = report;
  const round = { figure: perSecond, ...cpu, latency: { p50Milliseconds, p99Milliseconds }, generatorBusy: busy };
  return { round, report };
}

/** Does some work that says how many requests it was, and divides what the programs and PostgreSQL took for it. */
export async function withCpu<Report extends { requests: number }>(
  stage: Stage,
  programs: Program[],
  work: () => Promise<Report>,
): Promise<{ report: Report; cpu: Pick<Round, "cpu"> }> {
  const read = () => ({
    program: cpuOf(programs.flatMap(({ pids }) => pids)),
    postgres: cpuOf(stage.postgresPids()),
  });
  const before = read();
  const report = await work();
  const after = read();
  if (!hasProc) return { report, cpu: {} };
  const each = (who: keyof typeof before) => (after[who] - before[who]) / report.requests;
  return { report, cpu: { cpu: { program: each("program"), postgres: each("postgres") } } };
}

/** The statement of a send from as many connections, without HTTP. */
export const loop: Measure = async (stage, { seconds, requests }) => {
  const worker = stage.loop();
  const { recipients } = stage.target;
  const { report, cpu } = await withCpu(stage, [worker], () =>
    worker.run({ connections, seconds, count: requests, recipients }),
  );
  return { figure: report.perSecond, ...cpu };
};

/** Kannel's way of sending a text. */
export const sendsms: Measure = async (stage, { seconds, requests }) => {
  const job = { kind: "sendsms" as const, connections, seconds, status: 202, ...take(requests) };
  return (await load(stage, [await stage.kannel()], job)).round;
};

/** A passcode is right once, so there is one for every guess. */
export function verify(of?: "bare"): Measure {
  return async (stage, effort) => {
    const numbers = take(Math.min(effort.requests, Math.ceil(5_000 * effort.seconds)));
    await stage.writePasscodes(numbers.first, numbers.count);
    return ask({ kind: "verify", ...(of && { of }) }, () => numbers)(stage, effort);
  };
}
