import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import type { Client, RawAnswer } from "../support/client.ts";
import { buildBusinessNumber, buildMessage, uniquePhone } from "../support/factories.ts";

const app = useApp();

/** A team with two threads of two replies each, and the first cursor of each of its lists. */
async function buildLists() {
  const { client, team } = await app.signIn();
  const number = await buildBusinessNumber(app.em(), { team });
  const threadIds: string[] = [];
  for (const phone of [uniquePhone(), uniquePhone()]) {
    await buildMessage(app.em(), { team, number, phone });
    threadIds.push((await buildMessage(app.em(), { team, number, phone })).threadId);
  }
  const per_page = 1;
  const path = { id: threadIds[0]! };
  const query = { since: "2026-01-01", per_page };
  const cursors = {
    threads: (await client.listThreads({ query: { per_page } })).nextCursor!,
    messages: (await client.listThreadMessages({ path, query: { per_page } })).nextCursor!,
    replies: (await client.listThreadReplies({ path, query })).nextCursor!,
  };
  return { client, threadIds, cursors };
}

type List = keyof Awaited<ReturnType<typeof buildLists>>["cursors"];

const lists: List[] = ["threads", "messages", "replies"];

/** Asks a list for a page; the thread is that of `messages` and `replies`. */
function ask(client: Client, list: List, threadId: string, query: Record<string, string>): Promise<RawAnswer> {
  const path = list === "threads" ? "/api/threads" : `/api/threads/${threadId}/${list}`;
  return client.request("GET", `${path}?${new URLSearchParams({ since: "2026-01-01", ...query })}`);
}

function expectRefusal(answer: RawAnswer, field: string): void {
  expect(answer).toMatchObject({ status: 422, body: { success: false, error: "validation_error" } });
  expect(answer.body.details).toMatchObject([{ field, code: "validation_error" }]);
}

let own: Awaited<ReturnType<typeof buildLists>>;
let foreign: typeof own;
beforeAll(async () => {
  own = await buildLists();
  foreign = await buildLists();
});

test.each(lists)("%s: its own cursor is accepted, more than once", async (list) => {
  for (let turn = 0; turn < 2; turn += 1) {
    const answer = await ask(own.client, list, own.threadIds[0]!, { cursor: own.cursors[list] });
    expect(answer.status).toBe(200);
    expect(answer.body[list]).toHaveLength(1);
  }
});

test("a cursor is accepted with every key of the team, live and test", async () => {
  const answer = await ask(own.client.inTestMode(), "threads", "", { cursor: own.cursors.threads });

  expect(answer.status).toBe(200);
});

test.each(lists)("%s: the cursors of the other lists are refused", async (list) => {
  for (const other of lists.filter((each) => each !== list)) {
    expectRefusal(await ask(own.client, list, own.threadIds[0]!, { cursor: own.cursors[other] }), "cursor");
  }
});

test.each(lists)("%s: another team's cursor is refused", async (list) => {
  expectRefusal(await ask(own.client, list, own.threadIds[0]!, { cursor: foreign.cursors[list] }), "cursor");
});

test.each(["messages", "replies"] as const)("%s: another thread's cursor is refused", async (list) => {
  expectRefusal(await ask(own.client, list, own.threadIds[1]!, { cursor: own.cursors[list] }), "cursor");
});

test.each(lists)("%s: a text that is not a cursor is refused", async (list) => {
  const forged = Buffer.from(JSON.stringify(["2026-01-01T00:00:00.000000Z", own.threadIds[0]])).toString("base64url");
  for (const cursor of [
    ".",
    "..",
    "null",
    "1",
    "' or 1=1",
    "é",
    "a\0b",
    "[]",
    forged,
    `${forged}.`,
    "a".repeat(4_000),
  ]) {
    expectRefusal(await ask(own.client, list, own.threadIds[0]!, { cursor }), "cursor");
  }
});

test("a cursor with any changed character is refused", async () => {
  const { threads: cursor } = own.cursors;
  const place = fc.nat({ max: cursor.length });
  const text = fc.oneof(fc.constantFrom("A", "Q", "g", "w", "_", "-", "=", "+", "/", ".", " ", "!"), fc.string());
  // `removed` characters at `at` give way to `text`.
  const change = fc.record({ at: place, removed: fc.nat({ max: 3 }), text });
  const changed = change
    .map(({ at, removed, text }) => cursor.slice(0, at) + text + cursor.slice(at + removed))
    .filter((each) => each !== cursor);

  await fc.assert(
    fc.asyncProperty(changed, async (each) => {
      expectRefusal(await ask(own.client, "threads", "", { cursor: each }), "cursor");
    }),
    { numRuns: 50 },
  );
});

test("all bits of a cursor's last character count", async () => {
  const { threads: cursor } = own.cursors;
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

  const answers = await Promise.all(
    [...alphabet].map((last) => ask(own.client, "threads", "", { cursor: cursor.slice(0, -1) + last })),
  );

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test.each(lists)("%s: per_page is an integer from 1 to 100", async (list) => {
  for (const per_page of ["1", "100"]) {
    expect((await ask(own.client, list, own.threadIds[0]!, { per_page })).status).toBe(200);
  }
  for (const per_page of ["0", "101", "-1", "1.5", "ten", "99999999999999999999", "NaN"]) {
    expectRefusal(await ask(own.client, list, own.threadIds[0]!, { per_page }), "per_page");
  }
});

test.each(lists)("%s: a repeated parameter is refused, and an unknown parameter is ignored", async (list) => {
  const path = list === "threads" ? "/api/threads?" : `/api/threads/${own.threadIds[0]}/${list}?since=2026-01-01&`;

  expectRefusal(await own.client.request("GET", `${path}per_page=1&per_page=2`), "per_page");
  const { [list]: cursor } = own.cursors;
  expectRefusal(await own.client.request("GET", `${path}cursor=${cursor}&cursor=${cursor}`), "cursor");
  expect((await own.client.request("GET", `${path}page=2&perPage=-1`)).status).toBe(200);
});

test("replies: a cursor is bound to the timestamp of since, in any notation", async () => {
  const cursor = own.cursors.replies;
  const path = own.threadIds[0]!;

  for (const since of ["2026-01-01T00:00:00Z", "2026-01-01T01:00:00+01:00"]) {
    expect((await ask(own.client, "replies", path, { cursor, since })).status, since).toBe(200);
  }
  for (const since of ["2025-12-31", "2099-01-01", "2026-01-01T00:00:00.000001Z"]) {
    expectRefusal(await ask(own.client, "replies", path, { cursor, since }), "cursor");
  }
});
