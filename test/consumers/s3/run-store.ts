/**
 * Runs the service with its files in an S3-compatible store: an API and a worker on one database. The bytes must come back as
 * they were, be in the store alone, and survive a wrong secret, which the store refuses.
 */
import { createHash, randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { S3Settings } from "../../../server/config.ts";
import type { Database } from "../../../server/db/database.ts";
import { newId } from "../../../server/db/schema/ids.ts";
import { createS3Store } from "../../../server/media/s3-store.ts";
import { postCallback } from "../../support/callbacks.ts";
import { buildBusinessNumber, buildKey, buildTeam } from "../../support/factories.ts";
import { createFakeServer } from "../../support/fake-server.ts";
import { textWithFiles } from "../../support/media-form.ts";
import { createProcesses, settingsFor } from "../../support/process.ts";
import { startMoto } from "./moto.ts";

const bucket = "pictures";
const prefix = "messaging/files";

/** @throws Error with what is wrong */
export async function runStore(database: Database): Promise<void> {
  const moto = await startMoto(bucket);
  const processes = createProcesses();
  const host = await createFakeServer();
  try {
    const { endpoint, credentials } = moto;
    const s3: S3Settings = { bucket, prefix, region: "us-east-1", endpoint, credentials };
    await checkObjects(s3);
    const settings = {
      ...settingsFor(database),
      WEBHOOK_ALLOW_PRIVATE: "127.0.0.0/8",
      MEDIA_STORE: `s3://${bucket}/${prefix}?region=us-east-1&endpoint=${encodeURIComponent(endpoint)}`,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    };
    const [api] = await Promise.all([
      processes.startServer({ ...settings, ROLE: "api" }),
      processes.startServer({ ...settings, ROLE: "worker" }),
    ]);
    const em = database.orm.em.fork();
    const team = await buildTeam(em);
    const { phoneNumber } = await buildBusinessNumber(em, { team, isPrimary: true });
    const headers = { "x-api-key": await buildKey(em, team) };
    const file = Buffer.concat([Buffer.from("GIF89a"), randomBytes(5_000_000)]);
    host.behaviour = (_, response) => response.end(file);
    const authToken = settings.WEBHOOK_CLIENT_SECRET!;
    await postCallback(api, "inbound", textWithFiles(phoneNumber, [`${host.url}/1`]), { authToken });
    const id = await untilStored(api.url, headers);

    const answer = await fetch(`${api.url}/api/media/${id}`, { headers });
    expect(answer.headers.get("content-type") === "image/gif", "the type is that of the content");
    expect(file.equals(Buffer.from(await answer.arrayBuffer())), "the service returns the bytes");
    const parts = await em.execute("select from media_part where team_id = ?", [team.id]);
    expect(parts.length === 0, "no byte is in the database");
    const object = await readAll(createS3Store(s3).get({ teamId: team.id, id }));
    expect(file.equals(object), "the object has the bytes");
  } finally {
    await host.close();
    await processes.end();
    await moto.close();
  }
}

/** Puts, gets and deletes an object, with the right secret and with a wrong one. */
async function checkObjects(s3: S3Settings): Promise<void> {
  const key = { teamId: newId(), id: newId() };
  const [first, second] = [randomBytes(1_000), randomBytes(2_000)];
  const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest();
  const store = createS3Store(s3);
  await store.put(key, first, sha256(first));
  await store.put(key, second, sha256(second));
  expect(second.equals(await readAll(store.get(key))), "an object is replaced");
  const wrong = createS3Store({ ...s3, credentials: { ...s3.credentials, secretAccessKey: "wrong" } });
  expect((await codeOf(wrong.put(key, first, sha256(first)))) === "store_http_403", "a wrong secret is refused");
  expect((await codeOf(readAll(wrong.get(key)))) === "store_http_403", "a wrong secret reads nothing");
  await store.delete(key);
  await store.delete(key);
  expect((await codeOf(readAll(store.get(key)))) === "store_http_404", "a deleted object is gone");
  await Promise.all([store.close(), wrong.close()]);
}

async function untilStored(url: string, headers: Record<string, string>): Promise<string> {
  for (let tries = 0; tries < 300; tries += 1) {
    const get = async (path: string) => (await fetch(`${url}${path}`, { headers })).json();
    const [thread] = (await get("/api/threads")).threads;
    const [message] = thread ? (await get(`/api/threads/${thread.id}/messages`)).messages : [];
    if (message?.media[0]?.state === "stored") return message.media[0].id;
    await wait(100);
  }
  throw new Error("The file is not stored.");
}

async function readAll(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

const codeOf = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error) => error.code,
  );

function expect(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(`It is not true that ${what}.`);
}
