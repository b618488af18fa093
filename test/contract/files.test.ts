import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { useApp } from "../support/app.ts";
import { exchange } from "../support/socket.ts";

const app = useApp();

const files: [path: string, contentType: string][] = [
  ["/openapi.yaml", "application/yaml"],
  ["/openapi.json", "application/json; charset=utf-8"],
  ["/openapi-3.0.json", "application/json; charset=utf-8"],
];
const paths = files.map(([path]) => path);

const request = (path: string, ifNoneMatch?: string, method = "GET") =>
  fetch(`${app.url}${path}`, { method, headers: ifNoneMatch === undefined ? {} : { "if-none-match": ifNoneMatch } });

const etagOf = async (path: string) => (await request(path)).headers.get("etag")!;

test.each(files)("%s is served publicly and is byte for byte the generated file", async (path, contentType) => {
  const response = await request(path);

  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe(contentType);
  expect([...response.headers.keys()].filter((name) => name.startsWith("ratelimit"))).toEqual([]);
  const generated = readFileSync(join(import.meta.dirname, "..", "..", "generated", path));
  expect(Buffer.from(await response.arrayBuffer()).equals(generated)).toBe(true);
});

test("each file has its own strong ETag, the same in every response", async () => {
  const etags = await Promise.all(paths.map(etagOf));

  for (const etag of etags) expect(etag).toMatch(/^"[\w-]{43}"$/);
  expect(new Set(etags).size).toBe(paths.length);
  expect(await Promise.all(paths.map(etagOf))).toEqual(etags);
});

test.each(paths)("%s is not sent again to a client that has the current version", async (path) => {
  const etag = await etagOf(path);

  for (const known of [etag, `W/${etag}`, `"another", ${etag}`, `W/"another",W/${etag} , "third"`, "*"]) {
    const response = await request(path, known);
    expect([response.status, await response.text()], known).toEqual([304, ""]);
    expect(response.headers.get("etag"), known).toBe(etag);
    expect(response.headers.get("x-request-id"), known).toMatch(/\S/);
    expect(response.headers.has("content-type"), known).toBe(false);
  }
  for (const other of ['"another"', 'W/"another", "third"', etag.slice(1, -1), etag.toLowerCase(), ""]) {
    const response = await request(path, other);
    expect([response.status, response.headers.get("etag")], other).toEqual([200, etag]);
    expect(await response.text(), other).not.toBe("");
  }
});

test("HEAD has the ETag of GET, and answers 304 like GET", async () => {
  for (const path of paths) {
    const get = await request(path);
    const head = await request(path, undefined, "HEAD");
    for (const name of ["etag", "content-length", "content-type"]) {
      expect(head.headers.get(name), `${path} ${name}`).toBe(get.headers.get(name));
    }
    expect((await request(path, get.headers.get("etag")!, "HEAD")).status, path).toBe(304);
  }
});

test("a 304 has no Content-Length, because it would be the length of the file", async () => {
  const request = "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: *\r\nConnection: close\r\n\r\n";
  const { status, headers, text } = await exchange(app.url, request);

  expect([status, text]).toEqual([304, ""]);
  expect([...headers.keys()].filter((name) => /^(content|transfer)-/.test(name))).toEqual(["content-security-policy"]);
});

test("other answers have no ETag and are never 304", async () => {
  for (const path of ["/docs", "/healthz", "/nowhere"]) {
    const response = await request(path, "*");
    expect(response.status, path).not.toBe(304);
    expect(response.headers.has("etag"), path).toBe(false);
  }
});

test.each(files)("%s can be read without the doors, and has an ETag of its own then", async (path, contentType) => {
  const [whole, short] = [await request(path), await request(`${path}?doors=false`)];
  const text = await short.text();

  expect([short.status, short.headers.get("content-type")]).toEqual([200, contentType]);
  const contract = parse(text);
  const { security, paths, components, tags } = parse(await whole.text());
  const doors = Object.keys(paths).filter((each) => !(each in contract.paths));
  expect(doors).toContain("/2010-04-01/Accounts/{AccountSid}/Messages.json");
  expect(doors.filter((each) => !/^\/(2010-04-01|v2|text|status|otp|hooks)(\/|$)/.test(each))).toEqual([]);
  const missing = (part: Record<string, object>, from: Record<string, object>) =>
    Object.keys(part).filter((name) => !(name in from));
  for (const name of missing(components.schemas, contract.components.schemas))
    expect(name).toMatch(/Twilio|Textbelt|Supabase/);
  expect(missing(components.securitySchemes, contract.components.securitySchemes)).toEqual([
    "TwilioBasic",
    "TextbeltKey",
    "StandardWebhook",
  ]);
  expect(JSON.stringify(contract)).not.toMatch(/Twilio door|Textbelt|Supabase/);
  expect(tags.length - contract.tags.length).toBe(3);
  expect(contract.security).toEqual(security);
  const etag = short.headers.get("etag")!;
  expect(etag).not.toBe(whole.headers.get("etag"));
  expect((await request(`${path}?doors=false`, etag)).status).toBe(304);
  expect((await request(path, etag)).status).toBe(200);
  expect((await request(`${path}?doors=true`, whole.headers.get("etag")!)).status).toBe(304);
  expect((await request(`${path}?doors=no`)).status).toBe(422);
});
