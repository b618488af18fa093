import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { lockTeams } from "../../server/business-numbers/lock-teams.ts";
import { transactOfTeam } from "../../server/db/commit/of-teams.ts";
import type { Database } from "../../server/db/database.ts";
import { processInbound } from "../../server/inbound/process-inbound.ts";
import { recordCallbacks } from "../../server/inbound/record-callbacks.ts";
import { deleteObjects } from "../../server/media/delete-objects.ts";
import { createS3Store } from "../../server/media/s3-store.ts";
import { newInbound } from "../support/callbacks.ts";
import { createClient } from "../support/client.ts";
import { countWaiting, createDatabase } from "../support/database.ts";
import { buildBusinessNumber, buildKey, buildTeam } from "../support/factories.ts";
import { useFakeServer } from "../support/fake-server.ts";
import { pictures, sendBytes, useFileHost } from "../support/media.ts";
import { textWithFiles } from "../support/media-form.ts";
import { settingsFor, useProcesses } from "../support/process.ts";
import { uploadOf } from "../support/uploads.ts";

let database: Database;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.close());
const processes = useProcesses();
const host = useFileHost();
const store = useFakeServer();

test("a file whose server is killed during the attempt is stored by another server, which fetches it once more", async () => {
  const em = () => database.orm.em.fork();
  const team = await buildTeam(em());
  const { phoneNumber } = await buildBusinessNumber(em(), { team, isPrimary: true });
  const url = host.serve("/killed", () => {});
  await em().transactional(async (tx) => {
    const callback = newInbound(textWithFiles(phoneNumber, [url]));
    await recordCallbacks(tx, [callback]);
    await processInbound(tx, [{ callbackId: callback.id }]);
  });
  const settings = { ...settingsFor(database), WEBHOOK_ALLOW_PRIVATE: "127.0.0.0/8" };
  const killed = await processes.startServer({ ...settings, ROLE: "worker" });
  const asked = () => host.requests.filter(({ path }) => path === "/killed").length;
  await vi.waitFor(() => expect(asked()).toBe(1));
  await killed.kill();
  host.serve("/killed", sendBytes(pictures["image/png"]));

  const server = await processes.startServer(settings);
  const [row] = await em().execute<{ id: string; attempt_count: number }[]>("select id, attempt_count from media");
  expect(row).toMatchObject({ attempt_count: 1 });
  // The time after which an attempt counts as lost.
  await em().execute("update media set next_attempt_at = now()");

  const headers = { "x-api-key": await buildKey(em(), team) };
  await vi.waitFor(async () => {
    const answer = await fetch(`${server.url}/api/media/${row!.id}`, { headers });
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(pictures["image/png"]);
  });
  expect(asked()).toBe(2);
});

test("an upload whose server is killed between the object and the row is not acknowledged, and leaves no object", async () => {
  const em = () => database.orm.em.fork();
  const team = await buildTeam(em());
  const key = await buildKey(em(), team);
  /** The objects of the store, by their paths. */
  const objects = new Set<string>();
  store.behaviour = ({ method, path }, response) => {
    if (method === "PUT") objects.add(path);
    if (method === "DELETE") objects.delete(path);
    response.writeHead(method === "GET" && !objects.has(path) ? 404 : 200);
    response.end(method === "GET" ? pictures["image/png"] : undefined);
  };
  const settings = {
    ...settingsFor(database),
    MEDIA_STORE: `s3://pictures?endpoint=${store.url}`,
    AWS_ACCESS_KEY_ID: "the id of the tests",
    AWS_SECRET_ACCESS_KEY: "the secret of the tests",
  };
  const upload = (url: string) =>
    createClient(url, key).raw("uploadMedia", { ...uploadOf(pictures["image/png"]), idempotencyKey: "key" });
  const killed = await processes.startServer(settings);

  let ended: Promise<unknown> = Promise.resolve();
  await transactOfTeam(database.orm, team.id, async (tx) => {
    // The row of an upload waits for this lock, and its object does not.
    await lockTeams(tx, [team.id]);
    ended = upload(killed.url).catch(() => "not acknowledged");
    await vi.waitFor(async () => expect(await countWaiting(database)).toBe(1));
    await killed.kill();
  });

  expect(await ended).toBe("not acknowledged");
  expect(objects.size).toBe(1);
  const [orphan] = objects;
  expect(await em().execute("select from media where team_id = ?", [team.id])).toEqual([]);

  // As after two hours.
  await em().execute(
    "update media_deletion set created_at = (created_at at time zone 'UTC' - interval '2 hours') at time zone 'UTC'",
  );
  const server = await processes.startServer(settings);
  const { status, body } = await upload(server.url);
  expect(status).toBe(201);
  const credentials = { accessKeyId: "another id", secretAccessKey: "another secret" };
  const s3 = createS3Store({ bucket: "pictures", prefix: "", region: "us-east-1", endpoint: store.url, credentials });
  await deleteObjects(database.orm, s3);
  await s3.close();
  expect(objects.has(orphan!)).toBe(false);
  expect([...objects]).toEqual([`/pictures/${team.id}/${body.media.id}`]);
  const answer = await fetch(`${server.url}/api/media/${body.media.id}`, { headers: { "x-api-key": key } });
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(pictures["image/png"]);
  expect(await em().execute("select from media_deletion")).toEqual([]);
});
