import { expect, onTestFinished, test, vi } from "vitest";
import { useApp } from "./support/app.ts";
import { refusalOf } from "./support/refusals.ts";
import { exchange } from "./support/socket.ts";

const app = useApp();

/** A request as it goes over the wire, after which the connection ends. */
const wire = (target: string, headers: string[] = ["Host: localhost"], body = "") =>
  [`${target} HTTP/1.1`, ...headers, "Connection: close", "", body].join("\r\n");

test("what is no HTTP request gets an answer in the error shape", async () => {
  const garbage = [
    "hello\r\n\r\n",
    "\0\0\0\0\r\n\r\n",
    "{}\r\n\r\n",
    Buffer.from("1603010200010001fc0303", "hex"),
    wire("NONSENSE /api/threads"),
    wire("GET /api/threads extra"),
    wire("GET /api/threads/\u00fc"),
    wire("GET /healthz", ["Host: localhost", "no header"]),
    wire("GET /healthz", ["Host: localhost", `X-Long: ${"x".repeat(20_000)}`]),
    wire("POST /api/text", ["Host: localhost", "Content-Length: ten"]),
    wire("POST /api/text", ["Host: localhost", "Content-Length: 2", "Transfer-Encoding: chunked"], "{}"),
    wire("POST /api/text", ["Host: localhost", "Transfer-Encoding: chunked"], "zz\r\n"),
  ];

  for (const bytes of garbage) {
    expect(refusalOf(await exchange(app.url, bytes)), String(bytes).slice(0, 80)).toBe("400 validation_error");
  }
});

test("a request target that is no URL cannot be read, and Node prints no warning with it", async () => {
  const warnings = vi.spyOn(process, "emitWarning");
  onTestFinished(() => warnings.mockRestore());

  for (const target of ["http://[::bad/healthz", "http://a:b:c/healthz", "http://%/healthz", "a:http://[::bad/", "*"]) {
    expect(refusalOf(await exchange(app.url, wire(`OPTIONS ${target}`))), target).toBe("400 validation_error");
  }
  expect(warnings).not.toHaveBeenCalled();
});

test("a target with its host leads to the same route, and its query counts", async () => {
  const { key } = await app.signIn();
  const target = (rest: string) => wire(`GET http://elsewhere.example${rest}`);

  expect(await exchange(app.url, target("/healthz"))).toMatchObject({ status: 200 });
  expect(await exchange(app.url, target(`/api/threads?api_key=${key}`))).toMatchObject({ status: 200 });
  expect(refusalOf(await exchange(app.url, target("")))).toBe("404 not_found");
});

test("a request without a host cannot be read; HTTP/1.0 needs none", async () => {
  expect(refusalOf(await exchange(app.url, wire("GET /healthz", [])))).toBe("400 validation_error");
  expect(await exchange(app.url, "GET /healthz HTTP/1.0\r\n\r\n")).toMatchObject({ status: 200 });
});

test("a path is not normalised on its way to a route", async () => {
  for (const path of ["/api/../healthz", "/./healthz", "/api\\..\\healthz", "//[bad", "//healthz"]) {
    expect(refusalOf(await exchange(app.url, wire(`GET ${path}`))), path).toBe("404 not_found");
  }
});

test("an expectation that the server does not know is ignored", async () => {
  const answer = await exchange(app.url, wire("GET /healthz", ["Host: localhost", "Expect: the-unexpected"]));

  expect(answer).toMatchObject({ status: 200, body: { status: "ok" } });
});

test("a body that ends before its length cannot be read", async () => {
  const { key } = await app.signIn();
  const headers = ["Host: localhost", `X-API-Key: ${key}`, "Content-Type: application/json", "Content-Length: 100"];
  const texts = app.provider.texts.length;
  const halfway = wire("POST /api/text", headers, '{"phone_number":"+12025550123","message":"hello"}');

  expect(refusalOf(await exchange(app.url, halfway, { thenEnd: true }))).toBe("400 validation_error");
  expect(app.provider.texts).toHaveLength(texts);
});
