import { expect, test } from "vitest";
import { readClock } from "../../server/db/clock.ts";
import { deleteObjects } from "../../server/media/delete-objects.ts";
import { type ObjectKey, type ObjectStore, StoreUnavailable } from "../../server/media/object-store.ts";
import { pruneUploads } from "../../server/media/prune-uploads.ts";
import { useApp, useNeighbour } from "../support/app.ts";
import { pictures, receiveFiles, sendBytes, useFetcher, useFileHost, whenFetched } from "../support/media.ts";
import { expireUploads, upload, uploadOf } from "../support/uploads.ts";

/** A store in memory. While it is away, it answers nothing. */
const stored = new Map<string, Buffer>();
let isAway = false;
const nameOf = ({ teamId, id }: ObjectKey) => `${teamId}/${id}`;
const checkAway = () => {
  if (isAway) throw new StoreUnavailable("store_ECONNREFUSED");
};
const objects: ObjectStore = {
  async put(key, bytes) {
    checkAway();
    stored.set(nameOf(key), bytes);
  },
  async *get(key) {
    checkAway();
    yield stored.get(nameOf(key))!;
  },
  async delete(key) {
    checkAway();
    stored.delete(nameOf(key));
  },
  async close() {},
};

const app = useApp({ secrets: { objects } });
const withoutStore = useNeighbour(app);
const host = useFileHost();
useFetcher(app, { objects, delays: [0.05] });

const png = pictures["image/png"];
const marked = async (id: string) =>
  (await app.em().execute<unknown[]>("select from media_deletion where media_id = ?", [id])).length;

/** Deletes the objects whose marks are old enough, as after two hours. */
async function deleteLater() {
  await app
    .em()
    .execute(
      "update media_deletion set created_at = (created_at at time zone 'UTC' - interval '2 hours') at time zone 'UTC'",
    );
  return deleteObjects(app.database.orm, objects);
}

test("with a store, the bytes of a file are there and not in the database", async () => {
  const { client, number, key, team } = await app.signIn();
  const message = await receiveFiles(app, { client, number }, [host.serve("/object", sendBytes(png))]);
  const { id } = await whenFetched(app, message);

  expect(stored.get(`${team.id}/${id}`)).toEqual(png);
  expect(await app.em().execute("select from media_part where media_id = ?", [id])).toEqual([]);
  const answer = await fetch(`${app.url}/api/media/${id}`, { headers: { "x-api-key": key } });
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(png);
});

test("a file is answered with 503 while its store is away, or not configured", async () => {
  const { client, number, key } = await app.signIn();
  const message = await receiveFiles(app, { client, number }, [host.serve("/away", sendBytes(png))]);
  const { id } = await whenFetched(app, message);
  const read = async ({ url }: { url: string }) => {
    const answer = await fetch(`${url}/api/media/${id}`, { headers: { "x-api-key": key } });
    return { status: answer.status, body: await answer.text() };
  };

  isAway = true;
  const away = await read(app).finally(() => {
    isAway = false;
  });

  for (const { status, body } of [away, await read(withoutStore)]) {
    expect({ status, ...JSON.parse(body) }).toMatchObject({ status: 503, error: "server_error" });
  }
  expect((await read(app)).status).toBe(200);
});

test("a file whose attempts fail leaves no object, also if an earlier attempt stored one without a record", async () => {
  const { client, number, team } = await app.signIn();
  const message = await receiveFiles(app, { client, number }, [
    host.serve("/gone", (response) => response.writeHead(404).end()),
  ]);
  const { id, state } = await whenFetched(app, message);
  expect(state).toBe("failed");
  expect(await marked(id!)).toBe(1);
  stored.set(`${team.id}/${id}`, png);

  isAway = true;
  await expect(deleteLater()).rejects.toThrow(StoreUnavailable);
  isAway = false;
  expect(await marked(id!)).toBe(1);

  await deleteLater();
  expect(await marked(id!)).toBe(0);
  expect(stored.has(`${team.id}/${id}`)).toBe(false);
});

test("an uploaded file is in the store, and is deleted there once no text has used it in time", async () => {
  const { client, key, team } = await app.signIn();
  const [id, other] = [await upload(client, png), await upload(client, png)];
  expect(stored.get(`${team.id}/${id}`)).toEqual(png);
  expect(await app.em().execute("select from media_part where media_id = ?", [id])).toEqual([]);
  const read = async () => (await fetch(`${app.url}/api/media/${id}`, { headers: { "x-api-key": key } })).status;
  expect(await read()).toBe(200);
  await deleteLater();
  expect(await read()).toBe(200);

  await expireUploads(app.em(), team, 1);
  await pruneUploads(app.em(), await readClock(app.em()));
  expect(await read()).toBe(404);
  await deleteLater();
  expect([id, other].some((each) => stored.has(`${team.id}/${each}`))).toBe(false);
});

test("an upload while the store is away stores nothing, and can be repeated with its key", async () => {
  const { client, team } = await app.signIn();
  const send = () => client.raw("uploadMedia", { ...uploadOf(png), idempotencyKey: "key" });

  isAway = true;
  const away = await send().finally(() => {
    isAway = false;
  });
  expect(away).toMatchObject({ status: 503, body: { error: "server_error" } });
  expect(await app.em().execute("select from media where team_id = ?", [team.id])).toEqual([]);

  const [first, second] = [await send(), await send()];
  expect(first.status).toBe(201);
  expect(second.text).toBe(first.text);
  await deleteLater();
  expect([...stored.keys()].filter((name) => name.startsWith(team.id))).toEqual([`${team.id}/${first.body.media.id}`]);
});
