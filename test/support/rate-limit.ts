import type { Client, RawAnswer } from "./client.ts";

/** Sends concurrent requests, with the clients in rotation. */
export const atOnce = (count: number, ...clients: Client[]): Promise<RawAnswer[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => clients[index % clients.length]!.raw("listThreads")));

export const admittedOf = (answers: RawAnswer[]) => answers.filter(({ status }) => status === 200);

/** The remaining requests, according to an answer. */
export const leftOf = ({ headers }: RawAnswer) => Number(/;r=(\d+);/.exec(headers.get("ratelimit") ?? "")?.[1]);
