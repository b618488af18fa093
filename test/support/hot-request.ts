import type { TestApp } from "./app.ts";
import type { Client } from "./client.ts";
import type { TestTeam } from "./factories.ts";

export interface Session {
  app: TestApp;
  client: Client;
  team: TestTeam;
  /** The phone of the team's business number. */
  number: string;
}

/** A kind of request whose statements are recorded. */
export interface HotRequest {
  work: (session: Session, count: number) => Promise<unknown>;
  /** The statements that must be among them: the name of each golden, and a pattern that only its text matches. */
  statements: Record<string, RegExp>;
}

export const times = <Value>(count: number, make: (index: number) => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
