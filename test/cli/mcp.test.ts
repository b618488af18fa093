import { expect, test } from "vitest";
import { runInProcess } from "../support/cli.ts";
import type { Settings } from "../support/process.ts";

const config = (argv: string[], env: Settings = {}) =>
  runInProcess(["mcp", "config", ...argv], { env: { MESSAGING_CONFIG_DIR: "/nonexistent", ...env } });

test("the configuration of Claude Code is one command, which reads the key from the shell", async () => {
  const { code, stdout, stderr } = await config(["claude-code"]);

  expect(code).toBe(0);
  expect(stdout).toBe(
    "claude mcp add --transport http messaging 'http://localhost:3000/api/mcp' --header \"X-API-Key: $MESSAGING_API_KEY\"\n",
  );
  expect(stderr).toMatch(/MESSAGING_API_KEY.*_test/);
});

test("the configuration of Claude Desktop starts mcp-remote", async () => {
  const { stdout } = await config(["claude", "--url", "https://sms.example.com/"]);

  expect(JSON.parse(stdout)).toEqual({
    mcpServers: {
      messaging: {
        command: "npx",
        args: [
          ...["-y", "mcp-remote", "https://sms.example.com/api/mcp"],
          ...["--header", expect.stringMatching(/^X-API-Key:\$\{MESSAGING_API_KEY\}$/)],
        ],
        env: { MESSAGING_API_KEY: "YOUR_API_KEY" },
      },
    },
  });
});

test("mcp-remote gets --allow-http for plain HTTP to another machine", async () => {
  const argsFor = async (url: string) =>
    JSON.parse((await config(["claude", "--url", url])).stdout).mcpServers.messaging.args;

  expect(await argsFor("http://10.0.0.5:3000")).toContain("--allow-http");
  expect(await argsFor("http://127.0.0.1:3000")).not.toContain("--allow-http");
});

test("the configurations of Cursor and VS Code do not contain the key", async () => {
  const env = { MESSAGING_URL: "https://sms.example.com", MESSAGING_API_KEY: "mk_secret" };

  const [cursor, vscode] = [await config(["cursor"], env), await config(["vscode"], env)];

  expect(JSON.parse(cursor.stdout).mcpServers.messaging).toEqual({
    url: "https://sms.example.com/api/mcp",
    headers: { "X-API-Key": expect.stringMatching(/^\$\{env:MESSAGING_API_KEY\}$/) },
  });
  expect(JSON.parse(vscode.stdout).servers.messaging).toMatchObject({
    type: "http",
    url: "https://sms.example.com/api/mcp",
  });
  for (const { stdout, stderr } of [cursor, vscode]) expect(stdout + stderr).not.toContain("mk_secret");
});

test("the error for an unknown assistant lists the supported assistants", async () => {
  const { code, stdout, stderr } = await config(["emacs"]);

  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/claude-code, claude, cursor, vscode/);
});
