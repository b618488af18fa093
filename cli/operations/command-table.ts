import { type OutlinedId, outlines } from "../../generated/outlines.ts";
import type { CommandsOf } from "./operation-command.ts";
import { consents } from "./tables/consents.ts";
import { contacts } from "./tables/contacts.ts";
import { events } from "./tables/events.ts";
import { simulator } from "./tables/simulator.ts";
import { team } from "./tables/team.ts";
import { texts } from "./tables/texts.ts";

/** One command for each operation that is called with an API key, in the order of the help. */
export const commands: CommandsOf = { ...texts, ...contacts, ...consents, ...team, ...events, ...simulator };

/** The titles of groups within an area. The titles of areas come from the contract. */
export const subgroups: Record<string, string> = {
  phones: "A contact's phones",
  webhooks: "Manage webhook endpoints, and show and retry deliveries",
  endpoints: "Manage the addresses that events of the team are posted to",
};

/** The operations in the order of the help. */
export const commandIds = Object.keys(commands) as OutlinedId[];

/** Whether an operation returns its items in pages. */
export function isPaged(id: OutlinedId): boolean {
  return outlines[id].fields.some(({ name }) => name === "cursor");
}
