import { setTimeout as wait } from "node:timers/promises";
import type { EventRecord } from "../../generated/api.ts";
import { operations } from "../../generated/operations.ts";
import type { Connection, ConnectionOptions } from "../connection/connect.ts";
import { Failure, isTemporary } from "../failures.ts";
import { type Io, tell } from "../io.ts";
import { plain, styled } from "../output/plain-text.ts";
import type { Client } from "./client.ts";
import { readMessages } from "./read-messages.ts";
import { findRecording, withinRecording } from "./recording.ts";
import { streamText } from "./stream.ts";
import { UnsentRequest } from "./unsent-request.ts";

/** An event with its JSON, which is the body of a webhook. */
export interface ReceivedEvent {
  event: EventRecord;
  json: string;
}

export interface FollowOptions extends ConnectionOptions {
  /** The types, separated by commas; all types if undefined. */
  types?: string;
  /** How far back the first event may be, in milliseconds; undefined for new events only. */
  replay?: number;
}

/** The pauses before new connections. A random part of each keeps many clients from coming back at once. */
const firstPauseMilliseconds = 500;
const maxPauseMilliseconds = 30_000;

/**
 * Yields the events of the team until the signal, from their start on; see `followFrom`.
 *
 * @throws UnsentRequest with `--dry-run` and `--curl`
 */
export async function* followEvents(
  io: Io,
  { client, connection }: { client: Client; connection: Connection },
  options: FollowOptions,
  until: AbortSignal,
): AsyncGenerator<ReceivedEvent> {
  if (options.dryRun || options.curl) throw new UnsentRequest(requestOf(connection, options, {}));
  yield* followFrom(io, connection, options, await findStart(io, client, options), until);
}

/**
 * Yields the events of the team from a start on, until the signal. A lost connection is opened again after a pause that grows up to half a
 * minute. The new one continues after the last event whose processing has ended. Losses and recoveries are written to
 * stderr.
 *
 * @throws Failure if the server refuses the request, or for a lost connection with `--no-retry`
 */
export async function* followFrom(
  io: Io,
  connection: Connection,
  options: FollowOptions,
  from: Start,
  until: AbortSignal,
): AsyncGenerator<ReceivedEvent> {
  let start = from;
  let losses = 0;
  while (!until.aborted) {
    try {
      for await (const { id, data } of readMessages(
        streamText(connection, requestOf(connection, options, start), until),
      )) {
        if (losses > 0) tell(io, styled(io, "dim", "Connected again."));
        losses = 0;
        if (data !== undefined) yield { event: JSON.parse(data), json: data };
        if (id) start = { position: id };
      }
      if (until.aborted) return;
      throw new Failure("server", "The server ended the stream.");
    } catch (error) {
      if (!isTemporary(error) || options.retry === false) throw error;
      losses += 1;
      if (losses === 1) tell(io, styled(io, "dim", `${plain(error.message)} Connecting again.`));
    }
    const pause = Math.min(firstPauseMilliseconds * 2 ** (losses - 1), maxPauseMilliseconds);
    await wait(pause * (0.5 + Math.random() / 2), undefined, { signal: until }).catch(() => {});
  }
}

/** Where a stream starts: after a position, or at a time; without both now. */
export interface Start {
  position?: string;
  since?: string;
}

/** Finds the start before the first connection, so that a connection that is lost at once loses no event. */
export async function findStart(io: Io, client: Client, { types, replay }: FollowOptions): Promise<Start> {
  const recording = await findRecording(client, types);
  if (replay === undefined) return { position: recording.position };
  const since = new Date(Date.now() - replay).toISOString();
  return { since: withinRecording(io, recording, since, "The replay") };
}

function requestOf({ url }: Connection, { types }: FollowOptions, { position, since }: Start): Request {
  const query = new URLSearchParams({ ...(types !== undefined && { types }), ...(since !== undefined && { since }) });
  const search = query.size > 0 ? `?${query}` : "";
  return new Request(`${url}${operations.streamEvents.path}${search}`, {
    headers: { accept: "text/event-stream", ...(position !== undefined && { "last-event-id": position }) },
  });
}
