import { beforeAll, expect, test, vi } from "vitest";
import { readClock } from "../../server/db/clock.ts";
import { phoneOf, writeHistory } from "../bench/history.ts";
import { useApp } from "../support/app.ts";
import { environmentOf, runInProcess } from "../support/cli.ts";
import type { Client } from "../support/client.ts";
import { buildBusinessNumber } from "../support/factories.ts";
import { connectMcp } from "../support/mcp.ts";

const app = useApp();

const messages = 45_000;
const days = 90;

let client: Client;
let key: string;
let small: Client;
beforeAll(async () => {
  const large = await app.signIn({ withNumber: false });
  const other = await app.signIn({ withNumber: false });
  ({ client, key } = large);
  small = other.client;
  const owners = await Promise.all(
    [large, other].map(async ({ team }) => {
      const { id } = await buildBusinessNumber(app.em(), { team });
      return { teamId: team.id, businessNumberId: id };
    }),
  );
  const [main, another] = owners as [(typeof owners)[0], (typeof owners)[0]];
  await writeHistory(app.em(), [main, another], { messages, threads: 100, days }, await readClock(app.em()));
}, 120_000);

/** Reads all pages, and returns their texts and how many were empty. */
async function walk(query: NonNullable<NonNullable<Parameters<Client["listMessages"]>[0]>["query"]>) {
  const found: { id: string; createdAt: string }[] = [];
  let pages = 0;
  let empty = 0;
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await client.listMessages({ query: { ...query, ...(cursor !== undefined && { cursor }) } });
    pages += 1;
    if (page.messages.length === 0 && page.nextCursor !== null) empty += 1;
    expect(page.hasMore).toBe(page.nextCursor !== null);
    expect(page.searchedBack === null).toBe(page.nextCursor === null);
    found.push(...page.messages);
    cursor = page.nextCursor;
  }
  return { found, pages, empty };
}

test("a page looks at no more than 20,000 texts, so it can be empty, and the oldest text is still found", async () => {
  const { found, pages, empty } = await walk({ status: "undelivered" });

  expect(found).toHaveLength(9);
  expect(new Set(found.map(({ id }) => id)).size).toBe(9);
  // These texts are among the oldest fifteen of 45,000.
  expect(pages).toBeGreaterThanOrEqual(3);
  expect(empty).toBeGreaterThanOrEqual(2);
});

test("a status of every hundredth text is listed completely, in order", async () => {
  const { found } = await walk({ status: "failed", per_page: 100 });

  expect(found).toHaveLength(270);
  expect(found.map(({ id }) => id)).toEqual(
    found
      .map(({ id }) => id)
      .toSorted()
      .toReversed(),
  );
});

test("the texts before a time long ago are found at once", async () => {
  const until = new Date(Date.now() - (days - 10) * 86_400_000).toISOString();

  const { messages: found } = await client.listMessages({ query: { until } });

  expect(found).toHaveLength(15);
  expect(found[0]!.createdAt < until).toBe(true);
});

test("a phone's texts are found, and a team with few texts beside a large one has its own", async () => {
  expect((await walk({ phone: phoneOf(7), per_page: 100 })).found).toHaveLength(messages / 100);
  expect((await walk({ phone: phoneOf(7), status: "undelivered" })).empty).toBe(0);
  expect((await small.listMessages({ query: { per_page: 100 } })).messages).toHaveLength(messages / 1_000);
});

/** A time with 22,000 texts before it: one full page and some more. On a busy machine, ten pages may be too few for all. */
const middle = new Date(Date.now() - (1 - 22_000 / messages) * days * 86_400_000).toISOString();

test("the tool follows empty pages, and the one that it returns says how far it searched", async () => {
  const mcp = await connectMcp(app.url, key);
  const call = async (status: string) =>
    (await mcp.callTool({ name: "list_messages", arguments: { status, until: middle } })).structuredContent as {
      messages: { status: string }[];
      nextCursor: string | null;
      searchedBack: string | null;
    };

  await vi.waitFor(async () => {
    const { messages: found, nextCursor, searchedBack } = await call("undelivered");
    expect(found.map(({ status }) => status)).toEqual(Array(9).fill("undelivered"));
    expect(searchedBack === null).toBe(nextCursor === null);
  });
  await vi.waitFor(async () => {
    expect(await call("read")).toEqual({ messages: [], hasMore: false, nextCursor: null, searchedBack: null });
  });
});

test("the command follows empty pages, and says how far it searched", async () => {
  const env = environmentOf(app.url, key);

  await vi.waitFor(async () => {
    const { stdout } = await runInProcess(["texts", "list", "--status", "undelivered", "--until", middle], {
      env,
    });
    expect(JSON.parse(stdout).messages).toHaveLength(9);
  });
  const { stdout, stderr } = await runInProcess(["texts", "list", "--status", "failed", "--per-page", "3"], { env });
  expect(stderr).toContain(`3 shown; there may be more. searchedBack: ${JSON.parse(stdout).searchedBack}. Use --all`);
  const all = await runInProcess(["texts", "list", "--status", "failed", "--all", "-o", "id"], { env });
  expect(all.stdout.trim().split("\n")).toHaveLength(270);
});
