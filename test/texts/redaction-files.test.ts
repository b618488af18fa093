import { expect, test, vi } from "vitest";
import { readClock } from "../../server/db/clock.ts";
import { plusMicroseconds } from "../../server/db/timestamp.ts";
import { deleteObjects } from "../../server/media/delete-objects.ts";
import type { ObjectKey, ObjectStore } from "../../server/media/object-store.ts";
import { pruneUploads } from "../../server/media/prune-uploads.ts";
import { useApp } from "../support/app.ts";
import { reportStatus } from "../support/events.ts";
import { uniquePhone } from "../support/factories.ts";
import { pictures, receiveFiles, sendBytes, useFetcher, useFileHost, whenFetched } from "../support/media.ts";
import { fromNow } from "../support/times.ts";
import { signInByTwilio, type TwilioUser } from "../support/twilio-door.ts";
import { allowFiles, upload } from "../support/uploads.ts";

const stored = new Map<string, Buffer>();
const nameOf = ({ teamId, id }: ObjectKey) => `${teamId}/${id}`;
const objects: ObjectStore = {
  async put(key, bytes) {
    stored.set(nameOf(key), bytes);
  },
  async *get(key) {
    yield stored.get(nameOf(key))!;
  },
  async delete(key) {
    stored.delete(nameOf(key));
  },
  async close() {},
};

const app = useApp();
const withStore = useApp({ secrets: { objects } });
const host = useFileHost();
useFetcher(app);
useFetcher(withStore, { objects });

const sidOf = (id: string) => `SM${id.replaceAll("-", "")}`;
const redact = ({ client }: TwilioUser, id: string) => client.messages(sidOf(id)).update({ body: "" });

/** The status of a download. */
const download = async ({ own }: TwilioUser, id: string) => (await own.raw("getMedia", { path: { id } })).status;

/** Sends a file that is stored here, and returns the id of the text, which has been delivered. */
async function sendFile({ own, number }: TwilioUser, fileId: string): Promise<string> {
  const { message } = await own.sendMessage({ body: { phone_number: uniquePhone(), mediaIds: [fileId] } });
  await reportStatus(app, { textId: message.id, from: number }, "delivered");
  return message.id;
}

async function signInWithFiles(): Promise<TwilioUser> {
  const user = await signInByTwilio(app);
  await allowFiles(app.em(), user.team);
  return user;
}

test("an uploaded file goes with the last text that uses it", async () => {
  const user = await signInWithFiles();
  const { own } = user;
  const file = await upload(own);
  const [first, second] = [await sendFile(user, file), await sendFile(user, file)];
  const sendAt = await fromNow(app.em(), 3_600);
  const { message: waiting } = await own.sendMessage({
    body: { phone_number: uniquePhone(), mediaIds: [file], sendAt },
  });

  await redact(user, first);
  expect((await own.getMessage({ path: { id: first } })).media).toEqual([]);
  expect(await download(user, file)).toBe(200);
  await redact(user, second);
  expect(await download(user, file)).toBe(200);
  await own.cancelMessage({ path: { id: waiting.id } });
  await redact(user, waiting.id);

  expect(await download(user, file)).toBe(404);
  const refused = await own.raw("sendMessage", { body: { phone_number: uniquePhone(), mediaIds: [file] } });
  expect(refused.body.error).toBe("media_not_found");
  await pruneUploads(app.em(), plusMicroseconds(await readClock(app.em()), 1_000_000));
  expect(await app.em().execute("select from media where id = ?", [file])).toEqual([]);
  expect(await app.em().execute("select from media_part where media_id = ?", [file])).toEqual([]);
});

test("a received file goes with its message, or with the text that forwards it", async () => {
  const user = await signInWithFiles();
  const { own, number, client } = user;
  const urls = ["/alone", "/forwarded"].map((path) => host.serve(path, sendBytes(pictures["image/png"])));
  const message = await receiveFiles(app, { client: own, number }, urls);
  for (const place of [0, 1]) await whenFetched(app, message, place);
  const [alone, forwarded] = message.media.map(({ id }) => id!) as [string, string];
  const text = await sendFile(user, forwarded);

  expect(await client.messages(sidOf(message.id)).remove()).toBe(true);
  expect([await download(user, alone), await download(user, forwarded)]).toEqual([404, 200]);
  expect(await app.em().execute("select from media_part where media_id = ?", [alone])).toEqual([]);

  await redact(user, text);
  expect(await download(user, forwarded)).toBe(404);
});

test("the text that forwards a received file leaves it to its message", async () => {
  const user = await signInWithFiles();
  const { own, number } = user;
  const message = await receiveFiles(app, { client: own, number }, [
    host.serve("/kept", sendBytes(pictures["image/png"])),
  ]);
  const { id } = await whenFetched(app, message);

  await redact(user, await sendFile(user, id!));

  expect(await download(user, id!)).toBe(200);
  expect((await own.getMessage({ path: { id: message.id } })).media).toMatchObject([{ id, state: "stored" }]);
});

test("the objects of files are deleted, also one that an attempt stores after the redaction", async () => {
  const user = await signInByTwilio(withStore);
  const { own, number, team } = user;
  let send: () => void = () => {};
  const asked = vi.fn();
  const urls = [
    host.serve("/object", sendBytes(pictures["image/png"])),
    host.serve("/slow", (response) => {
      asked();
      send = () => sendBytes(pictures["image/png"])(response);
    }),
  ];
  const message = await receiveFiles(withStore, { client: own, number }, urls);
  const names = message.media.map(({ id }) => nameOf({ teamId: team.id, id: id! }));
  await whenFetched(withStore, message);
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  expect(names.map((name) => stored.has(name))).toEqual([true, false]);

  await redact(user, message.id);
  send();
  await vi.waitFor(() => expect(stored.has(names[1]!)).toBe(true));
  await withStore
    .em()
    .execute(
      "update media_deletion set created_at = (created_at at time zone 'UTC' - interval '2 hours') at time zone 'UTC'",
    );
  await deleteObjects(withStore.database.orm, objects);

  expect(names.map((name) => stored.has(name))).toEqual([false, false]);
  expect(await withStore.em().execute("select from media where team_id = ?", [team.id])).toEqual([]);
  expect(await own.getMessage({ path: { id: message.id } })).toMatchObject({ body: "", media: [] });
});
