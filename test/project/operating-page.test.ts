import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ofOtherTests, typed } from "../deploy/page-lines.ts";
import { runInProcess } from "../support/cli.ts";

const root = join(import.meta.dirname, "..", "..");
const page = readFileSync(join(root, "docs", "operating.md"), "utf8");

/** The command lines of the blocks, without their comments, up to the remark of a block that the rest is not tried. */
const lines = [...page.matchAll(/^ *```sh\n(.*?)^ *```$/gms)]
  .flatMap(([, block = ""]) => block.split(/^ *# Not tried: /m)[0]!.split("\n"))
  .map((line) => line.replace(/ +# .*/, "").trim())
  .filter((line) => line !== "");

test("docs/operating.md: each command of a block is run by a test, or is marked as not tried", () => {
  const run = [...Object.values(typed), ...Object.keys(ofOtherTests)];

  expect([...new Set(lines)].toSorted()).toEqual(run.toSorted());
});

test.each(Object.entries(ofOtherTests))("docs/operating.md: the test of `%s` has it", (_, [file, text]) => {
  expect(readFileSync(join(root, "test", `${file}.test.ts`), "utf8")).toContain(text);
});

test("docs/operating.md: the commands in sentences exist, with their options", async () => {
  const { stdout } = await runInProcess(["commands", "-o", "json"]);
  const commands = JSON.parse(stdout) as { name: string; flags: { flags: string }[] }[];
  const sentences = [...page.matchAll(/`messaging ([a-z][^`]*)`/g)].map(([, command = ""]) => command);
  expect(sentences.length).toBeGreaterThan(10);

  for (const sentence of sentences) {
    const command = commands.find(({ name }) => `${sentence} `.startsWith(`${name} `));
    expect(command, sentence).toBeDefined();
    const flags = command!.flags.flatMap((each) => each.flags.split(/[ ,]+/));
    expect(flags, sentence).toEqual(expect.arrayContaining(sentence.match(/--[a-z-]+/g) ?? []));
  }
});
