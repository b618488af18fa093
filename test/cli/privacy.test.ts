import { beforeAll, expect, test } from "vitest";
import type { PhoneDataItem } from "../../generated/api.ts";
import { hostileTexts } from "../prove/hostile.ts";
import { useApp } from "../support/app.ts";
import { type Run, signInCli } from "../support/cli.ts";
import { buildMessage, type TestTeam, uniquePhone } from "../support/factories.ts";

const app = useApp();

let run: Run;
let team: TestTeam;
beforeAll(async () => {
  ({ run, team } = await signInCli(app));
});

test("an export writes every record as a line of JSON, from as many pages as there are", async () => {
  const phone = uniquePhone();
  for (const body of ["one", "two", "three"]) await buildMessage(app.em(), { team, phone, body });

  const { code, stdout } = await run(["privacy", "export", phone, "--per-page", "2"]);

  expect(code).toBe(0);
  const items: PhoneDataItem[] = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(items.map(({ kind }) => kind)).toEqual([...Array(3).fill("thread"), ...Array(3).fill("message")]);
  expect(items.slice(3).map(({ data }) => data.body)).toEqual(["one", "two", "three"]);
});

test("an export as HTML is one page without scripts, in which no text becomes an element", async () => {
  const phone = uniquePhone();
  const storable = hostileTexts(400, 1).filter((text) => text.isWellFormed() && !text.includes("\0"));
  const texts = [...storable, "</dd><img src=x onerror=alert(1)>"];
  const { id } = await buildMessage(app.em(), { team, phone });
  await app.em().execute(
    `insert into message (team_id, id, thread_id, direction, body, status, test_mode, created_at, updated_at)
     select m.team_id, gen_random_uuid(), m.thread_id, 'inbound', t.body, 'received', false, m.created_at, m.updated_at
     from message m cross join jsonb_array_elements_text(?::jsonb) as t (body) where m.id = ?`,
    [JSON.stringify(texts), id],
  );

  const { code, stdout } = await run(["privacy", "export", phone, "--html"]);

  expect(code).toBe(0);
  const [, head, body] = /^(<!doctype html>.*<\/head>\n)(.*)$/s.exec(stdout)!;
  expect(head).toContain(
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
  );
  expect(head).not.toMatch(/<script|<link|https?:/);
  const ours = ["article", "body", "dd", "dl", "dt", "h1", "h2", "h3"].flatMap((name) => [`<${name}>`, `</${name}>`]);
  const found = new Set(body!.match(/<[^>]*>?/g));
  expect([...found].filter((tag) => !ours.includes(tag))).toEqual(['<dd dir="auto">', "</html>"]);
  const shown = body!.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  for (const text of texts) expect(shown).toContain(`<dt>body</dt><dd dir="auto">${text}</dd>`);
});

test("an export as HTML of a phone that nothing is kept about says so, and takes no other format", async () => {
  const phone = uniquePhone();

  expect((await run(["privacy", "export", phone, "--html"])).stdout).toContain("<p>Nothing is kept.</p>");
  const refused = await run(["privacy", "export", phone, "--html", "-o", "csv"]);
  expect(refused).toMatchObject({ code: 2, stdout: "" });
});
