import type { Client, RawAnswer } from "./client.ts";

/** Many requests at the same time, from the clients in turn. */
export const atOnce = (count: number, ...clients: Client[]): Promise<RawAnswer[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => clients[index % clients.length]!.raw("listThreads")));

export const admittedOf = (answers: RawAnswer[]) => answers.filter(({ status }) => status === 200);

/** How many more requests an answer says may be made. */
export const leftOf = ({ headers }: RawAnswer) => Number(/;r=(\d+);/.exec(headers.get("ratelimit") ?? "")?.[1]);
