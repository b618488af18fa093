/** Measures how fast a worker drains callbacks that were recorded while no worker ran. */
import { setTimeout as wait } from "node:timers/promises";
import type { EntityManager } from "../../server/db/orm.ts";
import { connections, load, type Measure, takeNumbers, withCpu } from "./measures.ts";
import type { Target } from "./requests.ts";
import type { Setup } from "./setup.ts";
import { emptyTeam } from "./teams.ts";

const pauseMilliseconds = 20;

/**
 * Posts callbacks to a server without a worker, and then starts a server with a worker. The figure is the number of
 * callbacks divided by the time from the start of that process until every job has ended.
 */
export function drainBacklog(): Measure {
  let team: Promise<Target> | undefined;
  return async (setup, { callbacks }) => {
    team ??= setup.addTeam(emptyTeam);
    // Other rows have left callbacks that no worker has processed.
    await drain(setup);
    const job = { kind: "inbound" as const, connections, seconds: 3_600, status: 200, targets: [await team] };
    await load(setup, await setup.servers(1), { ...job, ...takeNumbers(callbacks) });
    return drain(setup, callbacks);
  };
}

/** Starts a server with a worker, waits until no job of a callback is left, and stops it. */
async function drain(setup: Setup, requests = 1) {
  const began = performance.now();
  const server = await setup.startServer();
  const { cpu } = await withCpu(setup, [server], async () => {
    while (await hasJobs(setup.em())) await wait(pauseMilliseconds);
    return { requests };
  });
  const seconds = (performance.now() - began) / 1_000;
  await server.stop();
  return { figure: requests / seconds, ...cpu };
}

/** Whether a callback waits for its job, or for its end. */
export async function hasJobs(em: EntityManager): Promise<boolean> {
  const [row] = await em.execute<[{ left: boolean }]>(
    "select exists (select from pgboss.job where name in ('callbacks.inbound', 'callbacks.status') and state <= 'active') as left",
  );
  return row.left;
}
