import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SaxesParser } from "saxes";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { checks } from "../../cli/conformance/checks.ts";
import { useApp } from "../support/app.ts";
import { runInProcess } from "../support/cli.ts";
import { findPort } from "../support/find-port.ts";

const app = useApp({ phone: true });
const directory = mkdtempSync(join(tmpdir(), "messaging-conformance-"));
afterAll(() => rmSync(directory, { recursive: true }));

interface Shown {
  suite: string;
  name: string;
  result: string;
  reason: string;
}

async function check(url: string, key: string, ...argv: string[]) {
  const { code, stdout, stderr } = await runInProcess(["conformance", "--url", url, "--key", key, ...argv], {});
  const shown: Shown[] = stdout === "" ? [] : JSON.parse(stdout);
  return {
    code,
    stderr,
    skipped: shown.filter(({ result }) => result === "skipped"),
    failed: shown.filter(({ result }) => result === "failed"),
  };
}

/** The operations of which no key in test mode can make a record. */
const notMade = ["getApproval", "approveText", "rejectText", "createMediaLink", "decideSuspectedRevocation"];

test("a server that keeps the contract passes all checks, and the report has each", async () => {
  const { key } = await app.signIn();
  const file = join(directory, "report.xml");

  const { code, stderr, failed, skipped } = await check(app.url, `${key}_test`, "--junit", file);

  expect(failed).toEqual([]);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(/^\d{3} checks passed, 0 failed, \d+ were skipped\.\n$/),
  });
  expect(new Set(skipped.map(({ name }) => name.split(":")[0]))).toEqual(new Set(notMade));
  const { cases, suites } = readReport(file);
  expect(cases).toEqual(
    checks.map(({ suite, name }) => ({ classname: suite, name, time: expect.stringMatching(/^\d+\.\d{3}$/) })),
  );
  expect(suites).toEqual(["examples", "errors", "idempotency", "paging", "limits"]);
  expect(cases.length).toBeGreaterThan(400);
});

test("a server that breaks the contract fails the checks of what it breaks, and no other", async () => {
  const { key } = await app.signIn();
  const url = await startBrokenServer();
  const file = join(directory, "broken.xml");

  const { code, stderr, failed } = await check(url, `${key}_test`, "--junit", file);

  expect(code).toBe(9);
  expect(stderr).toContain(`error: ${failed.length} of ${checks.length} checks failed.`);
  expect(failed.map(({ suite, name }) => `${suite} ${name}`)).toEqual([
    "examples getUsage: the example succeeds",
    "errors getThread: an unknown id",
    "errors listThreadMessages: an unknown id",
    "errors listThreadReplies: an unknown id",
    "errors getUsage: 401 missing_team_context",
    "idempotency sendText: a repetition replays the first answer",
    "paging listContacts: pages of one item follow each other",
    "paging listOptOuts: pages of one item follow each other",
    "limits createContact: name is at most 255 characters",
    "limits createContact: company is at most 255 characters",
    "limits createContact: role is at most 255 characters",
    "limits createContact: externalId is at most 255 characters",
    "limits listOptOuts: per_page is at most 100",
  ]);
  expect(readReport(file).messages).toEqual(failed.map(({ reason }) => reason));
});

test("only a key in test mode is used", async () => {
  const { key } = await app.signIn();
  expect(await check(app.url, key)).toMatchObject({ code: 2, failed: [], stderr: expect.stringContaining("_test") });
  expect(await check(app.url, "no-such-key_test")).toMatchObject({ code: 4, failed: [] });
  expect(await check(`http://127.0.0.1:${await findPort()}`, `${key}_test`)).toMatchObject({ code: 8, failed: [] });
});

/** Reads a report: the attributes of its cases, the names of its suites, and the messages of the failures. */
function readReport(file: string) {
  const report = { cases: [] as Record<string, string>[], suites: [] as string[], messages: [] as string[] };
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => {
    if (name === "testcase") report.cases.push(attributes);
    if (name === "testsuite") report.suites.push(attributes.name!);
    if (name === "failure") report.messages.push(attributes.message!);
  });
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(readFileSync(file, "utf8")).close();
  return report;
}

/** What the broken server changes, by method and path: the request, or the answer. */
const breakage: {
  on: RegExp;
  request?(request: { url: URL; body: string }): void;
  answer?(answer: { status: number; headers: Headers; body: string }): void;
}[] = [
  {
    on: /^GET \/api\/usage/,
    answer: (answer) => {
      answer.body = answer.body.replace(/\d+/, '"many"');
    },
  },
  { on: /^GET \/api\/opt-outs/, request: ({ url }) => url.searchParams.delete("per_page") },
  {
    on: /^GET \/api\/contacts\?/,
    request: ({ url }) => url.searchParams.has("cursor") && url.searchParams.set("per_page", "2"),
  },
  { on: /^POST \/api\/text$/, answer: ({ headers }) => headers.delete("x-idempotency-replayed") },
  {
    on: /^GET \/api\/threads\//,
    answer: (answer) => {
      if (answer.status === 404) answer.status = 400;
    },
  },
  {
    on: /^POST \/api\/contacts$/,
    request: (request) => {
      request.body = request.body.replace(/"a{100,}"/, '"short"');
    },
  },
];

/** Starts a proxy that changes requests and answers. */
async function startBrokenServer(): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const broken = breakage.filter(({ on }) => on.test(`${request.method} ${request.url}`));
    const sent = { url: new URL(request.url!, app.url), body: Buffer.concat(chunks).toString() };
    for (const each of broken) each.request?.(sent);
    const { host: _, connection: __, "content-length": ___, ...headers } = request.headers;
    const body = sent.body === "" ? null : sent.body;
    const fetched = await fetch(sent.url, {
      method: request.method!,
      headers: headers as Record<string, string>,
      body,
    });
    const answer = { status: fetched.status, headers: new Headers(fetched.headers), body: await fetched.text() };
    for (const each of broken) each.answer?.(answer);
    for (const name of ["content-length", "transfer-encoding", "connection"]) answer.headers.delete(name);
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(answer.body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
