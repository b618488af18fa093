import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newConfigDir, runInProcess } from "../support/cli.ts";

const home = newConfigDir();
const launcher = `'${join(import.meta.dirname, "..", "..", "cli", "messaging")}'`;

/** Returns the possible next words of a command line, as the shell's script requests them. */
async function complete(...words: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await runInProcess(["complete", "--", ...words]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const lines = stdout.trimEnd().split("\n");
  expect(lines.at(-1)).toMatch(/^:\d+$/);
  return lines.slice(0, -1).map((line) => line.split("\t")[0]!);
}

test("commands are completed at every level", async () => {
  expect(await complete("se")).toEqual(expect.arrayContaining(["send", "segments", "serve"]));
  expect(await complete("numbers", "")).toEqual(expect.arrayContaining(["list", "make-primary", "archive", "move"]));
  expect(await complete("profiles", "u")).toEqual(["use"]);
});

test("flags and their values are completed, including global flags", async () => {
  expect(await complete("numbers", "create", "--s")).toEqual(expect.arrayContaining(["--sid", "--setting"]));
  expect(await complete("numbers", "create", "--type", "")).toEqual(["local", "mobile", "toll_free"]);
  expect(await complete("threads", "list", "--output", "")).toEqual(["table", "json", "jsonl", "csv", "id"]);
  expect(await complete("completion", "")).toEqual(expect.arrayContaining(["bash", "zsh", "fish"]));
});

test.each(["bash", "zsh", "fish"])("the script for %s calls `messaging complete`", async (shell) => {
  const { code, stdout } = await runInProcess(["completion", shell]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/messaging complete --/);
});

test.each([
  ["bash", ".bashrc", `[ -x ${launcher} ] && source <(${launcher} completion bash)\n`],
  ["zsh", ".zshrc", `[ -x ${launcher} ] && source <(${launcher} completion zsh)\n`],
  ["fish", ".config/fish/completions/messaging.fish", /messaging complete --/],
])("--install makes %s load the completion, and changes nothing the second time", async (shell, file, content) => {
  const install = async () =>
    JSON.parse((await runInProcess(["completion", shell, "--install"], { env: { HOME: home } })).stdout);

  expect(await install()).toEqual({ shell, file: join(home, file), installed: true });
  expect(await install()).toMatchObject({ installed: false });
  expect(readFileSync(join(home, file), "utf8")).toEqual(
    typeof content === "string" ? content : expect.stringMatching(content),
  );
});
