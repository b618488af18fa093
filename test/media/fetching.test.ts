import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { useApp } from "../support/app.ts";
import { drip } from "../support/fake-server.ts";
import {
  pictures,
  receiveFiles,
  sendBytes,
  startTestFetcher,
  useFetcher,
  useFileHost,
  whenFetched,
} from "../support/media.ts";

const app = useApp();
const host = useFileHost();
useFetcher(app, { delays: [0.05], timeoutMilliseconds: 1_000 });

/** Receives a file from a path and returns what became of it. */
async function fetchFrom(url: string) {
  const { client, number } = await app.signIn();
  const message = await receiveFiles(app, { client, number }, [url]);
  return whenFetched(app, message);
}

test("the files of a text are stored with their types by content, and their message shows it", async () => {
  const { client, number } = await app.signIn();
  const types = Object.keys(pictures) as (keyof typeof pictures)[];
  const urls = types.map((type) => host.serve(`/${type}`, sendBytes(pictures[type], { "content-type": "text/html" })));

  const message = await receiveFiles(app, { client, number }, urls);

  for (const [at, contentType] of types.entries()) {
    const { id } = message.media[at]!;
    const shown = { id, url: urls[at], contentType, state: "stored", bytes: pictures[contentType].length };
    expect(await whenFetched(app, message, at)).toEqual({ ...shown, error: null });
  }
});

test.each<[string, Buffer, string]>([
  ["HTML that is called a JPEG", Buffer.from("<html><script>alert(1)</script>"), "application/octet-stream"],
  [
    "SVG with a script",
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
    "application/octet-stream",
  ],
  ["an empty file", Buffer.alloc(0), "application/octet-stream"],
  ["a program", Buffer.from("MZ\x90\x00", "latin1"), "application/octet-stream"],
  ["a vCard", Buffer.from("BEGIN:VCARD\r\nVERSION:3.0\r\nEND:VCARD\r\n"), "text/vcard"],
  ["a calendar", Buffer.from("BEGIN:VCALENDAR\nEND:VCALENDAR\n"), "text/calendar"],
  ["a line that only begins like a vCard", Buffer.from("BEGIN:VCARDS\n"), "application/octet-stream"],
  ["a PDF", Buffer.from("%PDF-1.7\n"), "application/pdf"],
])("%s is stored as what it is", async (name, bytes, contentType) => {
  const url = host.serve(`/${encodeURIComponent(name)}`, sendBytes(bytes, { "content-type": "image/jpeg" }));

  expect(await fetchFrom(url)).toMatchObject({ state: "stored", contentType, bytes: bytes.length });
});

test.each<[string, (response: ServerResponse) => unknown, string]>([
  ["of 6 MB", sendBytes(Buffer.alloc(6_000_000)), "too_large"],
  [
    "of 6 MB that is announced as a byte less than the limit",
    (response) => {
      response.writeHead(200, { "transfer-encoding": "chunked", "x-length": "5242879" });
      response.end(Buffer.alloc(6_000_000));
    },
    "too_large",
  ],
  [
    "that is compressed",
    sendBytes(gzipSync(Buffer.alloc(50_000_000)), { "content-encoding": "gzip" }),
    "encoded_answer",
  ],
  ["behind four redirects", (response) => response.writeHead(302, { location: "/round" }).end(), "too_many_redirects"],
  [
    "behind a redirect to no address",
    (response) => response.writeHead(302, { location: "file:///etc/passwd" }).end(),
    "invalid_address",
  ],
])("a file %s is refused at its first attempt", async (name, answer, error) => {
  host.serve("/round", (response) => response.writeHead(302, { location: "/round" }).end());
  const url = host.serve(`/${encodeURIComponent(name)}`, answer);

  expect(await fetchFrom(url)).toMatchObject({ state: "refused", error, bytes: null, contentType: "image/jpeg" });
  expect(host.requests.filter(({ path }) => url.endsWith(path))).toHaveLength(1);
});

test("a file of exactly 5 MiB is stored, and its bytes are the same", async () => {
  const bytes = Buffer.from(Array.from({ length: 5 * 1_048_576 }, (_, at) => (at * 31 + (at >> 8)) & 255));
  const url = host.serve("/exact", sendBytes(bytes));
  const { client, number, key } = await app.signIn();
  const message = await receiveFiles(app, { client, number }, [url]);

  const shown = await whenFetched(app, message);

  expect(shown).toMatchObject({ state: "stored", bytes: bytes.length });
  const answer = await fetch(`${app.url}/api/media/${shown.id}`, { headers: { "x-api-key": key } });
  expect(answer.headers.get("content-length")).toBe(String(bytes.length));
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
});

test.each<[string, (response: ServerResponse) => unknown, string]>([
  ["that drips", (response) => drip({} as never, response), "timeout"],
  [
    "that is shorter than announced",
    (response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("x", () => response.socket?.resetAndDestroy());
    },
    "ECONNRESET",
  ],
  ["that is missing", (response) => response.writeHead(404).end(), "http_404"],
])("a file %s fails after the last attempt", async (name, answer, error) => {
  const url = host.serve(`/${encodeURIComponent(name)}`, answer);

  expect(await fetchFrom(url)).toMatchObject({ state: "failed", error });
  expect(host.requests.filter(({ path }) => url.endsWith(path))).toHaveLength(2);
});

test("a file that fails once is stored by the next attempt", async () => {
  let asked = 0;
  const url = host.serve("/second", (response) => {
    asked += 1;
    if (asked === 1) response.writeHead(503).end();
    else response.end(pictures["image/png"]);
  });

  expect(await fetchFrom(url)).toMatchObject({ state: "stored", contentType: "image/png", error: null });
  expect(asked).toBe(2);
});

test("three redirects are followed", async () => {
  for (const at of [1, 2])
    host.serve(`/hop${at}`, (response) => response.writeHead(307, { location: `/hop${at + 1}` }).end());
  host.serve("/hop3", sendBytes(pictures["image/gif"]));
  const url = host.serve("/hop0", (response) => response.writeHead(301, { location: "/hop1" }).end());

  expect(await fetchFrom(url)).toMatchObject({ state: "stored", contentType: "image/gif" });
  const asked = host.requests.filter(({ path }) => path === "/hop3");
  expect(asked).toMatchObject([{ headers: { "accept-encoding": "identity" } }]);
});

test("two servers fetch each file once", async () => {
  const { client, number } = await app.signIn();
  const second = startTestFetcher(app);
  try {
    const urls = Array.from({ length: 10 }, (_, at) => host.serve(`/shared${at}`, sendBytes(pictures["image/png"])));
    const message = await receiveFiles(app, { client, number }, urls);
    for (const at of urls.keys()) expect(await whenFetched(app, message, at)).toMatchObject({ state: "stored" });
    const asked = host.requests.filter(({ path }) => path.startsWith("/shared")).map(({ path }) => path);
    expect(asked.toSorted()).toEqual(urls.map((url) => new URL(url).pathname).toSorted());
  } finally {
    await second.stop();
  }
});

test("a team whose files hang does not hold up those of another team", async () => {
  const slow = await app.signIn();
  const quick = await app.signIn();
  // Only before the first of them ends, because the next request may arrive before its end does.
  const open = { count: 0, hasEnded: false };
  const hang = (response: ServerResponse) => {
    if (!open.hasEnded) open.count += 1;
    response.on("close", () => {
      open.hasEnded = true;
    });
  };
  const urls = Array.from({ length: 10 }, (_, at) => host.serve(`/hang${at}`, hang));
  await receiveFiles(app, slow, urls);

  const message = await receiveFiles(app, quick, [host.serve("/quick", sendBytes(pictures["image/png"]))]);
  expect(await whenFetched(app, message)).toMatchObject({ state: "stored" });
  await vi.waitFor(() => expect(open.hasEnded).toBe(true));
  expect(open.count).toBe(4);
});

test("a stored file is an event of its team", async () => {
  const { client, number } = await app.signIn();
  await client.listEvents();
  const message = await receiveFiles(app, { client, number }, [host.serve("/event", sendBytes(pictures["image/png"]))]);
  const { id, bytes } = await whenFetched(app, message);

  const { events } = await client.listEvents({ query: { types: ["media.stored"] } });
  expect(events).toMatchObject([
    {
      type: "media.stored",
      testMode: false,
      data: { mediaId: id, messageId: message.id, contentType: "image/png", bytes },
    },
  ]);
});
