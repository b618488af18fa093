import { expect, test } from "vitest";
import { deleteObjects } from "../../server/media/delete-objects.ts";
import { type ObjectKey, type ObjectStore, StoreUnavailable } from "../../server/media/object-store.ts";
import { useApp, useNeighbour } from "../support/app.ts";
import { pictures, receiveFiles, sendBytes, useFetcher, useFileHost, whenFetched } from "../support/media.ts";

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
  await expect(deleteObjects(app.database.orm, objects)).rejects.toThrow(StoreUnavailable);
  isAway = false;
  expect(await marked(id!)).toBe(1);

  await deleteObjects(app.database.orm, objects);
  expect(await marked(id!)).toBe(0);
  expect(stored.has(`${team.id}/${id}`)).toBe(false);
});
