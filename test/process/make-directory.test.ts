import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeDirectory } from "../../server/make-directory.ts";
import { useApp } from "../support/app.ts";
import { runInProcess } from "../support/cli.ts";
import { noSettings, settingsFor } from "../support/process.ts";

const app = useApp();

const home = mkdtempSync(join(tmpdir(), "messaging-directories-"));
afterAll(() => rmSync(home, { recursive: true }));

test("a directory is made with those above it, for its owner only, and may exist", () => {
  const path = join(home, "a", "b");
  for (const _ of [1, 2]) makeDirectory(path);

  expect([path, join(home, "a")].map((each) => statSync(each).mode & 0o777)).toEqual([0o700, 0o700]);
});

test("a directory below a file is refused", () => {
  const file = join(home, "file");
  writeFileSync(file, "");

  for (const path of [file, join(file, "x")])
    expect(() => makeDirectory(path)).toThrow(`The directory ${path} cannot be made: `);
});

test("a profile and a completion are refused where the file system takes no directories", async () => {
  const { key } = await app.signIn();
  const env = { ...noSettings, MESSAGING_CONFIG_DIR: "/proc/x" };

  expect(await runInProcess(["login", "--url", app.url, "--api-key-stdin"], { env, stdin: key })).toMatchObject({
    code: 3,
    stdout: "",
    stderr: expect.stringContaining("Cannot save the profiles: The directory /proc/x cannot be made: "),
  });
  const home = { ...env, HOME: "/proc/x" };
  expect(await runInProcess(["completion", "fish", "--install"], { env: home })).toMatchObject({
    code: 3,
    stderr: expect.stringContaining("The directory /proc/x/.config"),
  });
});

test("a backup is refused where the file system takes no directories", async () => {
  const env = { ...noSettings, MESSAGING_CONFIG_DIR: "/nonexistent", ...settingsFor(app.database) };

  expect(await runInProcess(["db", "backup", "/proc/x"], { env })).toMatchObject({
    code: 3,
    stdout: "",
    stderr: expect.stringContaining("The directory /proc/x cannot be made: "),
  });
});
