import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { files, graph, isFile, loadedFrom } from "../support/import-graph.ts";

const root = join(import.meta.dirname, "..", "..");

/** Libraries that one file makes ours. Those with more importers say why. */
const libraries: Record<string, { importers: string[]; because?: string }> = {
  "@koa/router": { importers: ["server/http/match-operation.ts"] },
  "@modelcontextprotocol/server": {
    importers: [
      "server/mcp/answer-in-old-era.ts",
      "server/mcp/answer-message.ts",
      "server/mcp/ask.ts",
      "server/mcp/create-server.ts",
      "server/mcp/list-tools.ts",
      "server/mcp/messages.ts",
      "server/mcp/tools.ts",
    ],
    because: "each file uses the protocol's types and error codes",
  },
  "@opentelemetry/api": {
    importers: ["server/tracing/open-telemetry.ts", "server/tracing/propagation.ts"],
    because: "one file sets up the SDK, the other adds trace headers to outgoing requests",
  },
  "@opentelemetry/sdk-node": { importers: ["server/tracing/open-telemetry.ts"] },
  ajv: {
    importers: [
      "server/contract/answers.ts",
      "server/operations/invoke.ts",
      "server/contract/formats.ts",
      "server/contract/max-bytes.ts",
      "server/contract/violations.ts",
    ],
    because:
      "inputs are validated inside openapi-backend and answers outside of it; the others add formats or use types",
  },
  "ajv-formats": { importers: ["server/contract/formats.ts"] },
  aws4fetch: { importers: ["server/media/s3-store.ts"] },
  canonicalize: { importers: ["server/contract/input.ts"] },
  "close-with-grace": { importers: ["server/process/stopping.ts"] },
  "cli-truncate": { importers: ["cli/output/table.ts"] },
  "@bomb.sh/tab": { importers: ["cli/tools/completion.ts"] },
  "@clack/prompts": { importers: ["cli/prompts.ts"] },
  commander: {
    importers: [
      "cli/consents/commands.ts",
      "cli/contacts/commands.ts",
      "cli/events/commands.ts",
      "cli/operations/commands.ts",
      "cli/operations/flags.ts",
      "cli/operator/backup-commands.ts",
      "cli/operator/callback-commands.ts",
      "cli/operator/commands.ts",
      "cli/operator/database-commands.ts",
      "cli/operator/doctor-command.ts",
      "cli/operator/door-commands.ts",
      "cli/operator/job-commands.ts",
      "cli/operator/key-commands.ts",
      "cli/operator/number-commands.ts",
      "cli/operator/opt-out-commands.ts",
      "cli/operator/options.ts",
      "cli/operator/privacy-commands.ts",
      "cli/operator/provider-commands.ts",
      "cli/operator/serve-command.ts",
      "cli/operator/simulate-commands.ts",
      "cli/operator/team-commands.ts",
      "cli/operator/webhook-commands.ts",
      "cli/privacy/commands.ts",
      "cli/profiles/commands.ts",
      "cli/program.ts",
      "cli/read-count.ts",
      "cli/rows/options.ts",
      "cli/texts/commands.ts",
      "cli/tools/command-list.ts",
      "cli/tools/commands.ts",
      "cli/tools/completion.ts",
    ],
    because: "each file adds commands or options to the program, or reads its tree",
  },
  "csv-stringify": { importers: ["cli/output/csv.ts"] },
  "env-paths": {
    importers: ["cli/connection/profiles-file.ts", "server/config.ts"],
    because: "commands that call the API load no setting of the server, and the server loads no command",
  },
  "ical.js": { importers: ["cli/files/vcard.ts"] },
  "jq-web": { importers: ["cli/output/jq.ts"] },
  koa: {
    importers: ["server/http/context.ts", "server/http/respond.ts"],
    because: "the listener creates the context of a request, and context.ts gives it the types of our middleware",
  },
  "koa-compose": {
    importers: ["server/http/match-operation.ts", "server/http/respond.ts"],
    because: "the middleware of every request is composed, and the steps of each operation within it",
  },
  "file-type": { importers: ["server/media/content-type.ts"] },
  "ipaddr.js": { importers: ["server/webhooks/addresses.ts"] },
  "libphonenumber-js": {
    importers: ["cli/normalize-phone.ts", "server/phone.ts"],
    because: "the command line parses phone numbers without loading modules of the server",
  },
  "openapi-backend": { importers: ["server/operations/invoke.ts"] },
  "pg-boss": {
    importers: ["server/queue/boss.ts", "server/queue/queue.ts"],
    because: "jobs are created on the connections of the service, and workers have their own",
  },
  "koa-helmet": { importers: ["server/http/security-headers.ts"] },
  pino: { importers: ["server/log.ts"] },
  "prom-client": {
    importers: ["server/metrics/counters.ts", "server/metrics/metrics.ts"],
    because: "areas count what they do, without loading the rest of the metrics",
  },
  "proper-lockfile": { importers: ["server/db/embedded/lock.ts"] },
  "sms-segments-calculator": {
    importers: [
      "cli/tools/count-segments.ts",
      "server/provider/smpp/divide-text.ts",
      "server/texts/check/outside-gsm7.ts",
      "server/texts/segments.ts",
    ],
    because: "the command line and a check also name the characters that make a text longer, and SMPP divides texts",
  },
  standardwebhooks: { importers: ["server/secrets/standard-webhooks.ts"] },
  "openapi-fetch": {
    importers: ["cli/client/client.ts", "page/api.ts"],
    because: "the page is bundled, and repeats and reports otherwise than the command line",
  },
  "string-width": { importers: ["cli/output/table.ts"] },
  "write-file-atomic": { importers: ["cli/connection/profiles-file.ts"] },
  yaml: { importers: ["server/contract/without-doors.ts"] },
  tar: { importers: ["server/db/backup/archive.ts"] },
  undici: {
    importers: ["cli/client/send-many.ts", "server/media/s3-store.ts", "server/provider/exchange.ts"],
    because: "requests to the provider must not be repeated, an import sends many that may be, and files are streamed",
  },
  uuid: { importers: ["server/db/schema/ids.ts"] },
  zod: { importers: ["server/config.ts"] },
};

const packageOf = (target: string) =>
  target
    .split("/")
    .slice(0, target.startsWith("@") ? 2 : 1)
    .join("/");

test.each(["@modelcontextprotocol/server", "@opentelemetry/sdk-node", "aws4fetch", "file-type"])(
  "%s is not loaded at the start of the server",
  (library) => {
    const loaded = loadedFrom("server/process/start.ts");

    expect(loaded.has("server/http/pipeline.ts")).toBe(true);
    expect([...loaded].filter((target) => packageOf(target) === library)).toEqual([]);
  },
);

test.each(Object.entries(libraries))("%s has only its listed importers", (library, { importers }) => {
  const found = files.filter((file) => graph.get(file)!.some(({ target }) => packageOf(target) === library));
  expect(found.toSorted()).toEqual(importers.toSorted());
});

test("a library with several importers has a reason", () => {
  const without = Object.entries(libraries).filter(([, { importers, because }]) => importers.length > 1 && !because);
  expect(without).toEqual([]);
});

test("the page imports preact and openapi-fetch, and only its bundler imports rolldown", () => {
  const page = files.filter((file) => file.startsWith("page/"));
  const packages = page.flatMap((file) => graph.get(file)!.filter(({ target }) => !/\.tsx?$/.test(target)));
  expect([...new Set(packages.map(({ target }) => packageOf(target)))].toSorted()).toEqual(["openapi-fetch", "preact"]);
  const bundlers = globSync("{page,spec,server,cli}/**/*.{ts,tsx}", { cwd: root }).filter((file) =>
    readFileSync(join(root, file), "utf8").includes('from "rolldown"'),
  );
  expect(bundlers).toEqual(["page/bundle.ts"]);
});

test("files that run in production import only production packages", () => {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const installed = new Set(Object.keys({ ...dependencies, ...optionalDependencies }));
  // The page runs in a browser, as a bundle of all that it imports.
  const running = files.filter((file) => !file.startsWith("page/"));
  const wrong = running.flatMap((file) =>
    graph
      .get(file)!
      .filter(({ target, isTypeOnly }) => !isTypeOnly && !isFile(target) && !target.startsWith("node:"))
      .filter(({ target }) => !installed.has(packageOf(target)))
      .map(({ target }) => `${file} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});
