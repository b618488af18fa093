import { describe, expect, test } from "vitest";
import type { SendMessage } from "../../generated/api.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { useApp, useNeighbour } from "../support/app.ts";
import { type Client, createClient } from "../support/client.ts";
import { buildBusinessNumber, uniquePhone } from "../support/factories.ts";
import { pictures, receiveFiles, storeFile } from "../support/media.ts";
import { createRecordingProvider } from "../support/provider.ts";
import { refusalOf } from "../support/refusals.ts";
import { fromNow } from "../support/times.ts";
import { allowFiles, expireUploads, upload } from "../support/uploads.ts";
import { makeDue, schedule } from "../support/waiting-texts.ts";

const app = useApp();
const neighbour = useNeighbour(app);
const hidden = useNeighbour(app, { secrets: { isPublic: false } });
const simulated = useNeighbour(app, { simulated: true, phone: true, secrets: { isPublic: false } });
const withoutFiles = useNeighbour(app, { carrier: createRecordingProvider });

const png = pictures["image/png"];
const url = "https://example.com/picture.jpg";

/** A team whose only number can send files. */
async function signIn() {
  const session = await app.signIn();
  await allowFiles(app.em(), session.team);
  return session;
}

const carriedTo = (phone: string) => app.provider.texts.filter(({ to }) => to === phone);

const bodyOf = (given: Partial<SendMessage>) => ({ phone_number: uniquePhone(), message: "look", ...given });

/** Sends and checks a text, and returns the refusals. Both must agree, apart from violations of the contract. */
async function refusalsOf(client: Client, given: Partial<SendMessage>) {
  const body = bodyOf(given);
  const { blockedBy } = await client.checkMessage({ body });
  const answer = await client.raw("sendMessage", { body });
  expect(carriedTo(body.phone_number)).toEqual([]);
  expect(blockedBy[0]).toMatchObject({ code: answer.body.error, message: answer.body.message });
  return refusalOf(answer);
}

describe("a text with files", () => {
  test("is handed over with their addresses, and shows them wherever it is read", async () => {
    const { client } = await signIn();
    const id = await upload(client);
    const body = bodyOf({ mediaUrls: [url, `${url}?b`], mediaIds: [id] });

    const { message } = await client.sendMessage({ body });

    const none = { contentType: null, id: null, state: null, bytes: null };
    expect(message.media).toEqual([
      { ...none, url },
      { ...none, url: `${url}?b` },
      { url: `/api/media/${id}`, contentType: "image/png", id, state: "stored", bytes: png.length },
    ]);
    expect(await client.getMessage({ path: { id: message.id } })).toEqual(message);
    const { messages } = await client.listThreadMessages({ path: { id: message.threadId! } });
    expect(messages[0]!.media).toEqual(message.media);
    expect((await client.listMessages({ query: { phone: body.phone_number } })).messages).toEqual([message]);
    const [{ mediaUrls = [] } = {}, ...more] = carriedTo(body.phone_number);
    expect({ more, urls: mediaUrls.slice(0, 2) }).toEqual({ more: [], urls: [url, `${url}?b`] });
    const answer = await fetch(mediaUrls[2]!);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(png);
  });

  test("may have no characters, and then counts as one segment", async () => {
    const { client } = await signIn();
    for (const message of ["", undefined]) {
      const body = { phone_number: uniquePhone(), ...(message === "" && { message }), mediaUrls: [url] };
      expect(await client.checkMessage({ body })).toMatchObject({ wouldSend: true, characters: 0, segments: 1 });
      const sent = await client.sendMessage({ body });
      expect(sent.message).toMatchObject({ body: "", segments: 1 });
      expect(carriedTo(body.phone_number)).toMatchObject([{ body: "", mediaUrls: [url] }]);
    }
  });

  test("counts the segments of its text", async () => {
    const { client } = await signIn();
    const { message } = await client.sendMessage({ body: bodyOf({ message: "a".repeat(200), mediaUrls: [url] }) });
    expect(message.segments).toBe(2);
  });

  test("may have ten files in all", async () => {
    const { client } = await signIn();
    const mediaIds = Array(4).fill(await upload(client));
    const { message } = await client.sendMessage({ body: bodyOf({ mediaUrls: Array(6).fill(url), mediaIds }) });
    expect(message.media).toHaveLength(10);
  });

  test("may be of a file that came with an inbound text", async () => {
    const { client, team } = await signIn();
    const id = await storeFile(app, team, png);
    const body = bodyOf({ mediaIds: [id.toUpperCase()] });
    expect((await client.sendMessage({ body })).message.media).toMatchObject([{ id, bytes: png.length }]);
  });

  test("is answered again to a repetition with the same key", async () => {
    const { client } = await signIn();
    const body = bodyOf({ mediaIds: [await upload(client)] });
    const send = () => client.raw("sendMessage", { body, idempotencyKey: "key" });
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    expect(second.body.message.media).toHaveLength(1);
    expect(carriedTo(body.phone_number)).toHaveLength(1);
    const other = await client.raw("sendMessage", { body: { ...body, mediaUrls: [url] }, idempotencyKey: "key" });
    expect(refusalOf(other)).toBe("422 idempotency_key_mismatch");
  });

  test("goes out from a number that can send files, and from no other", async () => {
    const { client, team } = await signIn();
    const other = await buildBusinessNumber(app.em(), { team });
    expect(await refusalsOf(client, { sender: other.phoneNumber, mediaUrls: [url] })).toBe("422 media_not_supported");
    const body = bodyOf({ mediaUrls: [url] });
    await client.sendText({ body: { phone_number: body.phone_number, message: "hi", sender: other.phoneNumber } });
    // The thread's number is that of the next text, too.
    expect(refusalOf(await client.raw("sendMessage", { body }))).toBe("422 media_not_supported");
  });

  test("keeps an uploaded file that it uses, and a refused text does not", async () => {
    const { client, team } = await signIn();
    const [used, unused] = [await upload(client), await upload(client)];
    await client.sendMessage({ body: bodyOf({ mediaIds: [used, used] }) });
    await client.raw("sendMessage", { body: bodyOf({ mediaIds: [unused], phone_number: "+1202555" as never }) });
    await expireUploads(app.em(), team, 1);
    const read = await app
      .em()
      .execute<{ id: string }[]>("select id from media where team_id = ? and expires_at is null", [team.id]);
    expect(read).toEqual([{ id: used }]);
  });

  test("is shown with its files on the handset of the simulated carrier, which fetches nothing", async () => {
    const { client, key } = await signIn();
    const id = await upload(client);
    const handset = createClient(simulated.url, key);
    const { message } = await handset.sendMessage({ body: bodyOf({ mediaUrls: [url], mediaIds: [id] }) });
    await expect
      .poll(async () => (await handset.listSimulatedTexts({ query: { to: message.to! } })).texts)
      .toMatchObject([{ id: message.id, media: message.media }]);
    expect(simulated.logLines.join("")).not.toContain("/media/");
  });
});

describe("a request for files", () => {
  const long = `https://example.com/${"a".repeat(2_048)}`;
  test.each<[string, Partial<SendMessage>, string]>([
    ["11 addresses", { mediaUrls: Array(11).fill(url) }, "mediaUrls"],
    ["11 files in all", { mediaUrls: Array(6).fill(url), mediaIds: Array(5).fill(newId()) }, "mediaIds"],
    ["an http address", { mediaUrls: ["http://example.com/a.jpg"] }, "mediaUrls.0"],
    ["an address with a password", { mediaUrls: ["https://user:secret@example.com/a.jpg"] }, "mediaUrls.0"],
    ["an address without a host", { mediaUrls: ["https:///a.jpg"] }, "mediaUrls.0"],
    ["a file address", { mediaUrls: ["file:///etc/passwd"] }, "mediaUrls.0"],
    ["no address", { mediaUrls: [""] }, "mediaUrls.0"],
    ["a line break", { mediaUrls: [`${url}\r\nx`] }, "mediaUrls.0"],
    ["a long address", { mediaUrls: [long] }, "mediaUrls.0"],
    ["a number", { mediaUrls: [1 as never] }, "mediaUrls.0"],
    ["text instead of a list", { mediaUrls: url as never }, "mediaUrls"],
    ["an id that is none", { mediaIds: ["x"] }, "mediaIds.0"],
  ])("with %s is refused by its field", async (_, given, field) => {
    const { client } = await signIn();
    for (const operation of ["sendMessage", "checkMessage"] as const) {
      const answer = await client.raw(operation, { body: bodyOf(given) });
      expect(refusalOf(answer)).toBe("422 validation_error");
      expect(answer.body.details[0].field).toBe(field);
    }
  });

  test.each([[{}], [{ message: "" }], [{ message: "", mediaUrls: [], mediaIds: [] }]])(
    "without a text and without files, %j, is refused",
    async (given) => {
      const { client } = await signIn();
      const body = { phone_number: uniquePhone(), ...given };
      expect(refusalOf(await client.raw("sendMessage", { body }))).toBe("422 message_required_or_empty");
      expect(await client.checkMessage({ body })).toMatchObject({
        blockedBy: [{ code: "message_required_or_empty" }],
      });
    },
  );

  test("of only white space is refused, with files, too", async () => {
    const { client } = await signIn();
    const answer = await client.raw("sendMessage", { body: bodyOf({ message: " \n", mediaUrls: [url] }) });
    expect(refusalOf(answer)).toBe("422 message_required_or_empty");
  });

  test("of another team is answered as for an unknown file", async () => {
    const [{ client }, other] = [await signIn(), await signIn()];
    const foreign = await upload(other.client);
    const answers = [];
    for (const id of [foreign, newId()]) {
      expect(await refusalsOf(client, { mediaIds: [id] })).toBe("404 media_not_found");
      const { body } = await client.raw("sendMessage", { body: bodyOf({ mediaIds: [id] }) });
      answers.push({ ...body, requestId: undefined });
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  test("of which only the last is unknown is refused", async () => {
    const { client } = await signIn();
    expect(await refusalsOf(client, { mediaIds: [await upload(client), newId()] })).toBe("404 media_not_found");
  });

  test("of a file that is not fetched yet is refused", async () => {
    const { client, number } = await signIn();
    const { media } = await receiveFiles(app, { client, number }, ["https://media.invalid/1"]);
    expect(await refusalsOf(client, { mediaIds: [media[0]!.id!] })).toBe("409 media_not_stored");
  });

  test.each([{}, { mms: false }, { mms: "true" }, { mms: null }, { MMS: true }, { mms: { a: 1 } }])(
    "by a number with the capabilities %j is refused",
    async (capabilities) => {
      const { client, team } = await app.signIn();
      await allowFiles(app.em(), team, capabilities);
      for (const given of [{}, { sendAt: await fromNow(app.em(), 3_600) }])
        expect(await refusalsOf(client, { ...given, mediaUrls: [url] })).toBe("422 media_not_supported");
    },
  );

  test("succeeds once the capabilities of the number have mms", async () => {
    const { client } = await app.signIn();
    const { businessNumbers } = await client.listBusinessNumbers();
    const path = { id: businessNumbers[0]!.id };
    await client.updateBusinessNumber({ path, body: { capabilities: { mms: true } } });
    expect((await client.raw("sendMessage", { body: bodyOf({ mediaUrls: [url] }) })).status).toBe(200);
    await client.updateBusinessNumber({ path, body: { capabilities: null } });
    expect(await refusalsOf(client, { mediaUrls: [url] })).toBe("422 media_not_supported");
  });

  test("is refused by a carrier without files, and of stored files without a public address", async () => {
    const { client, key } = await signIn();
    const mediaIds = [await upload(client)];
    const [bare, local] = [withoutFiles, hidden].map((server) => createClient(server.url, key));
    expect(await refusalsOf(bare!, { mediaUrls: [url] })).toBe("422 media_not_supported");
    expect(await refusalsOf(local!, { mediaIds })).toBe("422 media_not_supported");
    expect((await local!.raw("sendMessage", { body: bodyOf({ mediaUrls: [url] }) })).status).toBe(200);
    expect((await local!.inTestMode().raw("sendMessage", { body: bodyOf({ mediaIds }) })).status).toBe(200);
  });
});

describe("a text with files that waits", () => {
  test("keeps them, and is handed over by any process with links of that time", async () => {
    const { client, team } = await signIn();
    const id = await upload(client);
    const waiting = await schedule(app, client, { mediaUrls: [url], mediaIds: [id], message: "" });
    expect(waiting).toMatchObject({ body: "", media: [{ url }, { id, state: "stored" }] });
    expect(await client.getMessage({ path: { id: waiting.id } })).toEqual(waiting);
    expect((await client.listPendingMessages()).messages).toEqual([waiting]);

    await makeDue(app, team);
    await Promise.all([app.dispatch(), neighbour.dispatch()]);

    const sent = await client.getMessage({ path: { id: waiting.id } });
    expect(sent).toMatchObject({ status: "queued", media: waiting.media });
    const carried = [app, neighbour].flatMap(({ provider }) => provider.texts.filter(({ to }) => to === waiting.to));
    expect(carried).toHaveLength(1);
    expect(carried[0]!.mediaUrls![0]).toBe(url);
    expect((await fetch(carried[0]!.mediaUrls![1]!)).status).toBe(200);
  });

  test("keeps an uploaded file until a week after its time, and is canceled if it is gone", async () => {
    const { client, team } = await signIn();
    const id = await upload(client);
    const sendAt = await fromNow(app.em(), 20 * 86_400);
    const waiting = await schedule(app, client, { mediaIds: [id], sendAt });
    await schedule(app, client, { mediaIds: [id] });
    const [row] = await app
      .em()
      .execute<{ left: number }[]>(
        "select extract(epoch from expires_at - ?::timestamptz)::int as left from media where id = ?",
        [sendAt, id],
      );
    expect(row!.left).toBe(7 * 86_400);

    await expireUploads(app.em(), team, 1);
    await makeDue(app, team);
    await app.dispatch();

    expect(await client.getMessage({ path: { id: waiting.id } })).toMatchObject({
      ...{ status: "canceled", errorCode: "media_not_found", media: [{ id }] },
    });
    expect(carriedTo(waiting.to!)).toEqual([]);
  });

  test("keeps a file until the latest of the times of all its texts, and forever after a text that was sent", async () => {
    const { client } = await signIn();
    const id = await upload(client);
    const times = await Promise.all([2, 5, 30, 9, 3].map((days) => fromNow(app.em(), days * 86_400)));
    const leftAfter = async (days: string) => {
      const query = "select extract(epoch from expires_at - ?::timestamptz)::int as left from media where id = ?";
      const [row] = await app.em().execute<{ left: number | null }[]>(query, [days, id]);
      return row!.left;
    };

    await Promise.all(times.map((sendAt) => schedule(app, client, { mediaIds: [id], sendAt })));
    expect(await leftAfter(times[2]!)).toBe(7 * 86_400);
    await client.sendMessage({ body: bodyOf({ mediaIds: [id] }) });
    await schedule(app, client, { mediaIds: [id] });

    expect(await leftAfter(times[2]!)).toBeNull();
  });

  test("is canceled if its number can no longer send files, or the carrier of its time cannot", async () => {
    const { client, team } = await signIn();
    const texts = [await schedule(app, client, { mediaUrls: [url] })];
    await makeDue(app, team);
    await withoutFiles.dispatch();
    texts.push(await schedule(app, client, { mediaUrls: [url] }));
    await allowFiles(app.em(), team, {});
    await makeDue(app, team);
    await app.dispatch();
    for (const { id } of texts)
      expect(await client.getMessage({ path: { id } })).toMatchObject({
        status: "canceled",
        errorCode: "media_not_supported",
      });
  });
});
