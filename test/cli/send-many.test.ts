import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { exchange } from "../../cli/client/exchange.ts";
import { createTransport } from "../../cli/client/send-many.ts";

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function write(url: string, timeoutSeconds = 5) {
  const notes: string[] = [];
  const headers = { "idempotency-key": "k", "content-type": "application/json" };
  const answer = exchange(
    { method: "POST", url, headers, body: '{"name":"Zoë"}' },
    { transport: createTransport(), timeoutSeconds, retry: true, onRetry: (note) => notes.push(note) },
  );
  return { answer, notes };
}

test("a request arrives as it was given, and the answer is complete", async () => {
  const url = await serve(async (request, response) => {
    const chunks = await Array.fromAsync(request);
    const { "idempotency-key": key, "content-type": type } = request.headers;
    response.setHeader("x-request-id", "r1");
    response.end(JSON.stringify({ method: request.method, key, type, body: Buffer.concat(chunks).toString() }));
  });
  const { status, headers, text } = await write(`${url}/x`).answer;
  expect({ status, id: headers["x-request-id"] }).toEqual({ status: 200, id: "r1" });
  expect(JSON.parse(text)).toEqual({ method: "POST", key: "k", type: "application/json", body: '{"name":"Zoë"}' });
});

test("a lost connection is retried", async () => {
  let requests = 0;
  const url = await serve((request, response) => {
    requests += 1;
    if (requests === 1) return request.socket.destroy();
    response.end("{}");
  });
  const { answer, notes } = write(url);
  expect(await answer).toMatchObject({ status: 200 });
  expect(notes).toEqual([expect.stringMatching(/^(ECONNRESET|UND_ERR_SOCKET); retrying in 0.25 s$/)]);
});

test("a request without an answer fails after the timeout, and a redirect is refused", async () => {
  const silent = await serve(() => {});
  await expect(write(silent, 0.05).answer).rejects.toThrow(`No response from ${silent}: timed out after 0.05 s.`);
  const moved = await serve((_, response) => void response.writeHead(302, { location: "http://other.invalid" }).end());
  await expect(write(moved).answer).rejects.toThrow("redirects to http://other.invalid");
});

test("a server that is not running is named", async () => {
  const url = await serve(() => {});
  await new Promise((resolve) => servers.pop()!.close(resolve));
  await expect(write(url, 0.1).answer).rejects.toMatchObject({
    hint: expect.stringContaining("Is the server running?"),
  });
});
