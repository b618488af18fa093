import { expect, test } from "vitest";
import { newId } from "../../server/db/schema/ids.ts";
import { useApp } from "../support/app.ts";
import { refusalOf } from "../support/refusals.ts";

const app = useApp();

test("an unknown route is not_found for every key, method and body", async () => {
  const { client } = await app.signIn();
  const bare = { headers: { "x-api-key": "" } };
  const broken = { headers: { "content-type": "text/plain" }, body: "{" };

  for (const path of ["/", "/api", "/api/nowhere", `/api/threads/${newId()}/nowhere`, "/openapi-3.1.json", "/%20"]) {
    expect(refusalOf(await client.request("GET", path)), path).toBe("404 not_found");
    expect(refusalOf(await client.request("GET", path, bare)), path).toBe("404 not_found");
    expect(refusalOf(await client.request("POST", path, broken)), path).toBe("404 not_found");
    expect(refusalOf(await client.request("DELETE", path)), path).toBe("404 not_found");
  }
});

test("paths are exact: case, trailing and doubled slashes matter", async () => {
  const { client } = await app.signIn();

  for (const path of [
    "/API/threads",
    "/api/Threads",
    "/api/threads/",
    "//api/threads",
    "/api//threads",
    "/api/threads//messages",
    `/api/threads/${newId()}/`,
    "/healthz/",
    "/openapi.YAML",
  ]) {
    expect(refusalOf(await client.request("GET", path)), path).toBe("404 not_found");
  }
});

test("an unsupported method is refused with the supported methods in Allow", async () => {
  const { client } = await app.signIn();
  const refused: [string, string, string[]][] = [
    ["DELETE", "/api/text", ["POST"]],
    ["GET", "/api/text", ["POST"]],
    ["PUT", "/api/threads", ["GET", "HEAD"]],
    ["POST", `/api/threads/${newId()}`, ["GET", "HEAD"]],
    ["OPTIONS", "/api/business-numbers", ["GET", "HEAD", "POST"]],
    ["PUT", `/api/business-numbers/${newId()}`, ["DELETE", "GET", "HEAD", "PATCH"]],
    ["POST", "/openapi.yaml", ["GET", "HEAD"]],
    ["POST", "/openapi-3.0.json", ["GET", "HEAD"]],
    ["POST", "/healthz", ["GET", "HEAD"]],
  ];

  for (const [method, path, allowed] of refused) {
    const answer = await client.request(method, path);
    expect(refusalOf(answer), `${method} ${path}`).toBe("405 method_not_allowed");
    expect(answer.headers.get("allow")?.split(", ").toSorted(), `${method} ${path}`).toEqual(allowed);
  }
});

test("HEAD answers like GET, without a body", async () => {
  const { client } = await app.signIn();

  for (const path of ["/api/threads", "/api/threads/none", "/healthz", "/openapi.yaml", "/nowhere"]) {
    const get = await client.request("GET", path);
    const head = await client.request("HEAD", path);
    expect([head.status, head.text], path).toEqual([get.status, ""]);
    expect(head.headers.get("content-type"), path).toBe(get.headers.get("content-type"));
    expect(head.headers.get("x-request-id"), path).toMatch(/\S/);
  }
});

test("a path with invalid percent-encoding is refused", async () => {
  const { client } = await app.signIn();

  for (const path of [
    "/api/threads/%",
    "/api/threads/%zz",
    "/api/threads/%ED%A0%80",
    "/api/threads/%FF/messages",
    "/%",
  ]) {
    expect(refusalOf(await client.request("GET", path)), path).toBe("400 validation_error");
  }
});

test("a path id that is not a UUID is not found, with any content", async () => {
  const { client } = await app.signIn();
  const ids = [
    "%00",
    "%2F",
    "..%2f",
    "a%3Fb%23c",
    "%25zz",
    "null",
    "%F0%9F%98%80",
    "'%20or%201=1",
    `${newId()}%0a`,
    "0",
  ];

  for (const id of [...ids, "a".repeat(5000)]) {
    expect(refusalOf(await client.request("GET", `/api/threads/${id}`)), id).toBe("404 thread_not_found");
    expect(refusalOf(await client.request("DELETE", `/api/business-numbers/${id}`)), id).toBe(
      "404 business_number_not_found",
    );
  }
});

test("unknown query parameters are ignored", async () => {
  const { client } = await app.signIn();

  for (const query of [
    "page=2",
    "__proto__=x",
    "constructor=x&toString=",
    "%",
    "a=%zz",
    "per_page[]=0",
    "cursor[a]=b",
    "&&=&",
  ]) {
    expect((await client.request("GET", `/api/threads?${query}`)).status, query).toBe(200);
  }
});

test("a repeated query parameter, or a value that cannot be stored, is a violation", async () => {
  const { client } = await app.signIn();
  const broken = ["per_page=1&per_page=2", "per_page=%00", "per_page=1e400", "cursor=%00", "cursor=a&cursor=b"];

  for (const query of broken) {
    const answer = await client.request("GET", `/api/threads?${query}`);
    expect(refusalOf(answer), query).toBe("422 validation_error");
    expect(answer.body.details[0].field, query).toBe(query.split("=")[0]);
  }
  const twice = `/api/threads/${newId()}/replies?since=2026-01-01&since=2026-01-02`;
  expect(refusalOf(await client.request("GET", twice))).toBe("422 invalid_since");
});

test("a query with invalid UTF-8 is read with replacement characters", async () => {
  const { client } = await app.signIn();

  expect((await client.request("GET", "/api/business-numbers?agent_profile=%ED%A0%80%FF")).status).toBe(200);
});

test("a valid request id of the caller is returned, and the server creates one otherwise", async () => {
  const { client } = await app.signIn();
  const request = async (id?: string) => {
    const answer = await client.request("GET", "/nowhere", id === undefined ? {} : { headers: { "x-request-id": id } });
    refusalOf(answer);
    return answer.headers.get("x-request-id");
  };

  for (const sane of ["a", "5f0c4a52-6c1b-4d0e-9a53-0f3f5b0a7a11", "Root=1-67891233:abc/def+g_h.i", "x".repeat(128)]) {
    expect(await request(sane)).toBe(sane);
  }
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  for (const insane of [undefined, "", "two words", "x".repeat(129), "<script>", '"quoted"', "a,b", "caf\u00e9"]) {
    expect(await request(insane), insane).toMatch(uuid);
  }
  expect(await request()).not.toBe(await request());
});

test("a success has the request id as well", async () => {
  const { client } = await app.signIn();

  for (const path of ["/api/threads", "/healthz", "/openapi.yaml"]) {
    const { headers } = await client.request("GET", path, { headers: { "x-request-id": "mine" } });
    expect(headers.get("x-request-id"), path).toBe("mine");
  }
});
