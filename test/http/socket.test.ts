import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { useApp } from "../support/app.ts";
import { refusalOf } from "../support/refusals.ts";
import { exchange } from "../support/socket.ts";

const app = useApp();

/** A request as it goes over the wire, after which the connection ends. */
const wire = (target: string, headers: string[] = ["Host: localhost"], body = "") =>
  [`${target} HTTP/1.1`, ...headers, "Connection: close", "", body].join("\r\n");

test("bytes that are not an HTTP request get an answer in the error shape", async () => {
  const garbage = [
    "hello\r\n\r\n",
    "\0\0\0\0\r\n\r\n",
    "{}\r\n\r\n",
    Buffer.from("1603010200010001fc0303", "hex"),
    wire("NONSENSE /api/threads"),
    wire("GET /api/threads extra"),
    wire("GET /api/threads/\u00fc"),
    wire("GET /healthz", ["Host: localhost", "no header"]),
    wire("POST /api/text", ["Host: localhost", "Content-Length: ten"]),
    wire("POST /api/text", ["Host: localhost", "Content-Length: 2", "Transfer-Encoding: chunked"], "{}"),
    wire("POST /api/text", ["Host: localhost", "Transfer-Encoding: chunked"], "zz\r\n"),
  ];

  for (const bytes of garbage) {
    expect(refusalOf(await exchange(app.url, bytes)), String(bytes).slice(0, 80)).toBe("400 validation_error");
  }
});

test("headers that are too large get an answer that says so", async () => {
  const answer = await exchange(app.url, wire("GET /healthz", ["Host: localhost", `X-Long: ${"x".repeat(20_000)}`]));

  expect(refusalOf(answer)).toBe("431 validation_error");
  expect(answer.body).toMatchObject({ message: "The headers are larger than 16,384 bytes." });
});

test("a request target that is not a URL is refused, and Node prints no warning", async () => {
  const warnings = vi.spyOn(process, "emitWarning");
  onTestFinished(() => warnings.mockRestore());

  for (const target of ["http://[::bad/healthz", "http://a:b:c/healthz", "http://%/healthz", "a:http://[::bad/", "*"]) {
    expect(refusalOf(await exchange(app.url, wire(`OPTIONS ${target}`))), target).toBe("400 validation_error");
  }
  expect(warnings).not.toHaveBeenCalled();
});

test("a request target with a host uses the same route, and its query applies", async () => {
  const { key } = await app.signIn();
  const target = (rest: string) => wire(`GET http://elsewhere.example${rest}`);

  expect(await exchange(app.url, target("/healthz"))).toMatchObject({ status: 200 });
  expect(await exchange(app.url, target(`/api/threads?api_key=${key}`))).toMatchObject({ status: 200 });
  expect(refusalOf(await exchange(app.url, target("")))).toBe("404 not_found");
});

test("a request without a host is refused, except with HTTP/1.0", async () => {
  expect(refusalOf(await exchange(app.url, wire("GET /healthz", [])))).toBe("400 validation_error");
  expect(await exchange(app.url, "GET /healthz HTTP/1.0\r\n\r\n")).toMatchObject({ status: 200 });
});

test("a path is not normalised before it is matched to a route", async () => {
  for (const path of ["/api/../healthz", "/./healthz", "/api\\..\\healthz", "//[bad", "//healthz"]) {
    expect(refusalOf(await exchange(app.url, wire(`GET ${path}`))), path).toBe("404 not_found");
  }
});

test("an unknown expectation is ignored", async () => {
  const answer = await exchange(app.url, wire("GET /healthz", ["Host: localhost", "Expect: the-unexpected"]));

  expect(answer).toMatchObject({ status: 200, body: { status: "ok" } });
});

test("a body that ends before its declared length is refused", async () => {
  const { key } = await app.signIn();
  const headers = ["Host: localhost", `X-API-Key: ${key}`, "Content-Type: application/json", "Content-Length: 100"];
  const texts = app.provider.texts.length;
  const halfway = wire("POST /api/text", headers, '{"phone_number":"+12025550123","message":"hello"}');

  expect(refusalOf(await exchange(app.url, halfway, { thenEnd: true }))).toBe("400 validation_error");
  expect(app.provider.texts).toHaveLength(texts);
});

test("each pipelined request gets an answer, in the order of its connection", async () => {
  const ids = Array.from({ length: 20 }, (_, at) => `together-${at}`);
  const requestOf = (id: string, at: number) =>
    wire(at % 2 === 0 ? "GET /healthz" : "GET /nowhere", ["Host: localhost", `X-Request-Id: ${id}`]);
  const keepAlive = (request: string) => request.replace("Connection: close", "Connection: keep-alive");
  const expected = ids.map((id, at) => [at % 2 === 0 ? 200 : 404, id]);

  const apart = await Promise.all(ids.map((id, at) => exchange(app.url, requestOf(id, at))));
  const requests = ids.map(requestOf);
  const answers = await exchangeAll([...requests.slice(0, -1).map(keepAlive), requests.at(-1)!]);

  expect(apart.map(({ status, headers }) => [status, headers.get("x-request-id")])).toEqual(expected);
  const statuses = [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
  const said = [...answers.matchAll(/^X-Request-Id: (.+)\r$/gm)].map(([, id]) => id);
  expect(statuses.map((status, at) => [status, said[at]])).toEqual(expected);
});

test("a client that disconnects early does not affect concurrent requests", async () => {
  const hangUp = () => {
    const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
    socket.on("error", () => {});
    socket.write(wire("GET /healthz"), () => socket.resetAndDestroy());
  };

  const asked = Array.from({ length: 20 }, () => {
    hangUp();
    return exchange(app.url, wire("GET /healthz"));
  });
  const answers = await Promise.all(asked);

  expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
    asked.map(() => ({ status: 200, body: { status: "ok" } })),
  );
});

/** Writes all requests at once to one connection. Returns the received text when the connection ends. */
function exchangeAll(requests: string[]): Promise<string> {
  const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
  socket.write(requests.join(""));
  return text(socket);
}
