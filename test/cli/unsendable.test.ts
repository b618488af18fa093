import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { environmentOf, runInProcess } from "../support/cli.ts";
import { useFiles } from "../support/files.ts";

const { write } = useFiles();

let requests = 0;
const server = createServer((_, response) => {
  requests += 1;
  response.setHeader("content-type", "application/json").end('{"created":true}');
});
let url = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  requests = 0;
});
afterAll(() => {
  server.close();
});

const file = () => write("name,phone\nAda,+12025550123\n");

const commands = (): string[][] => [
  ["whoami"],
  ["contacts", "import", file()],
  ["send", "--file", file(), "--template", "x"],
  ["listen"],
  ["api", "GET", "/api/key"],
];

test.each(["key_–secret", "key_secret\u200b", "\ufeffkey_secret", "key_\nsecret", "key secret", "key_ß_secret"])(
  "an API key that cannot be sent is refused before any request, and not shown: %j",
  async (key) => {
    for (const argv of commands()) {
      const { code, stdout, stderr } = await runInProcess(argv, { env: environmentOf(url, key) });
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toMatch(/^error: the API key of MESSAGING_API_KEY cannot be sent/);
      expect(stderr).not.toContain("secret");
    }
    expect(requests).toBe(0);
  },
);

test.each([
  "http://user:secretpw@127.0.0.1:1",
  "http://user:secretpw@",
  "secretpw",
  "http://127.0.0.1:1/?key=secretpw",
])("an address that cannot be used is refused before any request, and not shown: %s", async (address) => {
  for (const argv of commands()) {
    for (const [args, env] of [
      [argv, environmentOf(address, "key")],
      [[...argv, "--url", address], environmentOf(url, "key")],
    ] as const) {
      const { code, stderr } = await runInProcess([...args], { env });
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringMatching(/^error: invalid address of the server/),
      });
      expect(stderr).not.toContain("secretpw");
    }
  }
  expect(requests).toBe(0);
});

test.each(["order–7", "a\nb", " order-7", "ключ"])(
  "an idempotency key that cannot be sent is refused: %j",
  async (key) => {
    const { code, stderr } = await runInProcess(["send", "+12025550123", "x", "--idempotency-key", key], {
      env: environmentOf(url, "key"),
    });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^error: --idempotency-key cannot be sent/),
    });
    expect(stderr).not.toContain(key);
    expect(requests).toBe(0);
  },
);

test("blanks and a line break around a key are not part of it", async () => {
  const { code } = await runInProcess(["api", "GET", "/api/key"], { env: environmentOf(url, " key\r\n") });
  expect(code).toBe(0);
  expect(requests).toBe(1);
});

test("a port that fetch refuses, a body of a GET and a forbidden method are no failures of the network", async () => {
  for (const argv of [
    ["whoami", "--url", "http://127.0.0.1:6000"],
    ["api", "GET", "/api/key", "--data", "{}"],
    ["api", "TRACE", "/api/key"],
  ]) {
    const { code, stderr } = await runInProcess(argv, { env: environmentOf(url, "key") });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.not.stringContaining("retrying") });
  }
});
