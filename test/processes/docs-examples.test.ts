import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { afterAll, expect, test } from "vitest";
import { commandIds } from "../../cli/operations/command-table.ts";
import { type RouteId, routes } from "../../generated/operations.ts";
import { addressMark, type Example, readExamples } from "../../server/service/docs/example.ts";
import { useApp } from "../support/app.ts";
import { environmentOf, runInProcess } from "../support/cli.ts";
import { needsTestMode } from "../support/examples.ts";
import { pictures } from "../support/media.ts";

const app = useApp({ simulated: true, phone: true });
const ids = Object.keys(routes) as RouteId[];
const { setup, operations: examples } = readExamples();
/** Clients differ in how they take a file. */
const isWithKey = (id: RouteId) => routes[id].auth === "apiKey" && !["callMcp", "uploadMedia"].includes(id);

const execute = promisify(execFile);

/** Where the commands run. It has the file that an example uploads. */
const folder = mkdtempSync(join(tmpdir(), "messaging-examples-"));
writeFileSync(join(folder, "picture.jpg"), pictures["image/jpeg"]);
afterAll(() => rmSync(folder, { recursive: true }));

const shell = async (script: string, env: Record<string, string> = {}) =>
  (await execute("sh", ["-c", script], { cwd: folder, env: { PATH: process.env.PATH, ...env }, maxBuffer: 8_388_608 }))
    .stdout;

/** The words that a shell gives the program of a command. */
async function wordsOf(program: string, command: string): Promise<string[]> {
  return (await shell(`${program}() { printf '%s\\0' "$@"; }\n${command}`)).split("\0").slice(0, -1);
}

/** The request of a curl command. */
async function requestOf({ curl = "" }: Example) {
  const words = await wordsOf("curl", curl);
  const after = (flag: string) => (words.includes(flag) ? words[words.indexOf(flag) + 1] : undefined);
  const target = words.find((word) => word.startsWith(addressMark))!.slice(addressMark.length);
  const body: unknown = JSON.parse(after("-d") ?? "null");
  return { method: after("-X") ?? "GET", target: decodeURIComponent(target), body };
}

test("each operation has an example for curl, and each that is called with a key has one in every language", () => {
  expect(Object.keys(examples).toSorted()).toEqual(ids.toSorted());
  for (const id of ids) {
    for (const example of examples[id]!) {
      expect(example.curl, id).toContain(addressMark);
      expect(example.typescript !== undefined, id).toBe(isWithKey(id) || routes[id].auth === "none");
    }
  }
  for (const id of commandIds) {
    for (const { python, commandLine } of examples[id]!) expect([python, commandLine], id).not.toContain(undefined);
  }
});

test.each(commandIds)("the command of %s sends the request that its curl command sends", async (id) => {
  for (const example of examples[id]!) {
    const argv = await wordsOf("messaging", example.commandLine!);
    const env = environmentOf("http://localhost:3000", "mk_example");
    const { code, stdout, stderr } = await runInProcess([...argv, "--dry-run", "-o", "json"], { env });

    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const { method, url, body } = JSON.parse(stdout);
    const sent = { method, target: decodeURIComponent(url.slice("http://localhost:3000".length)), body };
    const wanted = await requestOf(example);
    expect({ ...sent, body: sent.body ?? {} }).toEqual({ ...wanted, body: wanted.body ?? {} });
  }
});

/** Whether an example needs test mode, and was refused because the key is in live mode. */
const isOfOtherMode = (id: RouteId, code: string | undefined) => needsTestMode(id) && code === "not_found";

test("each curl command reaches its operation with an input that it accepts", async () => {
  const { key } = await app.signIn();
  const answers = await Promise.all(
    ids.flatMap((id) =>
      examples[id]!.map(async ({ curl }) => {
        const quick = `curl() { command curl -s --max-time ${id === "streamEvents" ? 1 : 30} -w '\\n%{http_code}' "$@" || true; }`;
        const output = await shell(`${quick}\n${curl!.replaceAll(addressMark, app.url)}`, { MESSAGING_API_KEY: key });
        const lines = output.split("\n");
        const status = Number(lines.pop());
        const body = lines.join("\n");
        return { id, status, code: status >= 400 ? (JSON.parse(body) as { error: string }).error : undefined };
      }),
    ),
  );

  // The ids of the contract's examples belong to nobody, no carrier has signed a callback, and none has a kind of its own.
  // The errors of a door have a shape of their own.
  const refusals = answers.filter(({ id, code }) => code !== undefined && routes[id].door === null);
  const wrong = refusals.filter(({ id, code }) =>
    routes[id].auth === "apiKey"
      ? !/^[a-z_]+_not_found$|^sending_number_not_resolved$|^otp_/.test(code!) && !isOfOtherMode(id, code)
      : !/signature|^not_found$/.test(code!),
  );
  expect(wrong).toEqual([]);
  expect(refusals.length).toBeLessThan(answers.length);
}, 120_000);

test("each TypeScript example has the types of the generated client", () => {
  const file = join(import.meta.dirname, "..", "..", "generated", "examples-of-docs.ts");
  const calls = ids.flatMap((id) =>
    examples[id]!.flatMap(({ typescript }, index) =>
      typescript ? `export async function ${id}${index}() {\n${typescript}\nreturn [data, error];\n}` : [],
    ),
  );
  const source = [setup.typescript, ...calls].join("\n");
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    lib: ["lib.esnext.d.ts", "lib.dom.d.ts"],
    types: ["node"],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  };
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, source, ts.ScriptTarget.ESNext) : read(name, ...rest);
  const program = ts.createProgram([file], options, host);

  expect(calls.length).toBeGreaterThan(commandIds.length);
  const faults = ts.getPreEmitDiagnostics(program).map(({ messageText, start = 0 }) => ({
    text: ts.flattenDiagnosticMessageText(messageText, "\n"),
    at: source.slice(start, start + 80),
  }));
  expect(faults).toEqual([]);
});
