import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { readClock } from "../../server/db/clock.ts";
import { plusMicroseconds } from "../../server/db/timestamp.ts";
import { pruneUploads } from "../../server/media/prune-uploads.ts";
import { useApp, useNeighbour } from "../support/app.ts";
import { createClient } from "../support/client.ts";
import { buildKey } from "../support/factories.ts";
import { pictures } from "../support/media.ts";
import { refusalOf } from "../support/refusals.ts";
import { expireUploads, fillQuota, upload, uploadOf } from "../support/uploads.ts";

const app = useApp();
const neighbour = useNeighbour(app);

const png = pictures["image/png"];
const maxBytes = 5 * 1_048_576;

/** A picture of a size. */
const pictureOf = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length, 7)]);

async function readFile(url: string, key: string, id: string) {
  const answer = await fetch(`${url}/api/media/${id}`, { headers: { "x-api-key": key } });
  return {
    status: answer.status,
    type: answer.headers.get("content-type"),
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
}

const countOf = async (teamId: string) => {
  const [row] = await app.em().execute<{ files: number; parts: number }[]>(
    `select (select count(*)::int from media where team_id = ?) as files,
       (select count(*)::int from media_part where team_id = ?) as parts`,
    [teamId, teamId],
  );
  return row;
};

describe("an upload", () => {
  test("is stored with the type of its content, and served by every process", async () => {
    const { client, key } = await app.signIn();

    const answer = await client.raw("uploadMedia", uploadOf(png, { "content-type": "text/html" }));

    expect(answer).toMatchObject({ status: 201, body: { success: true } });
    const { id, contentType, bytes, createdAt, expiresAt } = answer.body.media;
    expect({ contentType, bytes }).toEqual({ contentType: "image/png", bytes: png.length });
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(7 * 86_400_000);
    expect(await readFile(neighbour.url, key, id)).toEqual({ status: 200, type: "image/png", bytes: png });
  });

  test("may have exactly 5 MiB, and one byte more is refused, with and without an announced length", async () => {
    const { client, key, team } = await app.signIn();
    const file = pictureOf(maxBytes);

    const id = await upload(client, file);
    expect((await readFile(app.url, key, id)).bytes.equals(file)).toBe(true);

    const tooLong = pictureOf(maxBytes + 1);
    expect(refusalOf(await client.raw("uploadMedia", uploadOf(tooLong)))).toBe("413 payload_too_large");
    expect(await postInParts(key, tooLong)).toBe(413);
    expect(await countOf(team.id)).toEqual({ files: 1, parts: 20 });
  });

  test.each([
    ["no bytes", Buffer.alloc(0), "image/png"],
    ["HTML that is called a picture", Buffer.from("<html><script>alert(1)</script></html>"), "image/png"],
    ["SVG with a script", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), "image/svg+xml"],
    [
      "a form with a picture",
      Buffer.concat([Buffer.from("--x\r\ncontent-type: image/png\r\n\r\n"), png]),
      "multipart/form-data; boundary=x",
    ],
    ["JSON", Buffer.from('{"file":"x"}'), "application/json"],
    ["a program", Buffer.from("7f454c4602010100", "hex"), "application/octet-stream"],
  ])("of %s is refused and stores nothing", async (_, body, type) => {
    const { client, team } = await app.signIn();
    const answer = await client.raw("uploadMedia", uploadOf(body, { "content-type": type }));
    expect(refusalOf(answer)).toBe("422 media_type_not_allowed");
    expect(await countOf(team.id)).toEqual({ files: 0, parts: 0 });
  });

  test("with a Content-Encoding is refused", async () => {
    const { client } = await app.signIn();
    const answer = await client.raw("uploadMedia", uploadOf(png, { "content-encoding": "gzip" }));
    expect(refusalOf(answer)).toBe("415 unsupported_media_type");
  });

  test("is in the record of writes with its id", async () => {
    const { client } = await app.signIn();
    const id = await upload(client);
    const { auditEvents } = await client.listAuditEvents();
    expect(auditEvents[0]).toMatchObject({ operation: "uploadMedia", target: id, outcome: 201 });
  });

  test.each([
    ["messages:send", "201"],
    ["messages:read", "403 insufficient_scope"],
  ] as const)("with the scope %s is answered with %s", async (scope, expected) => {
    const { team } = await app.signIn();
    const client = createClient(app.url, await buildKey(app.em(), team, { scopes: [scope] }));
    const answer = await client.raw("uploadMedia", uploadOf(png));
    expect(answer.status === 201 ? "201" : refusalOf(answer)).toBe(expected);
  });
});

describe("the Idempotency-Key of an upload", () => {
  test("stores the same bytes once, also for concurrent requests to two processes", async () => {
    const { client, key, team } = await app.signIn();
    const clients = [client, createClient(neighbour.url, key)];
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        clients[at % 2]!.raw("uploadMedia", { ...uploadOf(png), idempotencyKey: "key" }),
      ),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await countOf(team.id)).toEqual({ files: 1, parts: 1 });
  });

  test("is refused for other bytes, and for another type", async () => {
    const { client } = await app.signIn();
    const send = (body: Buffer, type: string) =>
      client.raw("uploadMedia", { ...uploadOf(body, { "content-type": type }), idempotencyKey: "key" });
    expect((await send(png, "image/png")).status).toBe(201);
    expect(refusalOf(await send(pictures["image/gif"], "image/png"))).toBe("422 idempotency_key_mismatch");
    expect(refusalOf(await send(png, "image/gif"))).toBe("422 idempotency_key_mismatch");
    expect((await send(png, "image/png")).headers.get("x-idempotency-replayed")).toBe("true");
  });
});

describe("files that no text uses", () => {
  test("are at most 1,000 of a team, and at most 256 MiB", async () => {
    const [first, second] = [await app.signIn(), await app.signIn()];
    await fillQuota(app.em(), first.team, 999);
    await fillQuota(app.em(), second.team, 1, 256 * 1_048_576 - 2 * png.length);

    for (const { client } of [first]) await upload(client);
    for (let at = 0; at < 2; at += 1) await upload(second.client);

    for (const { client } of [first, second])
      expect(refusalOf(await client.raw("uploadMedia", uploadOf(png)))).toBe("403 media_quota_exceeded");
    expect((await (await app.signIn()).client.raw("uploadMedia", uploadOf(png))).status).toBe(201);
  });

  test("are counted without those that a text uses", async () => {
    const { client, team } = await app.signIn();
    await fillQuota(app.em(), team);
    await app.em().execute("update media set expires_at = null where team_id = ?", [team.id]);

    expect((await client.raw("uploadMedia", uploadOf(png))).status).toBe(201);
  });

  test("are at most 1,000 of a team, also if several are uploaded at once", async () => {
    const { client, team } = await app.signIn();
    await fillQuota(app.em(), team, 998);
    const answers = await Promise.all(Array.from({ length: 6 }, () => client.raw("uploadMedia", uploadOf(png))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
  });

  test("can be neither sent nor read once their time has run out, and are deleted a day later", async () => {
    const { client, key, team } = await app.signIn();
    const id = await upload(client);
    const prune = async () => {
      const em = app.em();
      return pruneUploads(em, plusMicroseconds(await readClock(em), -86_400_000_000));
    };

    await expireUploads(app.em(), team, 0.5);
    await prune();
    expect((await readFile(app.url, key, id)).status).toBe(404);
    expect(await countOf(team.id)).toEqual({ files: 1, parts: 1 });
    const sent = await client.raw("sendMessage", { body: { phone_number: "+12025550123", mediaIds: [id] } });
    expect(refusalOf(sent)).toBe("404 media_not_found");

    await expireUploads(app.em(), team, 1.5);
    await prune();
    expect((await readFile(app.url, key, id)).status).toBe(404);
    expect(await countOf(team.id)).toEqual({ files: 0, parts: 0 });
  });
});

/** Posts a file without a Content-Length, and returns the status of the answer. */
function postInParts(key: string, file: Buffer): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const posted = request(`${app.url}/api/media`, { method: "POST", headers: { "x-api-key": key } }, (answer) => {
    resolve(answer.statusCode!);
    answer.resume();
  }).on("error", reject);
  for (let at = 0; at < file.length; at += 262_144) posted.write(file.subarray(at, at + 262_144));
  posted.end();
  return promise;
}
