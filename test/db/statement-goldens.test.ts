import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { allowLoopback } from "../support/endpoints.ts";
import { formatSql } from "../support/format-sql.ts";
import { hotRequests } from "../support/hot-requests.ts";
import { recordStatements } from "../support/statements.ts";

/** Passcodes are limited by phone, so that the statement of the limit is sent, too. */
const app = useApp({ ...allowLoopback, otpSendsPerPhone: 100 });

const folder = join(import.meta.dirname, "../golden/statements");

/** How many requests of a kind are made at once: alone, and enough for batches of several. */
const counts = [1, 20];

/** The distinct statements of each kind of request. */
const recorded = new Map<string, Set<string>>();

beforeAll(async () => {
  for (const [kind, { work }] of Object.entries(hotRequests)) {
    const texts = new Set<string>();
    for (const count of counts) {
      const session = await app.signIn();
      const statements = await recordStatements(() => work({ app, ...session }, count));
      for (const { text } of statements) texts.add(text.replace(" /* prepared */", ""));
      await app.jobs.drain();
    }
    recorded.set(kind, texts);
  }
}, 60_000);

/** The distinct layouts of the statements of a kind that match a pattern, which sees each statement as a single line. */
function find(kind: string, pattern: RegExp): string[] {
  const found = [...recorded.get(kind)!].filter((text) => pattern.test(text.replaceAll(/\s+/g, " ").trim()));
  return [...new Set(found.map(formatSql))];
}

const goldens = Object.entries(hotRequests).flatMap(([kind, { statements }]) =>
  Object.entries(statements).map(([name, pattern]) => ({ name, kind, pattern })),
);

const recordedTexts = () => [...recorded.values()].flatMap((texts) => [...texts]);

test.each(goldens)("the statement $name is its golden, for any number of $kind", async ({ name, kind, pattern }) => {
  const layouts = find(kind, pattern);

  expect(layouts).toHaveLength(1);
  await expect(layouts[0]).toMatchFileSnapshot(join(folder, `${name}.sql`));
});

test("the layout of a golden differs from its statement only in white space", () => {
  const words = (text: string) => text.replaceAll(/\s/g, "");

  for (const text of recordedTexts()) expect(words(formatSql(text))).toBe(words(text));
});

test("every set-based statement of these requests has a golden", () => {
  const known = new Set(goldens.flatMap(({ kind, pattern }) => find(kind, pattern)));
  const setBased = recordedTexts().filter((text) => text.includes("unnest("));

  expect(setBased.map(formatSql).filter((layout) => !known.has(layout))).toEqual([]);
});

test("every file of goldens belongs to a statement", () => {
  const known = new Set(goldens.map(({ name }) => `${name}.sql`));

  expect(readdirSync(folder).filter((file) => !known.has(file))).toEqual([]);
});
