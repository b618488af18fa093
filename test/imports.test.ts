import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

/**
 * The layers of the server, the lowest first. A file may import from the layers above its own line, and from its own
 * folder. Entries of one layer do not import each other. If both a folder and a file in it are listed, the file counts.
 */
const layers: string[][] = [
  ["errors", "config", "log", "phone", "segments", "batcher", "limiter", "loopback"],
  [
    "secrets",
    "first-key",
    "warnings",
    "background",
    "repeat",
    "listen",
    "stopping",
    "tune-collector",
    "tracing",
    "passcodes",
  ],
  ["db"],
  ["queue", "contract", "provider", "idempotency"],
  ["migrate", "metrics", "error-answer"],
  ["scope"],
  ["handlers", "teams", "opt-outs"],
  ["sending"],
  ["business-numbers", "contacts", "threads"],
  ["messaging"],
  ["webhooks"],
  ["callbacks"],
  ["otp"],
  ["service"],
  ["operations", "worker", "keep-statistics"],
  ["contract/contract"],
  ["mcp"],
  ["http"],
  ["app", "announce"],
  ["start"],
  ["main"],
];

/** Libraries that one file makes ours. Those with more importers say why. */
const libraries: Record<string, { importers: string[]; because?: string }> = {
  "@koa/router": { importers: ["server/http/match-operation.ts"] },
  "@modelcontextprotocol/sdk": {
    importers: ["server/mcp/answer-message.ts", "server/mcp/ask.ts", "server/mcp/messages.ts", "server/mcp/tools.ts"],
    because: "a protocol has words for everything that is said in it",
  },
  "@opentelemetry/api": {
    importers: ["server/tracing/open-telemetry.ts", "server/tracing/pass-on.ts"],
    because: "the second one is a trick of its own",
  },
  "@opentelemetry/sdk-node": { importers: ["server/tracing/open-telemetry.ts"] },
  ajv: {
    importers: [
      "server/contract/answers.ts",
      "server/contract/contract.ts",
      "server/contract/formats.ts",
      "server/contract/max-bytes.ts",
      "server/contract/violations.ts",
    ],
    because: "inputs are checked inside openapi-backend and answers outside; the others add to it or name its types",
  },
  "ajv-formats": { importers: ["server/contract/formats.ts"] },
  canonicalize: { importers: ["server/contract/input.ts"] },
  "close-with-grace": { importers: ["server/stopping.ts"] },
  "cli-truncate": { importers: ["cli/output/table.ts"] },
  "@bomb.sh/tab": { importers: ["cli/completion.ts"] },
  "@clack/prompts": { importers: ["cli/prompts.ts"] },
  commander: {
    importers: [
      "cli/account-commands.ts",
      "cli/bulk/bulk-commands.ts",
      "cli/command-list.ts",
      "cli/completion.ts",
      "cli/flags.ts",
      "cli/live/live-commands.ts",
      "cli/operation-commands.ts",
      "cli/operator/callback-commands.ts",
      "cli/operator/database-commands.ts",
      "cli/operator/doctor-command.ts",
      "cli/operator/job-commands.ts",
      "cli/operator/key-commands.ts",
      "cli/operator/number-commands.ts",
      "cli/operator/operator-commands.ts",
      "cli/operator/opt-out-commands.ts",
      "cli/operator/options.ts",
      "cli/operator/serve-command.ts",
      "cli/operator/simulate-commands.ts",
      "cli/operator/team-commands.ts",
      "cli/operator/webhook-commands.ts",
      "cli/program.ts",
      "cli/tool-commands.ts",
    ],
    because: "each file adds its commands to the program, or reads its tree",
  },
  "csv-parse": { importers: ["cli/bulk/csv-rows.ts"] },
  "csv-stringify": { importers: ["cli/output/csv.ts"] },
  "env-paths": { importers: ["cli/profiles.ts"] },
  "jq-web": { importers: ["cli/output/jq.ts"] },
  koa: {
    importers: ["server/http/context.ts", "server/http/listener.ts"],
    because: "the listener makes one, the context types what middlewares see of it",
  },
  "koa-compose": {
    importers: ["server/http/listener.ts", "server/http/match-operation.ts"],
    because: "the middlewares that every request meets are composed, and the steps of each operation among them",
  },
  "ipaddr.js": { importers: ["server/webhooks/addresses.ts"] },
  "libphonenumber-js": {
    importers: ["cli/phone.ts", "server/phone.ts"],
    because: "the server judges numbers, the command line reads what people write, without the server's modules",
  },
  "openapi-backend": { importers: ["server/contract/contract.ts"] },
  "pg-boss": {
    importers: ["server/queue/boss.ts", "server/queue/queue.ts"],
    because: "jobs are made on the service's connections, and worked on with some of their own",
  },
  "koa-helmet": { importers: ["server/http/security-headers.ts"] },
  pino: { importers: ["server/log.ts"] },
  "prom-client": { importers: ["server/metrics/metrics.ts"] },
  "proper-lockfile": { importers: ["server/db/embedded/lock.ts"] },
  "raw-body": { importers: ["server/http/body.ts"] },
  "sms-segments-calculator": {
    importers: ["cli/segments.ts", "server/segments.ts"],
    because: "the command line names the characters too that make a text longer",
  },
  standardwebhooks: { importers: ["server/webhooks/sign.ts"] },
  "openapi-fetch": { importers: ["cli/client/client.ts"] },
  "string-width": { importers: ["cli/output/table.ts"] },
  "write-file-atomic": { importers: ["cli/profiles.ts"] },
  undici: { importers: ["server/provider/exchange.ts"] },
  uuid: { importers: ["server/db/columns.ts"] },
  zod: { importers: ["server/config.ts"] },
};

/** Files that nobody imports: programs, and what a tool finds by its place. */
const entries = [
  "server/main.ts",
  "cli/main.ts",
  "mikro-orm.config.ts",
  "server/db/migrations/",
  "cli/output/jq-web.d.ts",
];

interface Import {
  /** A path from the root, or a package with whatever follows its name. */
  target: string;
  isTypeOnly: boolean;
  /** Whether it is loaded when it is first needed. */
  isLazy: boolean;
}

const files = globSync(["{server,cli,generated}/**/*.ts", "mikro-orm.config.ts"], { cwd: root });
const graph = new Map(files.map((file) => [file, importsOf(file)]));

function importsOf(file: string): Import[] {
  const source = readFileSync(join(root, file), "utf8");
  const statements = source.matchAll(/^(?:import|export) (type )?(?:[^"'();=]*? from )?"([^"]+)";/gm);
  const calls = source.matchAll(/\b(?:import|require)()\(\s*"([^"]+)"/g);
  const found = [
    ...[...statements].map((match) => ({ match, isLazy: false })),
    ...[...calls].map((match) => ({ match, isLazy: true })),
  ];
  return found.map(({ match: [, type, specifier = ""], isLazy }) => ({
    target: specifier.startsWith(".") ? relative(root, join(root, dirname(file), specifier)) : specifier,
    isTypeOnly: type !== undefined && type !== "",
    isLazy,
  }));
}

const isFile = (target: string) => graph.has(target);

/** Where in the layers a file of the server stands: the part with the longest name that it belongs to. */
function placeOf(file: string): { layer: number; part: string } | undefined {
  const path = file.slice("server/".length, -".ts".length);
  const places = layers.flatMap((parts, layer) =>
    parts.flatMap((part) =>
      part
        .split(" ")
        .filter((name) => path === name || path.startsWith(`${name}/`))
        .map((name) => ({ layer, part, length: name.length })),
    ),
  );
  return places.toSorted((a, b) => b.length - a.length)[0];
}

const serverFiles = files.filter((file) => file.startsWith("server/"));

test("every file of the server has a place in the layers, and every place is taken", () => {
  expect(serverFiles.filter((file) => !placeOf(file))).toEqual([]);
  const taken = new Set(serverFiles.map((file) => placeOf(file)?.part));
  expect(layers.flat().filter((part) => !taken.has(part))).toEqual([]);
});

test("the server's imports point one way", () => {
  const wrong = serverFiles.flatMap((file) => {
    const from = placeOf(file);
    return graph
      .get(file)!
      .filter(({ target }) => target.startsWith("server/"))
      .filter(({ target }) => {
        const to = placeOf(target);
        return from && to && to.part !== from.part && to.layer >= from.layer;
      })
      .map(({ target }) => `${file} imports ${target}`);
  });
  expect(wrong).toEqual([]);
});

test("generated files import nothing, the server only itself and them, the command line both", () => {
  const allowed: Record<string, RegExp> = {
    generated: /^$/,
    server: /^(server|generated)\//,
    cli: /^(cli|server|generated)\//,
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

test("no imports go round in a circle", () => {
  const done = new Set<string>();
  function findCircle(file: string, way: string[]): string[] | undefined {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const { target } of graph.get(file) ?? []) {
      const circle = findCircle(target, [...way, file]);
      if (circle) return circle;
    }
    done.add(file);
    return undefined;
  }
  expect(files.map((file) => findCircle(file, [])).find(Boolean)).toBeUndefined();
});

test.each(["@modelcontextprotocol/sdk", "@opentelemetry/sdk-node"])(
  "%s is loaded when it is first needed",
  (library) => {
    const loaded = new Set(["server/start.ts"]);
    for (const file of loaded) {
      const imports = (graph.get(file) ?? []).filter(({ isTypeOnly, isLazy }) => !isTypeOnly && !isLazy);
      for (const { target } of imports) loaded.add(target);
    }

    expect(loaded.has("server/http/pipeline.ts")).toBe(true);
    expect([...loaded].filter((target) => packageOf(target) === library)).toEqual([]);
  },
);

test("every import of a file finds it, and every file is imported or an entry", () => {
  const missing = files.flatMap((file) =>
    graph
      .get(file)!
      .filter(({ target }) => target.endsWith(".ts") && !isFile(target))
      .map(({ target }) => `${file} imports ${target}`),
  );
  expect(missing).toEqual([]);
  const imported = new Set([...graph.values()].flat().map(({ target }) => target));
  const unused = files.filter((file) => !imported.has(file) && !entries.some((entry) => file.startsWith(entry)));
  expect(unused).toEqual([]);
});

const packageOf = (target: string) =>
  target
    .split("/")
    .slice(0, target.startsWith("@") ? 2 : 1)
    .join("/");

test.each(Object.entries(libraries))("%s has the importers that it is meant to have", (library, { importers }) => {
  const found = files.filter((file) => graph.get(file)!.some(({ target }) => packageOf(target) === library));
  expect(found.toSorted()).toEqual(importers.toSorted());
});

test("a library with several importers has a reason", () => {
  const without = Object.entries(libraries).filter(([, { importers, because }]) => importers.length > 1 && !because);
  expect(without).toEqual([]);
});

test("what runs imports only packages that an installation without development tools has", () => {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const installed = new Set(Object.keys({ ...dependencies, ...optionalDependencies }));
  const wrong = files.flatMap((file) =>
    graph
      .get(file)!
      .filter(({ target, isTypeOnly }) => !isTypeOnly && !isFile(target) && !target.startsWith("node:"))
      .filter(({ target }) => !installed.has(packageOf(target)))
      .map(({ target }) => `${file} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});
