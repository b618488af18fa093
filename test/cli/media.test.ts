import { readFileSync, statSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { newId } from "../../server/db/schema/ids.ts";
import { useApp } from "../support/app.ts";
import { environmentOf, runInProcess } from "../support/cli.ts";
import { useFiles } from "../support/files.ts";
import { pictures, storeFile } from "../support/media.ts";

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
