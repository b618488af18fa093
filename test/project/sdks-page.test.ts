import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { consumers } from "../consumers/consumers.ts";
import { root } from "../support/process.ts";

const page = readFileSync(join(root, "docs", "sdks.md"), "utf8");
const recipes = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, commands = ""]) => commands);

const generated = consumers.filter(({ protocol, onlyReceives }) => protocol === undefined && !onlyReceives);

test.each(generated)(
  "docs/sdks.md: the recipe for $language by $generator matches its consumer",
  ({ language, generator }) => {
    const folder = join(root, "test", "consumers", language, generator);
    const scripts = ["install.sh", "build.sh"].map((name) => join(folder, name)).filter((file) => existsSync(file));

    expect(recipes).toContain(scripts.map((file) => readFileSync(file, "utf8")).join(""));
  },
);
