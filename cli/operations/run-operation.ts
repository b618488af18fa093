import { operations } from "../../generated/operations.ts";
import type { OutlinedId } from "../../generated/outlines.ts";
import { createClient } from "../client/client.ts";
import { walkPages } from "../client/paging.ts";
import { findRecording, withinRecording } from "../client/recording.ts";
import { type ConnectionOptions, connect } from "../connection/connect.ts";
import type { Io } from "../io.ts";
import { type OutputOptions, writePages, writeResult } from "../output/output.ts";
import { commands, isPaged } from "./command-table.ts";
import { readInput } from "./input.ts";
import type { OperationCommand } from "./operation-command.ts";
import { createValueReader } from "./values.ts";

interface OperationOptions extends OutputOptions, ConnectionOptions {
  all?: boolean;
  limit?: number;
}

/** Calls an operation with the arguments and flags of its command, and writes the response. */
export async function runOperation(
  io: Io,
  id: OutlinedId,
  { args, given }: { args: string[]; given: OperationOptions & Record<string, unknown> },
): Promise<void> {
  const command: OperationCommand = commands[id];
  const connection = await connect(io, given);
  const input = await readInput(id, { args, given }, createValueReader(io, connection.country, given.encoding));
  const client = createClient(io, connection, given, { isRepeatable: operations[id].once === null });
  if (!isPaged(id)) return writeResult(io, given, await client.call(id, input), command);

  const { since } = input.query;
  // Only a request that is sent: the time of the recording is an answer of the server.
  if (id === "listEvents" && typeof since === "string" && !given.dryRun && !given.curl)
    input.query.since = withinRecording(io, await findRecording(client), since, "The list");
  const walk = walkPages(client, id, { input, rows: command.rows!, all: given.all, limit: given.limit });
  await writePages(io, given, walk.pages(), command);
  walk.tellIfMore(io);
}
