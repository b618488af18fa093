import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { processInbound } from "../../server/inbound/process-inbound.ts";
import { recordCallbacks } from "../../server/inbound/record-callbacks.ts";
import { newInbound } from "../support/callbacks.ts";
import { createDatabase } from "../support/database.ts";
import { buildBusinessNumber, buildKey, buildTeam } from "../support/factories.ts";
import { pictures, sendBytes, useFileHost } from "../support/media.ts";
import { textWithFiles } from "../support/media-form.ts";
import { settingsFor, useProcesses } from "../support/process.ts";

let database: Database;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.close());
const processes = useProcesses();
const host = useFileHost();

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
