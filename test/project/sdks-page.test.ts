import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { consumers, isGenerated } from "../consumers/consumers.ts";
import { root } from "../support/process.ts";

const page = readFileSync(join(root, "docs", "sdks.md"), "utf8");
const recipes = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, commands = ""]) => commands);

const generated = consumers.filter(isGenerated);

test.each(generated)(
  "docs/sdks.md: the recipe for $language by $generator matches its consumer",
  ({ language, generator }) => {
    const folder = join(root, "test", "consumers", language, generator);
    const scripts = ["install.sh", "build.sh"].map((name) => join(folder, name)).filter((file) => existsSync(file));

    expect(recipes).toContain(scripts.map((file) => readFileSync(file, "utf8")).join(""));
  },
);

/** The programs of the page's lines, one for each language that has a compiler at hand. */
const shownPrograms = [
  ["TypeScript", "typescript/openapi-typescript/main.ts"],
  ["Python", "python/openapi-generator/main.py"],
  ["Go", "go/openapi-generator/main.go"],
  ["Rust", "rust/openapi-generator/main.rs"],
  ["Java", "java/openapi-generator/Main.java"],
  ["Kotlin", "kotlin/openapi-generator/Main.kt"],
  ["PHP", "php/openapi-generator/main.php"],
  ["Ruby", "ruby/openapi-generator/main.rb"],
] as const;

const blocks = [...page.matchAll(/```\w+\n(.*?)```/gs)].map(([, text = ""]) => text);
const linesOf = (text: string) => text.split("\n").flatMap((line) => line.trim() || []);

test.each(shownPrograms)("docs/sdks.md: the lines in %s are part of the program that runs", (language, file) => {
  const section = page.slice(page.indexOf(`\n## ${language}\n`));
  const name = file.split("/").at(-1)!;
  const [, shown = ""] = new RegExp(`From \`${name}\`:\n\n\`\`\`\\w+\n(.*?)\`\`\``, "s").exec(section) ?? [];
  const program = linesOf(readFileSync(join(root, "test", "consumers", file), "utf8"));
  let at = -1;
  for (const line of linesOf(shown)) {
    at = program.indexOf(line, at + 1);
    expect(at, line).toBeGreaterThanOrEqual(0);
  }
  const does = ["MESSAGING_URL", "MESSAGING_API_KEY", "Your order has shipped.", "next_?cursor", "refusal|problem"];
  for (const each of does) expect(shown).toMatch(new RegExp(each, "i"));
});

test("docs/sdks.md shows every file that a recipe needs whole", () => {
  const folders = ["typescript", ...generated.map(({ language, generator }) => join(language, generator))];
  const isProgram = (name: string) => /^(main|webhook|ReplyServer)\.|\.sh$|^(go\.sum|Cargo\.lock)$/i.test(name);
  const needed = folders.flatMap((folder) => {
    const path = join(root, "test", "consumers", folder);
    const entries = readdirSync(path, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile() && !isProgram(entry.name)).map(({ name }) => join(path, name));
  });
  expect(needed.length).toBeGreaterThan(10);
  for (const file of needed) expect(blocks, file).toContain(`${readFileSync(file, "utf8").trimEnd()}\n`);
});
