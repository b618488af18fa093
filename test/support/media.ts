/**
 * Files of inbound texts, and the host that they are fetched from.
 */
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, vi } from "vitest";
import type { Message } from "../../generated/api.ts";
import { readClock } from "../../server/db/clock.ts";
import { transactOfTeam } from "../../server/db/commit/of-teams.ts";
import type { Orm } from "../../server/db/orm.ts";
import { createLog } from "../../server/log.ts";
import { contentTypeOf } from "../../server/media/content-type.ts";
import { createFileFetcher, type FileFetcherOptions } from "../../server/media/fetch-file.ts";
import { MediaFetcher, type MediaFetcherOptions } from "../../server/media/fetcher.ts";
import { claimFile } from "../../server/media/find-due.ts";
import { insertMedia, withIds } from "../../server/media/insert-media.ts";
import { recordStored, sha256Of } from "../../server/media/record-attempt.ts";
import { guardAddresses } from "../../server/webhooks/addresses.ts";
import type { TestApp } from "./app.ts";
import { postCallback } from "./callbacks.ts";
import type { Client } from "./client.ts";
import { buildMessage, type TestTeam, uniquePhone } from "./factories.ts";
import { createFakeServer, type FakeServer } from "./fake-server.ts";
import { textWithFiles } from "./media-form.ts";
import { onlyHere } from "./webhooks.ts";

/** The beginning of a picture of each type. */
export const pictures = {
  "image/png": Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex"),
  "image/jpeg": Buffer.from("ffd8ffe000104a46494600010100000100010000ffdb", "hex"),
  "image/gif": Buffer.from("GIF89a\x01\x00\x01\x00\x80\x00\x00", "latin1"),
  "image/webp": Buffer.from("RIFF\x24\x00\x00\x00WEBPVP8 \x18\x00\x00\x00", "latin1"),
};

interface TestFetcherOptions extends Partial<MediaFetcherOptions>, Partial<Omit<FileFetcherOptions, "findAddresses">> {
  /** The CIDR ranges of private addresses that may be connected to; loopback by default. */
  allowed?: string[];
}

/** Starts to fetch files from loopback; a test reaches no other address. */
export function startTestFetcher(
  app: TestApp,
  {
    allowed = ["127.0.0.0/8"],
    authorize = () => ({}),
    timeoutMilliseconds = 2_000,
    ...options
  }: TestFetcherOptions = {},
): MediaFetcher {
  const fetchFile = createFileFetcher({
    findAddresses: guardAddresses(onlyHere, allowed),
    authorize,
    timeoutMilliseconds,
  });
  const log = createLog("silent");
  return new MediaFetcher({ orm: app.database.orm, log, fetchFile, pauseMilliseconds: 20, ...options });
}

/** Fetches files from loopback while the tests of a file run. */
export function useFetcher(app: TestApp, options: TestFetcherOptions = {}): void {
  let fetcher: MediaFetcher | undefined;
  beforeAll(() => {
    fetcher = startTestFetcher(app, options);
  });
  afterAll(() => fetcher?.stop());
}

/** Answers the request for a file. */
type FileAnswer = (response: ServerResponse) => unknown;

/** Answers with bytes. */
export const sendBytes =
  (bytes: Buffer, headers: Record<string, string> = {}): FileAnswer =>
  (response) =>
    response.writeHead(200, headers).end(bytes);

/** A host of files on loopback. */
export interface FileHost {
  /** Answers the requests for a path, and returns its URL. */
  serve(path: string, answer: FileAnswer): string;
  readonly requests: FakeServer["requests"];
}

/** Starts a host of files for the tests of a file. Unknown paths have no file. */
export function useFileHost(): FileHost {
  const paths = new Map<string, FileAnswer>();
  let server: FakeServer | undefined;
  beforeAll(async () => {
    server = await createFakeServer();
    server.behaviour = ({ path }, response) => {
      const answer = paths.get(path) ?? ((missing: ServerResponse) => missing.writeHead(404).end());
      return answer(response);
    };
  });
  afterAll(() => server?.close());
  return {
    serve(path, answer) {
      paths.set(path, answer);
      return `${server!.url}${path}`;
    },
    get requests() {
      return server!.requests;
    },
  };
}

/** Stores a file of a new message, as if it had been fetched, and returns its id. */
export async function storeFile(app: Pick<TestApp, "em" | "database">, team: TestTeam, file: Buffer): Promise<string> {
  const media = withIds([{ url: "https://media.example/1", contentType: null }]);
  const { id: messageId } = await buildMessage(app.em(), { team, media });
  const now = await readClock(app.em());
  const { orm } = app.database;
  await transactOfTeam(orm, team.id, (tx) => insertMedia(tx, [{ teamId: team.id, messageId, media }], now));
  const { id } = media[0]!;
  await storeClaimed(orm, { teamId: team.id, id }, file);
  return id;
}

/** A picture of one pixel that browsers show. */
export const wholePicture = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

/** Stores the next pending file of a team, as if it had been fetched. */
export async function storeNext({ database }: Pick<TestApp, "database">, team: TestTeam, file: Buffer): Promise<void> {
  const { orm } = database;
  const [due] = await orm.em
    .fork()
    .execute<{ id: string }[]>("select id from media where team_id = ? and state = 'pending' order by place", [
      team.id,
    ]);
  await storeClaimed(orm, { teamId: team.id, id: due!.id }, file);
}

async function storeClaimed(orm: Orm, key: { teamId: string; id: string }, file: Buffer): Promise<void> {
  const claimed = await claimFile(orm, key);
  const fetched = { file, contentType: await contentTypeOf(file), sha256: sha256Of(file), store: "db" } as const;
  expect(await recordStored(orm, claimed!, fetched)).toBe(true);
}

type ShownFile = Message["media"][number];

/** Receives a text with the files of these addresses, and returns the message. */
export async function receiveFiles(
  app: TestApp,
  { client, number }: { client: Client; number: string },
  urls: string[],
  contentType = "image/jpeg",
): Promise<Message> {
  const from = uniquePhone();
  const form = textWithFiles(number, urls, contentType, from);
  const answer = await postCallback(app, "inbound", form);
  expect(answer.status, answer.text).toBe(200);
  await app.jobs.drain();
  return readMessage(client, from);
}

async function readMessage(client: Client, phone: string): Promise<Message> {
  const { threads } = await client.listThreads({ query: { phones: [phone] } });
  const { messages } = await client.listThreadMessages({ path: { id: threads[0]!.id } });
  return messages[0]!;
}

/** The file of a message, once no attempt follows. */
export async function whenFetched(
  app: TestApp,
  { media }: Message,
  at = 0,
): Promise<ShownFile & { error: string | null }> {
  const { id } = media[at]!;
  return vi.waitFor(async () => {
    const [row] = await app.em().execute<{ error: string | null; shown: ShownFile }[]>(
      `select f.error, m.media -> f.place::int as shown from media f
       join message m on m.team_id = f.team_id and m.id = f.message_id where f.id = ? and f.state <> 'pending'`,
      [id],
    );
    expect(row, "the file is not pending").toBeDefined();
    return { ...row!.shown, error: row!.error };
  });
}

/** Makes the next attempts of a file due now. */
export const makeFileDue = (app: TestApp, id: string) =>
  app.em().execute("update media set next_attempt_at = now() where id = ? and state = 'pending'", [id]);
