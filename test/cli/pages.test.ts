import { beforeAll, describe, expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { type Run, signInCli } from "../support/cli.ts";
import { buildMessage, type TestTeam } from "../support/factories.ts";

const app = useApp();

describe("a list of many pages", () => {
  let run: Run;
  let team: TestTeam;
  const count = 105;
  beforeAll(async () => {
    ({ run, team } = await signInCli(app));
    for (let index = 0; index < count; index += 1) await buildMessage(app.em(), { team, body: `text ${index}` });
  });

  const newest = (amount: number) => Array.from({ length: amount }, (_, index) => `text ${count - 1 - index}`);
  const bodies = (stdout: string) => JSON.parse(stdout).threads.map(({ lastBody }: { lastBody: string }) => lastBody);

  test("shows one page, and notes on stderr that there are more", async () => {
    const { stdout, stderr } = await run(["threads", "list"]);
    expect(bodies(stdout)).toEqual(newest(15));
    expect(stderr).toMatch(/^15 shown; there are more\. Use --all, --limit N/);
  });

  test("shows all items with --all, as one answer", async () => {
    const { stdout, stderr } = await run(["threads", "list", "--all"]);
    expect(bodies(stdout)).toEqual(newest(count));
    expect(JSON.parse(stdout)).toMatchObject({ hasMore: false, nextCursor: null });
    expect(stderr).toBe("");
  });

  test.each([
    [3, ["--limit", "3"]],
    [20, ["--limit", "20", "--per-page", "7"]],
    [103, ["--limit", "103"]],
    [4, ["--limit", "4", "--all"]],
  ])("shows the first %i items with %j, and continues after them with the cursor", async (amount, argv) => {
    const { stdout, stderr } = await run(["threads", "list", ...argv]);
    expect(bodies(stdout)).toEqual(newest(amount));
    expect(stderr).toMatch(new RegExp(`^${amount} shown; there are more`));
    const rest = await run(["threads", "list", "--all", "--cursor", JSON.parse(stdout).nextCursor]);
    expect(bodies(rest.stdout)).toEqual(newest(count).slice(amount));
  });

  test("has no note if the limit reaches the end of the list", async () => {
    expect((await run(["threads", "list", "--limit", "105"])).stderr).toBe("");
    expect((await run(["threads", "list", "--limit", "200"])).stderr).toBe("");
  });

  test("has one line per item as JSON lines, CSV and ids, over all pages", async () => {
    const lines = async (format: string) =>
      (await run(["threads", "list", "--all", "-o", format])).stdout.trimEnd().split("\n");
    const json = (await lines("jsonl")).map((line) => JSON.parse(line));
    expect(json.map(({ lastBody }) => lastBody)).toEqual(newest(count));
    expect(await lines("id")).toEqual(json.map(({ id }) => id));
    const [header, ...rows] = await lines("csv");
    expect(header).toMatch(/^id,contactName,/);
    expect(rows.map((row) => row.split(",")[0])).toEqual(json.map(({ id }) => id));
  });
});
