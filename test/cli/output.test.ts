import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { type CliOptions, environmentOf, runInProcess, signInCli } from "../support/cli.ts";
import { buildMessage } from "../support/factories.ts";

const app = useApp();

/** A hostile text: a clipboard write, colours, a forged line, reversed direction and a C1 sequence. */
const hostile = "\u001b]52;c;ZXZpbA==\u0007a\u001b[31mb\r\nfake\u202ec\u009b2Jd\u007f\te";

describe("a table", () => {
  test("is the default on a terminal, JSON in a pipe; -o and MESSAGING_OUTPUT override both", async () => {
    const { run } = await signInCli(app);
    const isTable = (text: string) => /^NAME +PHONE/.test(text);

    expect(isTable((await run(["numbers", "list"], { isTTY: true, env: { NO_COLOR: "1" } })).stdout)).toBe(true);
    expect(JSON.parse((await run(["numbers", "list"])).stdout).businessNumbers).toHaveLength(1);
    expect(isTable((await run(["numbers", "list", "-o", "table"])).stdout)).toBe(true);
    const env = { MESSAGING_OUTPUT: "table" };
    expect(isTable((await run(["numbers", "list"], { env })).stdout)).toBe(true);
    expect(JSON.parse((await run(["numbers", "list", "-o", "json"], { env })).stdout)).toBeTypeOf("object");
    expect(await run(["numbers", "list"], { env: { MESSAGING_OUTPUT: "xml" } })).toMatchObject({ code: 2, stdout: "" });
  });

  test("has colours only on a terminal, and not with NO_COLOR, --no-color or a dumb terminal", async () => {
    const { run } = await signInCli(app);
    const escapes = async (argv: string[], options: CliOptions) =>
      (await run(["numbers", "list", "-o", "table", ...argv], options)).stdout.includes("\u001b");

    expect(await escapes([], { isTTY: true })).toBe(true);
    expect(await escapes([], {})).toBe(false);
    expect(await escapes(["--no-color"], { isTTY: true })).toBe(false);
    expect(await escapes([], { isTTY: true, env: { NO_COLOR: "1" } })).toBe(false);
    expect(await escapes([], { isTTY: true, env: { TERM: "dumb" } })).toBe(false);
  });

  test.each([80, 100, 200])(
    "fits a terminal of %i columns, whatever the texts are, and does not cut ids",
    async (columns) => {
      const { run, team } = await signInCli(app);
      const ids = [];
      for (const body of ["short", "長い文".repeat(40), "👋🏽".repeat(70), "x".repeat(160)]) {
        ids.push((await buildMessage(app.em(), { team, body })).threadId);
      }

      const { stdout } = await run(["threads", "list", "--no-color"], { isTTY: true, columns });

      const lines = stdout.trimEnd().split("\n");
      expect(lines).toHaveLength(ids.length + 1);
      for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
      expect(lines.slice(1).map((line) => line.split(" ").at(-1))).toEqual(ids.toReversed());
      expect(lines[0]).toMatch(/^CONTACT.* ID$/);
      for (const line of lines.slice(1)) expect(line).toMatch(/ \d+s ago /);
    },
  );

  test("becomes cards if the terminal is too narrow", async () => {
    const { run, team } = await signInCli(app);
    for (const body of ["first", "x".repeat(100)]) await buildMessage(app.em(), { team, body });

    const { stdout } = await run(["threads", "list", "--no-color"], { isTTY: true, columns: 45 });

    const cards = stdout.split("\n\n");
    expect(cards).toHaveLength(2);
    for (const card of cards) expect(card).toMatch(/^CONTACT NAME +\S+\n[\s\S]+\nID +[0-9a-f-]{36}\n?$/);
    const others = stdout.split("\n").filter((line) => !line.startsWith("ID "));
    for (const line of others) expect(stringWidth(line)).toBeLessThanOrEqual(45);
    expect(stdout.replace(/\s/g, "")).toContain("x".repeat(100));
  });

  test("removes control sequences from texts", async () => {
    const { run, team } = await signInCli(app);
    const { threadId } = await buildMessage(app.em(), { team, body: hostile });

    for (const argv of [
      ["threads", "list"],
      ["threads", "get", threadId],
      ["threads", "messages", threadId],
    ]) {
      const { stdout } = await run([...argv, "--no-color"], { isTTY: true });
      expect(stdout).toContain("ab fakecd e");
      expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
    }
  });

  test("of no rows is empty, with a note on stderr", async () => {
    const { run } = await signInCli(app);
    expect(await run(["threads", "list", "-o", "table"])).toEqual({
      code: 0,
      stdout: "",
      stderr: "Nothing to show.\n",
    });
  });

  test("has the requested columns", async () => {
    const { run } = await signInCli(app);
    const { stdout } = await run(["numbers", "list", "-o", "table", "--columns", "name,agentProfile"]);
    expect(stdout).toMatch(/^NAME +AGENT PROFILE\nnumber \S+ +-\n$/);
    for (const format of ["table", "csv"]) {
      const refused = await run(["numbers", "list", "-o", format, "--columns", "name,nothing"]);
      expect(refused).toEqual({
        code: 2,
        stdout: "",
        stderr: expect.stringMatching(/"nothing"; available: id, name, /),
      });
    }
  });
});

describe("a hostile server", () => {
  const answers: Record<string, string> = {
    "/text": hostile,
    "/json": JSON.stringify(hostile),
    "/openapi.yaml": `openapi: "${hostile}"\n`,
    "/openapi.json": JSON.stringify({ openapi: hostile }),
    "/record": JSON.stringify({ id: hostile, [hostile]: hostile }),
    "/refusal": JSON.stringify({ error: hostile, message: hostile, requestId: hostile }),
  };

  test.each([
    ["a text", ["api", "GET", "/text"]],
    ["JSON that is not an object", ["api", "GET", "/json"]],
    ["its contract", ["spec"]],
    ["its contract in JSON", ["spec", "-o", "json"]],
    ["an id", ["api", "GET", "/record", "-o", "id"]],
    ["names and values of fields in a table", ["api", "GET", "/record", "-o", "table"]],
    ["names and values of fields in CSV", ["api", "GET", "/record", "-o", "csv"]],
    ["names and values of fields in JSON", ["api", "GET", "/record", "-o", "json"]],
    ["the output of jq", ["api", "GET", "/record", "--jq", ".id"]],
    ["a refusal", ["api", "GET", "/refusal"]],
  ])("cannot control a terminal with %s", async (_, argv) => {
    const server = createServer(({ url = "" }, response) => {
      response.statusCode = url === "/refusal" ? 422 : 200;
      response.end(answers[url]);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    try {
      const { port } = server.address() as AddressInfo;
      const env = environmentOf(`http://127.0.0.1:${port}`, "key");
      const { stdout, stderr } = await runInProcess([...argv, "--no-color"], { env, isTTY: true });
      expect(stdout + stderr).toContain("fake");
      expect(stdout + stderr).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
    } finally {
      server.close();
    }
  });
});

describe("JSON", () => {
  test("is the server's response", async () => {
    const { run, team } = await signInCli(app);
    await buildMessage(app.em(), { team, body: hostile });
    const { stdout } = await run(["threads", "list"]);
    expect(JSON.parse(stdout).threads[0].lastBody).toBe(hostile);
    expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
  });

  test("goes through jq, with unquoted texts and one line per result", async () => {
    const { run } = await signInCli(app);
    const jq = (program: string) => run(["numbers", "list", "--jq", program]);
    expect(await jq(".businessNumbers[] | .status, .isPrimary, {type}")).toEqual({
      code: 0,
      stdout: 'active\ntrue\n{\n  "type": "local"\n}\n',
      stderr: "",
    });
    expect(await jq("empty")).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(await jq('"", "a"')).toEqual({ code: 0, stdout: "\na\n", stderr: "" });
    expect(await jq(".[")).toEqual({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(/^error: --jq: syntax error/),
    });
    expect(await jq('error("no")')).toMatchObject({ code: 2, stdout: "" });
  });
});
