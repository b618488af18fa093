/** Measures writes of contacts with similar names. */
import { Connection } from "./connection.ts";
import { connections, load, type Measure, takeNumbers } from "./measures.ts";
import { quantileOf } from "./quantile.ts";
import { makeRequest, type Target } from "./requests.ts";
import type { Setup } from "./setup.ts";
import { emptyTeam } from "./teams.ts";

/** How many contacts are created one after another, to measure the time of each. */
const measured = 50;

/** The median time of a create in a company that already has so many contacts with similar names. */
export function createSimilar(existing: number): Measure {
  let companies = 0;
  return async (setup) => {
    const [server] = await setup.servers(1);
    companies += 1;
    const target = { ...(await setup.addTeam(emptyTeam)), company: `Company ${existing} ${companies}` };
    const numbers = takeNumbers(existing + measured);
    const job = { kind: "contact with a similar name" as const, connections, status: 201, targets: [target] };
    await load(setup, [server!], { ...job, seconds: 600, first: numbers.first, count: existing });
    return { figure: await timeCreates(setup, target, numbers.first + existing) };
  };
}

async function timeCreates({ servers }: Setup, target: Target, first: number): Promise<number> {
  const [server] = await servers(1);
  const connection = await Connection.open(server!.url);
  const milliseconds: number[] = [];
  for (let n = first; n < first + measured; n++) {
    const began = performance.now();
    const { status, text } = await connection.ask(makeRequest("contact with a similar name", n, target));
    if (status !== 201) throw new Error(`A create was answered with ${status} ${text}`);
    milliseconds.push(performance.now() - began);
  }
  connection.close();
  return quantileOf(milliseconds, 0.5);
}
