import { connect } from "node:net";
import { describe, expect, test, vi } from "vitest";
import { newId } from "../../server/db/schema/ids.ts";
import { createMediaLinks } from "../../server/secrets/media-links.ts";
import { useApp, useNeighbour } from "../support/app.ts";
import { createClient } from "../support/client.ts";
import { createAwayDatabase } from "../support/database.ts";
import { buildKey } from "../support/factories.ts";
import { pictures, receiveFiles, sendBytes, storeFile, useFileHost } from "../support/media.ts";
import { secretKey } from "../support/passcodes.ts";

const app = useApp();
const away = useApp({ database: createAwayDatabase });
const host = useFileHost();

const png = pictures["image/png"];

/** A team with a stored file. */
async function signInWithFile(bytes = png) {
  const session = await app.signIn();
  const id = await storeFile(app, session.team, bytes);
  return { ...session, id };
}

const readFile = (id: string, key: string, method = "GET") =>
  fetch(`${app.url}/api/media/${id}`, { method, headers: { "x-api-key": key } });

test("a file is served as an attachment that no browser shows or runs", async () => {
  const { id, key } = await signInWithFile();

  const answer = await readFile(id, key);

  expect(answer.status).toBe(200);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(png);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "image/png",
    "content-length": String(png.length),
    "content-disposition": "attachment",
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox;default-src 'none'",
    "cache-control": "private, no-store",
  });
});

test("HEAD has the headers of GET and no body", async () => {
  const { id, key } = await signInWithFile();

  const answer = await readFile(id, key, "HEAD");

  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-length")).toBe(String(png.length));
  expect(answer.headers.get("content-type")).toBe("image/png");
  expect(await answer.text()).toBe("");
});

test("a file of another team and an unknown one have the same answer", async () => {
  const { id } = await signInWithFile();
  const { client } = await app.signIn();
  const answers = await Promise.all(
    [id, newId()].flatMap((asked) => [
      client.raw("getMedia", { path: { id: asked } }),
      client.raw("createMediaLink", { path: { id: asked }, body: {} }),
    ]),
  );
  const bodies = answers.map(({ body: { requestId: _, ...body } }) => body);
  expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(404));
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  expect(bodies[0]).toMatchObject({ error: "media_not_found" });
  expect(await client.raw("getMedia", { path: { id: "no-id" } })).toMatchObject({ status: 404, body: bodies[0] });
});

test.each([
  ["contacts:read", 403],
  ["messages:read", 200],
] as const)("with the scope %s, a file and its link have status %i", async (scope, status) => {
  const { id, team } = await signInWithFile();
  const client = createClient(app.url, await buildKey(app.em(), team, { scopes: [scope] }));

  expect(await client.raw("getMedia", { path: { id } })).toMatchObject({ status });
  expect(await client.raw("createMediaLink", { path: { id }, body: {} })).toMatchObject({ status });
});

test("a file that is not fetched yet is shown as pending, and can be neither read nor linked", async () => {
  const { client, number } = await app.signIn();
  const url = host.serve("/pending", sendBytes(png));
  const { media } = await receiveFiles(app, { client, number }, [url]);
  expect(media).toEqual([{ url, contentType: "image/jpeg", id: expect.any(String), state: "pending", bytes: null }]);
  const { id } = media[0]!;

  for (const answer of [
    await client.raw("getMedia", { path: { id: id! } }),
    await client.raw("createMediaLink", { path: { id: id! }, body: {} }),
  ])
    expect(answer).toMatchObject({ status: 409, body: { error: "media_not_stored" } });
  expect(host.requests).toEqual([]);
});

describe("links", () => {
  const open = (url: string, method = "GET") => fetch(url, { method });

  test("a link leads to the file without a key, until it expires", async () => {
    const { id, client } = await signInWithFile();
    const before = Date.now();

    const { url, expiresAt } = await client.createMediaLink({ path: { id }, body: { seconds: 60 } });

    expect(url).toMatch(new RegExp(`^${app.url}/media/[\\w-]{70}$`));
    expect(Math.abs(Date.parse(expiresAt) - before - 60_000)).toBeLessThan(30_000);
    const answer = await open(url);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(png);
    expect(answer.headers.get("content-disposition")).toBe("attachment");
    expect(answer.headers.get("content-security-policy")).toBe("sandbox;default-src 'none'");
    expect((await open(url, "HEAD")).headers.get("content-length")).toBe(String(png.length));
  });

  test("a link cannot be read while the database is away", async () => {
    const { id, client } = await signInWithFile();
    const { url } = await client.createMediaLink({ path: { id }, body: {} });

    const answer = await open(url.replace(app.url, away.url));

    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ error: "server_error" });
  });

  test("without seconds, a link lasts for an hour", async () => {
    const { id, client } = await signInWithFile();
    const { expiresAt } = await client.createMediaLink({ path: { id }, body: {} });
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 3_600_000)).toBeLessThan(30_000);
  });

  test.each([59, 86_401, 0.5, "60"])("a link of %s seconds is refused", async (seconds) => {
    const { id, client } = await signInWithFile();
    expect(await client.raw("createMediaLink", { path: { id }, body: { seconds } as never })).toMatchObject({
      status: 422,
    });
  });

  test("wrong, changed and expired links, and those to a missing or pending file, have the same answer", async () => {
    const { id, client, team, number } = await signInWithFile();
    const other = await app.signIn();
    const { media } = await receiveFiles(app, { client, number }, [host.serve("/later", sendBytes(png))]);
    const links = createMediaLinks(secretKey);
    const expiresAt = "2100-01-01T00:00:00.000000Z";
    const good = links.sign({ teamId: team.id, id, expiresAt });
    expect((await open(`${app.url}/media/${good}`)).status).toBe(200);

    const tokens = [
      "x",
      good.slice(0, -1),
      `${good}A`,
      `${good}=`,
      `${good[0] === "A" ? "B" : "A"}${good.slice(1)}`,
      // The last character has bits that are not part of the token.
      good.slice(0, -1) + String.fromCharCode(good.charCodeAt(69) + 1),
      createMediaLinks("another key that has enough characters").sign({ teamId: team.id, id, expiresAt }),
      links.sign({ teamId: team.id, id, expiresAt: "2026-01-01T00:00:00.000000Z" }),
      links.sign({ teamId: other.team.id, id, expiresAt }),
      links.sign({ teamId: team.id, id: newId(), expiresAt }),
      links.sign({ teamId: team.id, id: media[0]!.id!, expiresAt }),
    ];
    const answers = await Promise.all(tokens.map((token) => open(`${app.url}/media/${token}`)));
    const bodies = await Promise.all(answers.map((answer) => answer.json() as Promise<{ requestId: string }>));
    expect(answers.map(({ status }) => status)).toEqual(tokens.map(() => 404));
    expect(new Set(bodies.map(({ requestId: _, ...body }) => JSON.stringify(body))).size).toBe(1);
    expect(bodies[0]).toMatchObject({ error: "not_found" });
    expect(app.logLines.filter((line) => line.includes(good))).toEqual([]);
  });

  test("the old secret key still opens its links", async () => {
    const links = createMediaLinks("a new secret key with enough characters", secretKey);
    const linked = { teamId: newId(), id: newId(), expiresAt: "2030-01-01T00:00:00.000000Z" };
    expect(links.read(createMediaLinks(secretKey).sign(linked))).toEqual(linked);
  });
});

test("a client that stops reading stops the reading of the file", async () => {
  const { id, key } = await signInWithFile(Buffer.alloc(5 * 1_048_576, 7));
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET /api/media/${id} HTTP/1.1\r\nHost: ${hostname}\r\nX-API-Key: ${key}\r\n\r\n`);
  await new Promise((resolve) => socket.once("data", resolve));
  socket.pause();
  socket.destroy();

  // The place of the download is free again.
  for (let at = 0; at < 3; at += 1) expect((await readFile(id, key)).status).toBe(200);
});

describe("with few places", () => {
  const small = useNeighbour(app, { limits: { maxDownloads: 4 } });

  test("a team has at most half of the downloads, and the others find room", async () => {
    const hoarder = await signInWithFile(Buffer.alloc(5 * 1_048_576, 7));
    const other = await signInWithFile();
    const { hostname, port } = new URL(small.url);
    const read = (id: string, key: string) => fetch(`${small.url}/api/media/${id}`, { headers: { "x-api-key": key } });
    const held = await Promise.all(
      [0, 1].map(async () => {
        const socket = connect(Number(port), hostname);
        socket.write(`GET /api/media/${hoarder.id} HTTP/1.1\r\nHost: ${hostname}\r\nX-API-Key: ${hoarder.key}\r\n\r\n`);
        await new Promise((resolve) => socket.once("readable", resolve));
        return socket;
      }),
    );
    try {
      expect(await (await read(hoarder.id, hoarder.key)).json()).toMatchObject({ error: "server_error" });
      expect((await read(other.id, other.key)).status).toBe(200);
    } finally {
      for (const socket of held) socket.destroy();
    }
    await vi.waitFor(async () => expect((await read(hoarder.id, hoarder.key)).status).toBe(200));
  });
});
