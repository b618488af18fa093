import { readFileSync, statSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { newId } from "../../server/db/schema/ids.ts";
import { useApp } from "../support/app.ts";
import { environmentOf, runInProcess } from "../support/cli.ts";
import { uniquePhone } from "../support/factories.ts";
import { useFiles } from "../support/files.ts";
import { pictures, storeFile } from "../support/media.ts";
import { allowFiles } from "../support/uploads.ts";

const app = useApp();
const files = useFiles();

async function openFile() {
  const { team, key } = await app.signIn();
  const id = await storeFile(app, team, pictures["image/png"]);
  const run = (...argv: string[]) => runInProcess(argv, { env: environmentOf(app.url, key) });
  return { id, run, target: `${files.nowhere}.${id}` };
}

test("media get saves a file that only its owner can read, and keeps a file that exists", async () => {
  const { id, run, target } = await openFile();

  const saved = await run("media", "get", id, target, "-o", "json");
  expect(JSON.parse(saved.stdout)).toEqual({ file: target, contentType: "image/png", bytes: 33 });

  expect(readFileSync(target)).toEqual(pictures["image/png"]);
  expect(statSync(target).mode & 0o777).toBe(0o600);
  writeFileSync(target, "mine");
  const again = await run("media", "get", id, target);
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining("it exists") });
  expect(readFileSync(target, "utf8")).toBe("mine");
});

test("media get shows the request, and the refusal of an unknown file", async () => {
  const { run, target } = await openFile();
  const shown = await run("media", "get", "the/id", target, "--dry-run", "-o", "json");
  expect(JSON.parse(shown.stdout)).toMatchObject({ method: "GET", url: `${app.url}/api/media/the%2Fid` });
  expect(await run("media", "get", newId(), target)).toMatchObject({ code: 5 });
});

test("media link prints the address of the file", async () => {
  const { id, run } = await openFile();
  const { stdout } = await run("media", "link", id, "--seconds", "600", "-o", "id");
  const answer = await fetch(stdout.trim());
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(pictures["image/png"]);
});

/** A team whose number can send files, and a picture on disk. */
async function openPicture() {
  const { team, key, client } = await app.signIn();
  await allowFiles(app.em(), team);
  const run = (...argv: string[]) => runInProcess(argv, { env: environmentOf(app.url, key) });
  const picture = `${files.nowhere}.png`;
  writeFileSync(picture, pictures["image/png"]);
  return { run, client, picture };
}

test("media upload stores a file, and prints its id", async () => {
  const { run, client, picture } = await openPicture();
  const { code, stdout } = await run("media", "upload", picture, "-o", "id");
  expect(code).toBe(0);
  expect(await client.raw("getMedia", { path: { id: stdout.trim() } })).toMatchObject({ status: 200 });
  const again = await run("media", "upload", picture, "-o", "json", "--idempotency-key", "key");
  expect(await run("media", "upload", picture, "-o", "json", "--idempotency-key", "key")).toMatchObject({
    stdout: again.stdout,
  });
});

test("media upload shows the request, and refuses what cannot be uploaded", async () => {
  const { run, picture } = await openPicture();
  const shown = await run("media", "upload", picture, "--curl");
  expect(shown.stdout).toContain(`-X POST '${app.url}/api/media'`);
  expect(shown.stdout).toContain("--data-binary @FILE");
  expect(await run("media", "upload", files.nowhere)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("cannot be read: ENOENT"),
  });
  writeFileSync(picture, "<html>");
  expect(await run("media", "upload", picture)).toMatchObject({ code: 3 });
  writeFileSync(picture, Buffer.alloc(5 * 1_048_576 + 1));
  expect(await run("media", "upload", picture)).toMatchObject({ code: 3 });
});

const address = "https://example.com/picture.jpg";

test("send --media uploads files, passes addresses on, and needs no text", async () => {
  const { run, picture } = await openPicture();
  const phone = uniquePhone();

  const sent = await run("send", phone, "--media", picture, "--media", address, "-o", "json");

  const { message } = JSON.parse(sent.stdout);
  expect(message.media).toMatchObject([{ url: address }, { contentType: "image/png", bytes: 33 }]);
  expect(app.provider.texts.find(({ to }) => to === phone)!.mediaUrls).toHaveLength(2);
});

test("send --media sends once if it is repeated with the same key", async () => {
  const { run, picture } = await openPicture();
  const phone = uniquePhone();
  const send = () => run("send", phone, "look", "--media", picture, "--idempotency-key", "key", "-o", "json");
  const [first, second] = [await send(), await send()];
  expect([first.code, second.code]).toEqual([0, 0]);
  expect(second.stdout).toBe(first.stdout);
  expect(app.provider.texts.filter(({ to }) => to === phone)).toHaveLength(1);
});

test("send --media with --at waits, and with --dry-run uploads nothing", async () => {
  const { run, client, picture } = await openPicture();
  const shown = await run("send", uniquePhone(), "--media", picture, "--dry-run", "-o", "json");
  expect(JSON.parse(shown.stdout).body.mediaIds).toEqual([`the id of ${picture}`]);
  expect((await client.listAuditEvents()).auditEvents.map(({ operation }) => operation)).not.toContain("uploadMedia");

  const waiting = await run("send", uniquePhone(), "--media", picture, "--at", "2h", "-o", "json");
  expect(JSON.parse(waiting.stdout).message).toMatchObject({ status: "scheduled", media: [{ bytes: 33 }] });
});

test("send --file takes no --media", async () => {
  const { run, picture } = await openPicture();
  expect(await run("send", "--file", picture, "--media", address)).toMatchObject({ code: 2 });
});
