/** Measures the slowest way to look texts up. */
import { readClock } from "../../server/db/clock.ts";
import { Connection } from "./connection.ts";
import { phoneOf, writeHistory } from "./history.ts";
import { type Measure, withCpu } from "./measures.ts";
import { quantileOf } from "./quantile.ts";
import type { BenchRequest } from "./requests.ts";
import type { Setup } from "./setup.ts";
import { makeTeam } from "./teams.ts";

const days = 90;

/** Queries that find texts at once, late, or never. */
function queriesAt(now: string): string[] {
  const longAgo = new Date(Date.parse(now) - (days - 10) * 86_400_000).toISOString();
  return [
    "per_page=100",
    "status=failed&per_page=100",
    "status=undelivered",
    `until=${longAgo}&per_page=100`,
    `until=${longAgo}&status=undelivered`,
    `since=${longAgo}&status=undelivered`,
    `phone=${encodeURIComponent(phoneOf(7))}&per_page=100`,
    `phone=${encodeURIComponent(phoneOf(7))}&status=undelivered`,
    "phone=nobody",
  ];
}

/** Writes the texts of a large team and a small one, as many as the setup has, and makes each request. */
async function writeTeams(setup: Setup): Promise<BenchRequest[]> {
  const em = setup.em();
  const large = await makeTeam(em, "look-up, large", "+18885550198");
  const small = await makeTeam(em, "look-up, small", "+18885550199");
  const now = await readClock(em);
  const { messages } = setup.size;
  await writeHistory(em, [large, small], { messages, threads: Math.ceil(messages / 100), days }, now);
  return [large, small].flatMap(({ key }) =>
    queriesAt(now).map((query): BenchRequest => {
      return { method: "GET", path: `/api/messages?${query}`, headers: { "x-api-key": key } };
    }),
  );
}

/** Finds the request with the longest 99th percentile. */
export function slowestLookUp(): Measure {
  let requests: BenchRequest[] | undefined;
  return async (setup, { seconds }) => {
    const servers = await setup.servers(1);
    requests ??= await writeTeams(setup);
    const connection = await Connection.open(servers[0]!.url);
    const took = requests.map((): number[] => []);
    const { cpu } = await withCpu(setup, servers, async () => {
      const end = performance.now() + seconds * 1_000;
      let asked = 0;
      do {
        for (const [at, request] of requests!.entries()) {
          const began = performance.now();
          const { status, text } = await connection.ask(request);
          if (status !== 200) throw new Error(`${request.path} was answered with ${status} ${text}`);
          took[at]!.push(performance.now() - began);
          asked += 1;
        }
      } while (performance.now() < end);
      return { requests: asked };
    });
    connection.close();
    return { figure: Math.max(...took.map((each) => quantileOf(each, 0.99))), ...cpu };
  };
}
