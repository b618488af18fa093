import { describe, expect, test } from "vitest";
import { files, graph, isFile, loadedFrom } from "../support/import-graph.ts";

/**
 * The layers of the server, the lowest first. A file may import from the layers above its own line, and from its own
 * folder. Folders of one layer do not import each other. A file counts for the longest folder that contains it.
 */
const layers: string[][] = [
  ["db/driver"],
  ["db"],
  ["db/cluster"],
  ["db/commit"],
  ["queue", "contract", "secrets", "tracing"],
  ["provider"],
  ["housekeeping", "metrics", "shares"],
  ["operations/once", "operations/audit"],
  ["operations"],
  ["webhooks/queue"],
  ["events"],
  ["keys", "opt-outs"],
  ["admission", "provider-accounts"],
  ["audit", "business-numbers", "contacts", "threads", "usage"],
  ["texts"],
  ["webhooks"],
  ["media"],
  ["inbound"],
  ["otp", "simulator"],
  ["texts/redact"],
  ["privacy"],
  ["service"],
  ["doors"],
  ["mcp"],
  ["http"],
  ["process"],
];

/**
 * The layers of the command line, the lowest first, with the same rule. `program.ts` joins the commands of all folders.
 */
const cliLayers: string[][] = [
  ["bytes"],
  ["connection", "output"],
  ["client", "files"],
  ["operations", "rows"],
  ["conformance"],
  ["consents", "contacts", "events", "privacy", "texts", "profiles", "tools", "doctor"],
  ["operator"],
];

/** The files of the command line outside of its folders. Every file may import those; `main.ts` starts the program. */
const sharedCliFiles = ["failures", "io", "normalize-phone", "prompts", "read-count"];

/**
 * What commands take from the server that send requests: rules that they apply before, and how a directory is made. No file
 * of the server is loaded but these, and the error of the latter.
 */
const rulesForCommands = [
  "server/db/timestamp.ts",
  "server/make-directory.ts",
  "server/phone.ts",
  "server/process/loopback.ts",
  "server/program.ts",
  "server/secrets/standard-webhooks.ts",
  "server/texts/segments.ts",
];

/**
 * The folders of the command line that load modules of the server when they run: commands for its machine, and the checks of
 * answers, which the server has for its own.
 */
const foldersWithServer = ["cli/operator/", "cli/doctor/", "cli/conformance/"];

/** The files of the server outside of its folders. Every file may import those; `main.ts` starts the process. */
const sharedFiles = ["config", "config-error", "errors", "log", "make-directory", "phone", "program"];

/** Files that nobody imports: programs, and what a tool finds by its place. */
const entries = [
  "server/main.ts",
  "cli/main.ts",
  "page/main.tsx",
  "mikro-orm.config.ts",
  "server/db/schema/migrations/",
  "server/service/docs/script/main.ts",
  "cli/output/jq-web.d.ts",
];

/** A part of the code whose folders have layers. */
interface LayeredPart {
  files: string[];
  looseFiles: string[];
  folders: { layer: number; name: string }[];
  /** The loose files that join the folders, and may import all of them. */
  starters: string[];
}

function partOf(root: string, layers: string[][], starters: string[]): LayeredPart {
  const own = files.filter((file) => file.startsWith(`${root}/`));
  return {
    files: own,
    looseFiles: own.filter((file) => file.split("/").length === 2),
    folders: layers.flatMap((names, layer) => names.map((name) => ({ layer, name: `${root}/${name}` }))),
    starters: starters.map((name) => `${root}/${name}.ts`),
  };
}

/** The folder that a file belongs to, with its layer. */
function folderOf({ folders }: LayeredPart, file: string): { layer: number; name: string } | undefined {
  const containing = folders.filter(({ name }) => file.startsWith(`${name}/`));
  return containing.toSorted((a, b) => b.name.length - a.name.length)[0];
}

const parts = {
  server: { part: partOf("server", layers, ["main"]), shared: sharedFiles },
  cli: { part: partOf("cli", cliLayers, ["main", "program"]), shared: sharedCliFiles },
};

describe.each(Object.entries(parts))("%s", (name, { part, shared }) => {
  test("is a few files that every file may import, and folders that all have a layer", () => {
    const expected = [...shared.map((each) => `${name}/${each}.ts`), ...part.starters];
    expect(part.looseFiles.toSorted()).toEqual(expected.toSorted());
    expect(part.files.filter((file) => !part.looseFiles.includes(file) && !folderOf(part, file))).toEqual([]);
    const used = new Set(part.files.map((file) => folderOf(part, file)?.name));
    expect(part.folders.filter((folder) => !used.has(folder.name))).toEqual([]);
  });

  test("has imports that point one way", () => {
    const wrong = part.files.flatMap((file) => {
      const from = folderOf(part, file);
      return graph
        .get(file)!
        .filter(({ target }) => {
          const to = folderOf(part, target);
          return to && !part.starters.includes(file) && to.name !== from?.name && to.layer >= (from?.layer ?? 0);
        })
        .map(({ target }) => `${file} imports ${target}`);
    });
    expect(wrong).toEqual([]);
  });
});

test("commands that call the API take a few rules from the server, and nothing else", () => {
  const used = parts.cli.part.files
    .filter((file) => !foldersWithServer.some((folder) => file.startsWith(folder)))
    .flatMap((file) => graph.get(file)!.map(({ target }) => target))
    .filter((target) => target.startsWith("server/"));
  expect([...new Set(used)].toSorted()).toEqual(rulesForCommands);
  expect(
    rulesForCommands.flatMap((file) => [...loadedFrom(file)].filter((each) => isFile(each) && each !== file)),
  ).toEqual(["server/config-error.ts"]);
});

test("the tree of commands, which the help shows, loads no module of the server", () => {
  const loaded = loadedFrom("cli/program.ts");

  expect(loaded.has("cli/operator/webhook-commands.ts")).toBe(true);
  expect([...loaded].filter((target) => target.startsWith("server/"))).toEqual([]);
});

/** What the page takes from elsewhere: types, which leave nothing in its script, and three files that need nothing else. */
const partsForPage = [
  "cli/client/read-messages.ts",
  "generated/api.ts",
  "generated/client-lines.ts",
  "server/texts/segments.ts",
];

test("the page imports itself, generated types and lines for clients, the reader of event streams and the rule for segments, and nothing else", () => {
  const imports = files
    .filter((file) => file.startsWith("page/"))
    .flatMap((file) => graph.get(file)!.filter(({ target }) => /^(\.\.|\w+\/.*\.tsx?$)/.test(target)));
  const others = imports.filter(({ target }) => !target.startsWith("page/"));
  expect(others.filter(({ target }) => !partsForPage.includes(target))).toEqual([]);
  expect(others.filter(({ target, isTypeOnly }) => target === "generated/api.ts" && !isTypeOnly)).toEqual([]);
  const loaded = partsForPage.flatMap((file) => [...loadedFrom(file)].filter((each) => isFile(each) && each !== file));
  expect(loaded).toEqual([]);
});

test("the page belongs to no process: neither the server nor the command line imports it", () => {
  const importers = files.filter((file) => !file.startsWith("page/"));
  expect(importers.filter((file) => graph.get(file)!.some(({ target }) => target.startsWith("page/")))).toEqual([]);
});

test("generated files import nothing, the server imports only itself and them, and the command line imports both", () => {
  const allowed: Record<string, RegExp> = {
    generated: /^$/,
    server: /^(server|generated)\//,
    cli: /^(cli|server|generated)\//,
    page: /^(page|cli|server|generated)\//,
  };
  const wrong = files.flatMap((file) => {
    const rule = allowed[file.split("/")[0]!] ?? /^server\//;
    const targets = graph.get(file)!.map(({ target }) => target);
    return targets
      .filter((target) => /^(\.\.|\w+\/.*\.ts$)/.test(target) || file.startsWith("generated/"))
      .filter((target) => !rule.test(target))
      .map((target) => `${file} imports ${target}`);
  });
  expect(wrong).toEqual([]);
});

test("no imports form a cycle", () => {
  const done = new Set<string>();
  function findCycle(file: string, way: string[]): string[] | undefined {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const { target } of graph.get(file) ?? []) {
      const cycle = findCycle(target, [...way, file]);
      if (cycle) return cycle;
    }
    done.add(file);
    return undefined;
  }
  expect(files.map((file) => findCycle(file, [])).find(Boolean)).toBeUndefined();
});

test("every import refers to an existing file, and every file is imported or an entry", () => {
  const missing = files.flatMap((file) =>
    graph
      .get(file)!
      .filter(({ target }) => /\.tsx?$/.test(target) && !isFile(target))
      .map(({ target }) => `${file} imports ${target}`),
  );
  expect(missing).toEqual([]);
  const imported = new Set([...graph.values()].flat().map(({ target }) => target));
  const unused = files.filter((file) => !imported.has(file) && !entries.some((entry) => file.startsWith(entry)));
  expect(unused).toEqual([]);
});
