import { randomBytes } from "node:crypto";
import { createClient } from "../client/client.ts";
import { type FollowOptions, followEvents } from "../client/follow-events.ts";
import { connect, requireKey } from "../connection/connect.ts";
import { usageError } from "../failures.ts";
import { type Io, tell, untilInterrupted } from "../io.ts";
import { commands } from "../operations/command-table.ts";
import { formatOf, type OutputOptions, writePages } from "../output/output.ts";
import { formatAnswer, formatEvent } from "./format.ts";
import { forwardEvent } from "./forward.ts";

export interface ListenOptions extends OutputOptions, FollowOptions {
  /** The address that events are posted to. */
  forwardTo?: string;
  /** The key of the signatures, `whsec_…`. */
  secret?: string;
}

/** `messaging listen`: shows the events of the team until Ctrl-C, and posts them to an address. */
export async function listenToEvents(io: Io, options: ListenOptions): Promise<void> {
  const { forwardTo, secret = `whsec_${randomBytes(32).toString("base64")}` } = options;
  if (options.jq !== undefined) {
    throw usageError("--jq cannot be combined with listen, whose output has no end. Pipe -o jsonl into jq instead.");
  }
  if (options.secret !== undefined && forwardTo === undefined) throw usageError("--secret needs --forward-to.");
  const format = formatOf(io, options);
  const connection = await connect(io, options);
  const sends = !options.dryRun && !options.curl;
  if (sends) requireKey(connection);
  const client = createClient(io, connection, options);

  await untilInterrupted(io, async (until) => {
    if (sends) tell(io, `Waiting for events of ${connection.url}. Ctrl-C ends.`);
    if (sends && forwardTo !== undefined) {
      const shown = options.secret === undefined ? secret : "the secret of --secret";
      tell(io, `Events are posted to ${forwardTo}, signed with ${shown}`);
    }
    const rows = (async function* () {
      for await (const received of followEvents(io, { client, connection }, options, until)) {
        if (format === "table") io.stdout.write(`${formatEvent(io, received.event)}\n`);
        const answer = forwardTo && (await forwardEvent(forwardTo, secret, received, until));
        // A post that Ctrl-C interrupted has no answer.
        if (until.aborted) return;
        if (format === "table" && answer) io.stdout.write(`${formatAnswer(io, answer)}\n`);
        yield { events: [{ ...received.event, ...(answer && { answer }) }] };
      }
    })();
    if (format === "table") for await (const _ of rows);
    // Endless output cannot be one JSON value, so each event is a line.
    else await writePages(io, { ...options, output: format === "json" ? "jsonl" : format }, rows, commands.listEvents);
  });
}
