import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { type TestApp, useApp } from "./support/app.ts";
import type { RawAnswer } from "./support/client.ts";
import { buildOptOut, uniquePhone } from "./support/factories.ts";
import { codeIn, secretKey, wrongFor } from "./support/passcodes.ts";

const app = useApp();
const simulated = useApp({ simulated: true });

/** Every row of every table, the queue's and the migrations' too, as text. */
async function dump({ em }: TestApp): Promise<string> {
  const tables = await em().execute<{ name: string }[]>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) => em().execute<{ row: string }[]>(`select t::text as row from ${name} t`)),
  );
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(["public.otp", "public.idempotency_key"]));
  return rows.flatMap((each) => each.map(({ row }) => row)).join("\n");
}

/** Does all that passcodes are for, well and badly; gives every answer. */
async function useEverything(server: TestApp, inTestMode: boolean): Promise<RawAnswer[]> {
  const { client: live, team } = await server.signIn();
  const client = inTestMode ? live.inTestMode() : live;
  const answers: RawAnswer[] = [];
  const carrier = server.provider;
  const accept = carrier.answer;
  const generate = async (recipient_id: string, idempotencyKey?: string, phone: string = uniquePhone()) => {
    const answer = await client.raw("generateOtp", {
      // Of eight digits, so that chance finds none of them anywhere.
      body: { phone, recipient_id, length: 8, message: "Use $OTP or $OTP." },
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
    answers.push(answer);
    return lastCode(server);
  };
  const verify = async (recipient_id: string, otp: string, idempotencyKey?: string) => {
    const body = { recipient_id, otp };
    answers.push(
      await client.raw("verifyOtp", { body, ...(idempotencyKey !== undefined && { idempotencyKey }) }),
      await client.raw("verifyOtp", { body: { ...body, recipient_id: "" } }),
      await client.request("GET", `/api/otp/verify?otp=${otp}`),
      await client.request("POST", `/api/otp/verify?otp=${otp}`, {
        headers: { "content-type": "application/json" },
        body: `{"otp":"${otp}",`,
      }),
    );
  };

  const code = await generate("user", "generate");
  await generate("user", "generate");
  await verify("user", wrongFor(code), "guess");
  await verify("user", code, "guess");
  await verify("user", code, "guess");
  await verify("user", code);
  const exhausted = await generate("exhausted");
  for (let turn = 0; turn < 6; turn++) await verify("exhausted", wrongFor(exhausted));
  await verify("exhausted", exhausted);
  const replaced = await generate("replaced");
  await generate("replaced");
  await verify("replaced", replaced);
  for (const outcome of [
    { kind: "unknown" as const },
    { kind: "refused" as const, errorCode: "21211", optedOut: false },
  ]) {
    carrier.answer = () => outcome;
    await generate("lost");
  }
  carrier.answer = accept;
  const optedOut = uniquePhone();
  await buildOptOut(server.em(), team, optedOut);
  await generate("opted out", undefined, optedOut);
  await server.deliver();

  // A database that fails: at writing down what became of the text, and at all.
  await server.em().execute(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'no %', new; end $$;
     create trigger refuse before update on otp for each row execute function refuse()`,
  );
  const unsettled = await generate("unsettled");
  await verify("unsettled", unsettled);
  await server.em().execute("drop trigger refuse on otp");
  await server.em().execute("create trigger refuse before insert on otp for each row execute function refuse()");
  await generate("unrecorded");
  await server.em().execute("drop trigger refuse on otp; drop function refuse");
  return answers;
}

/** The code that went out last. */
function lastCode({ provider, logLines }: TestApp): string {
  const text = provider.texts.at(-1) ?? JSON.parse(logLines.findLast((line) => line.includes("simulated carrier"))!);
  return codeIn({ body: text.body ?? text.text });
}

/** The ways in which a code might be written: as it is, as bytes, as a hash that trying all codes undoes. */
const spellings = (code: string): string[] => [
  code,
  Buffer.from(code).toString("hex"),
  Buffer.from(code).toString("base64"),
  createHash("sha256").update(code).digest("hex"),
];

const codesOf = (texts: string[]) => new Set(texts.flatMap((text) => text.match(/\d{8}/g) ?? []));

test("live codes are in their texts, and in no log, row, job, error or answer", async () => {
  const answers = await useEverything(app, false);

  const codes = codesOf(app.provider.texts.map(({ body }) => body));
  expect(codes.size).toBeGreaterThan(6);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400, 405, 409, 422, 500, 502]));
  const written = {
    log: app.logLines.join(""),
    rows: await dump(app),
    answers: answers.map(({ text, headers }) => text + JSON.stringify([...headers])).join("\n"),
  };
  for (const [place, text] of Object.entries(written)) {
    expect(text.length, place).toBeGreaterThan(1_000);
    for (const code of codes)
      expect(
        spellings(code).filter((spelling) => text.includes(spelling)),
        place,
      ).toEqual([]);
    expect(text.includes(secretKey), place).toBe(false);
  }
});

test.each([
  ["live", false],
  ["test mode", true],
])("in %s, codes of the simulated carrier are in its own line of the log and nowhere else", async (_, inTestMode) => {
  const started = simulated.logLines.length;
  const answers = await useEverything(simulated, inTestMode);

  const lines = simulated.logLines.slice(started);
  const isCarriers = (line: string) => line.includes('"msg":"simulated carrier: text accepted"');
  const codes = codesOf(lines.filter(isCarriers).map((line) => JSON.parse(line).text));
  expect(codes.size).toBeGreaterThan(6);
  const written = [
    ...lines.filter((line) => !isCarriers(line)),
    ...answers.map(({ text }) => text),
    await dump(simulated),
  ].join("\n");
  for (const code of codes) expect(spellings(code).filter((spelling) => written.includes(spelling))).toEqual([]);
});
