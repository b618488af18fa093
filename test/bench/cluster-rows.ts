/**
 * Compares a Citus cluster with one PostgreSQL of the same version: the CPU time of all nodes for a request, and texts per
 * second.
 */
import { setTimeout as wait } from "node:timers/promises";
import { hasJobs } from "./backlog.ts";
import type { Bed, Beds } from "./cluster-beds.ts";
import { load, maxRequests, type Round, takeNumbers, withCpu } from "./measures.ts";
import type { Options } from "./options.ts";
import { compare, type RowResult } from "./report.ts";
import type { RequestKind } from "./requests.ts";
import type { Bounds } from "./row.ts";

interface Work {
  kind: RequestKind;
  teams: number;
  connections: number;
  status?: number;
}

export interface ClusterRow {
  /** The name on the command line. */
  id: string;
  what: string;
  work: Work;
  /** Whether the row compares CPU time of the nodes; otherwise it compares requests per second. */
  isCost: boolean;
}

/** All teams of the beds. */
export const manyTeams = 200;

const ofNodes: Bounds = { must: 2, goal: 1.4 };
const ofShards: Bounds = { must: 1.15, goal: 1 };

const cost = (id: string, what: string, work: Pick<Work, "kind"> & Partial<Work>): ClusterRow => ({
  id: `citus-${id}`,
  what,
  isCost: true,
  work: { teams: 1, connections: 50, ...work },
});

const texts = (teams: number, connections: number): ClusterRow => ({
  id: `citus-texts-${teams}-${connections}`,
  what: `POST /api/text, ${teams} teams, ${connections} connections`,
  work: { kind: "text", teams, connections },
  isCost: false,
});

export const clusterRows: ClusterRow[] = [
  cost("send", "POST /api/text, one team", { kind: "text" }),
  cost("send-teams", `POST /api/text, ${manyTeams} teams in rotation`, { kind: "text", teams: manyTeams }),
  cost("callback", "POST /api/external/sms/inbound, with its job", { kind: "inbound" }),
  cost("threads", "GET a page of threads", { kind: "threads" }),
  cost("contact", "POST /api/contacts", { kind: "new contact", status: 201 }),
  ...[1, 6, manyTeams].flatMap((teams) => [50, 500].map((connections) => texts(teams, connections))),
];

/**
 * Runs a row in alternating rounds. A row of costs has a second result, which compares many shards with few. If the work
 * has several teams, their batches have more parts, so it also compares many shards with as many parts on one PostgreSQL.
 */
export async function measureClusterRow(beds: Beds, row: ClusterRow, options: Options): Promise<RowResult[]> {
  const { id, what, isCost } = row;
  const measures = isCost
    ? [onBed(row, beds.few, "api"), onBed(row, beds.many, "api"), onBed(row, beds.single, "byFew")]
    : [onBed(row, beds.few, "api"), onBed(row, beds.single, "api")];
  if (isCost && row.work.teams > 1) measures.push(onBed(row, beds.single, "byMany"));
  for (const measure of measures) await measure(options.warmUp);
  const rounds: Round[][] = measures.map(() => []);
  for (let round = 0; round < options.rounds; round++) {
    for (const [at, measure] of measures.entries()) {
      rounds[at]!.push(await measure({ seconds: options.seconds, requests: maxRequests }));
    }
  }
  // `compare` takes no measures, only rounds.
  const against = (name: string, bounds?: Bounds) => [{ name, measure: never, ...(bounds && { bounds }) }];
  if (!isCost) {
    return [compare({ id, what, unit: "/s", references: against("one PostgreSQL, as shipped") }, rounds)];
  }
  const [few, many, single, ...singleByMany] = rounds.map((each) => each.map(costOf));
  const ofMany = [
    ...against("4 shards", ofShards),
    ...singleByMany.flatMap(() => against("one PostgreSQL, batches by 64 shards", ofNodes)),
  ];
  return [
    compare({ id, what, unit: "µs", references: against("one PostgreSQL, batches by shard", ofNodes) }, [
      few!,
      single!,
    ]),
    compare({ id: `${id}, 64 shards`, what, unit: "µs", references: ofMany }, [many!, few!, ...singleByMany]),
  ];
}

const never = () => Promise.reject(new Error("unreachable"));

/** The round with the CPU time of all nodes as its figure. */
const costOf = (round: Round): Round => ({ ...round, figure: round.cpu!.postgres! });

type Run = (effort: { seconds: number; requests: number }) => Promise<Round>;

function onBed({ work }: ClusterRow, bed: Bed, server: "api" | "byFew" | "byMany"): Run {
  const { kind, teams, connections, status = 200 } = work;
  const program = bed[server];
  const send = ({ seconds, requests }: Parameters<Run>[0]) => {
    const job = { kind, connections, seconds, status, targets: bed.teams.slice(0, teams) };
    return load(bed, [program], { ...job, ...takeNumbers(requests) });
  };
  if (kind !== "inbound") return async (effort) => (await send(effort)).round;
  return async (effort) => {
    const worker = await bed.startWorker();
    // The CPU time includes that of the jobs.
    const { report, cpu } = await withCpu(bed, [program, worker], async () => {
      const { report, round } = await send(effort);
      while (await hasJobs(bed.em())) await wait(20);
      return { ...report, round };
    });
    await worker.stop();
    return { ...report.round, ...cpu };
  };
}
