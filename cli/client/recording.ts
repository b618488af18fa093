import type { EventType } from "../../generated/api.ts";
import { type Io, tell } from "../io.ts";
import { plain } from "../output/plain-text.ts";
import type { Client } from "./client.ts";

/** A time after all events, at which a list is empty and its position is the present one. */
const afterAllEvents = "9999-12-31T00:00:00Z";

/** The recording of the team's events: its present position, and its beginning. */
export interface Recording {
  position: string;
  recordedSince: string;
}

/** Reads where the recording begins and how far it is; it begins now if it had not begun. */
export async function findRecording(client: Client, types?: string): Promise<Recording> {
  const filter = types === undefined ? {} : { types: [types as EventType] };
  const { data } = await client.api.GET("/api/events", {
    params: { query: { ...filter, since: afterAllEvents, per_page: 1 } },
  });
  return data!;
}

/** Returns a time of the recording: the given time or, with a note, the beginning if that is later. */
export function withinRecording(io: Io, { recordedSince }: Recording, since: string, what: string): string {
  if (Date.parse(since) > Date.parse(recordedSince)) return since;
  tell(io, `The events of this team are recorded since ${plain(recordedSince)}. ${what} begins there.`);
  return recordedSince;
}
