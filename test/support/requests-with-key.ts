/**
 * Sends a key in every place of valid and invalid requests of every kind.
 */
import { post } from "./callbacks.ts";
import type { RawAnswer } from "./client.ts";
import { exchange } from "./socket.ts";

/** Requests with a body. */
const bodies: [method: string, path: string, fields: object][] = [
  ["POST", "/api/text", { phone_number: "+12025550123", message: "hello" }],
  ["POST", "/api/text", { phone_number: "+12025550123", message: "" }],
  ["POST", "/api/text", { threadId: "019aa4a1-7c3e-7d52-9a0e-3b8f6f1d8a11", message: "hello" }],
  ["PATCH", "/api/business-numbers/none", {}],
  ["DELETE", "/api/business-numbers/none", {}],
  ["DELETE", "/api/text", {}],
  ["POST", "/nowhere", {}],
  ["POST", "/api/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_threads" } }],
];

const json = { "content-type": "application/json", accept: "application/json" };

/** Returns all answers. */
export async function sendKeyEverywhere(url: string, key: string): Promise<RawAnswer[]> {
  const answers: RawAnswer[] = [];
  const send = async (method: string, path: string, headers: object, body?: string) => {
    const init = { method, headers: { ...headers }, ...(body !== undefined && { body }) };
    const response = await fetch(`${url}${path}`, init as RequestInit);
    const text = await response.text();
    answers.push({ status: response.status, headers: response.headers, text, body: undefined });
  };
  const keyHeaders = [{ "x-api-key": key }, { authorization: `Bearer ${key}` }];
  const query = `?api_key=${key}`;

  for (const [method, path, fields] of bodies) {
    const body = JSON.stringify(fields);
    for (const headers of keyHeaders) await send(method, path, { ...json, ...headers }, body);
    await send(method, `${path}${query}`, json, body);
    await send(method, path, json, JSON.stringify({ ...fields, api_key: key }));
  }
  const paths = ["/api/threads", "/api/threads/none", "/healthz", "/openapi.yaml", "/nowhere", "/api/threads/%zz"];
  for (const path of [...paths, "/docs", "/metrics", "/readyz", "/api/mcp"]) {
    for (const headers of keyHeaders) await send("GET", path, headers);
    await send("GET", `${path}${query}`, {});
    await send("HEAD", `${path}${query}`, {});
  }
  await send("POST", "/api/text", json, `{"api_key":"${key}",}`);
  await send("POST", "/api/text", json, `{"api_key":"${key}"${" ".repeat(1_100_000)}}`);
  await send("POST", "/api/text", { "content-type": "text/plain" }, `api_key=${key}`);
  // With a key in a header, the body is validated.
  for (const headers of keyHeaders) {
    await send("POST", "/api/text", { ...json, ...headers }, `{"api_key":"${key}"${" ".repeat(1_100_000)}}`);
    await send("POST", "/api/text", { "content-type": "text/plain", ...headers }, `api_key=${key}`);
  }
  await send("POST", "/api/text", { ...json, "x-api-key": key, "idempotency-key": "" }, "{}");
  answers.push(await post(`${url}/api/external/sms/inbound${query}`, `Body=${key}`, { "x-provider-signature": key }));
  for (const text of [
    `GET http://localhost/api/threads${query} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    `GET http://[::bad/api/threads${query} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    `GET /api/threads#${query} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    `api_key=${key}\r\n\r\n`,
  ]) {
    answers.push(await exchange(url, text));
  }
  return answers;
}
