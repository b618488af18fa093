import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import type { Client, RawAnswer } from "../support/client.ts";
import { buildBusinessNumber, buildContact, buildMessage } from "../support/factories.ts";

const app = useApp();

/** A team whose lists all have a next page, and the cursors to them. */
async function buildLists() {
  const { client, team } = await app.signIn();
  const number = await buildBusinessNumber(app.em(), { team });
  await buildMessage(app.em(), { team, number });
  await buildMessage(app.em(), { team, number });
  // Alike in everything, so that every filter finds two and there are two groups of duplicates and more.
  const fields = { name: "Ada", tags: ["vip"], externalId: "crm-1", phones: ["+12025550199"] };
  for (let count = 0; count < 2; count += 1) await buildContact(client, fields);
  const query = { per_page: 1 };
  const cursors: Record<string, string> = {};
  for (const [name, filter] of Object.entries(filters)) {
    cursors[name] = (await client.listContacts({ query: { ...filter, ...query } })).nextCursor!;
  }
  cursors.duplicates = (await client.listDuplicateContacts({ query })).nextCursor!;
  cursors.threads = (await client.listThreads({ query })).nextCursor!;
  return { client, cursors };
}

const filters: Record<string, Record<string, string>> = {
  all: {},
  query: { query: "ada" },
  "another query": { query: "ad" },
  tag: { tag: "vip" },
  "external id": { external_id: "crm-1" },
  "updated after": { updated_after: "2020-01-01" },
  "another updated after": { updated_after: "2020-01-02" },
  "query and tag": { query: "ada", tag: "vip" },
};

/** Asks for a page of the contacts with one of the filters, or of the duplicates. */
function ask(client: Client, list: string, query: Record<string, string>): Promise<RawAnswer> {
  const path = list === "duplicates" ? "/api/contacts/duplicates" : "/api/contacts";
  return client.request("GET", `${path}?${new URLSearchParams({ ...filters[list], per_page: "1", ...query })}`);
}

function expectRefusal(answer: RawAnswer, field: string): void {
  expect(answer).toMatchObject({ status: 422, body: { success: false, error: "validation_error" } });
  expect(answer.body.details).toMatchObject([{ field, code: "validation_error" }]);
}

const lists = [...Object.keys(filters), "duplicates"];

let own: Awaited<ReturnType<typeof buildLists>>;
let foreign: typeof own;
beforeAll(async () => {
  [own, foreign] = await Promise.all([buildLists(), buildLists()]);
});

test.each(lists)("%s: its own cursor is accepted, more than once, and with another page size", async (list) => {
  const cursor = own.cursors[list]!;
  for (const per_page of ["1", "1", "50"]) {
    const { status, body } = await ask(own.client, list, { cursor, per_page });
    expect(status).toBe(200);
    expect(body.contacts ?? body.duplicateGroups).not.toEqual([]);
  }
});

test.each(lists)("%s: the cursors of other lists and filters are refused", async (list) => {
  for (const [other, cursor] of Object.entries(own.cursors)) {
    if (other !== list) expectRefusal(await ask(own.client, list, { cursor }), "cursor");
  }
});

test.each(lists)("%s: another team's cursor is refused", async (list) => {
  expectRefusal(await ask(own.client, list, { cursor: foreign.cursors[list]! }), "cursor");
});

test.each(["all", "query", "duplicates"])("%s: a text that is not a cursor is refused", async (list) => {
  const forged = Buffer.from(JSON.stringify(["2026-01-01T00:00:00.000000Z", "x"])).toString("base64url");
  for (const cursor of [".", "null", "1", "' or 1=1", "é", "a\0b", forged, `${forged}.`, "a".repeat(4_000)]) {
    expectRefusal(await ask(own.client, list, { cursor }), "cursor");
  }
});

test.each(["all", "duplicates"])("%s: a cursor with any changed character is refused", async (list) => {
  const cursor = own.cursors[list]!;
  const change = fc.record({ at: fc.nat({ max: cursor.length }), removed: fc.nat({ max: 3 }), text: fc.string() });
  const changed = change
    .map(({ at, removed, text }) => cursor.slice(0, at) + text + cursor.slice(at + removed))
    .filter((each) => each !== cursor);

  await fc.assert(
    fc.asyncProperty(changed, async (each) => {
      expectRefusal(await ask(own.client, list, { cursor: each }), "cursor");
    }),
    { numRuns: 25 },
  );
});

test("the same timestamp in another notation is the same filter", async () => {
  const cursor = own.cursors["updated after"]!;

  const answer = await ask(own.client, "all", { cursor, updated_after: "2020-01-01T01:00:00.000+01:00" });

  expect(answer.status).toBe(200);
});

test.each(["all", "duplicates"])("%s: per_page is an integer from 1 to 100", async (list) => {
  for (const per_page of ["1", "100"]) expect((await ask(own.client, list, { per_page })).status).toBe(200);
  for (const per_page of ["0", "101", "-1", "1.5", "ten", "NaN"]) {
    expectRefusal(await ask(own.client, list, { per_page }), "per_page");
  }
});
