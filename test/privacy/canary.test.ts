import { expect, test } from "vitest";
import { sources } from "../../server/privacy/export/sources.ts";
import { useApp } from "../support/app.ts";
import { leaveTraces } from "../support/canary.ts";
import { allowLoopback, usePublisher } from "../support/endpoints.ts";
import { finish, workOn } from "../support/erasures.ts";
import { uniquePhone } from "../support/factories.ts";
import { useFakeServer } from "../support/fake-server.ts";
import { seen } from "../support/handsets.ts";
import { useFetcher, useFileHost } from "../support/media.ts";
import { readPhoneData } from "../support/phone-data.ts";
import { buildPopulatedTeam } from "../support/populated-team.ts";
import { refusalOf } from "../support/refusals.ts";
import { statisticsWith } from "../support/statistics-with.ts";
import { tablesWith } from "../support/tables-with.ts";
import { personalData } from "./personal-data.ts";

const app = useApp({ ...allowLoopback, phone: true });
const host = useFileHost();
const target = useFakeServer();
useFetcher(app);
usePublisher(app);

/** Every text in a value, at any depth, and every key. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [key, ...textsIn(each)]);
}

/** Columns of contacts that searches derive from the others. */
const derived = ["search_text", "search_trigrams"];

/** The texts in the personal columns of exported tables that have one of the words, by column. */
async function valuesOfExported(teamId: string, words: string[]): Promise<[string, string[]][]> {
  const columns = Object.entries(personalData).flatMap(([table, each]) =>
    "personal" in each && "as" in each.exported
      ? each.personal.filter((column) => !derived.includes(column)).map((column) => ({ table, column }))
      : [],
  );
  const found: [string, string[]][] = [];
  for (const { table, column } of columns) {
    const rows = await app
      .em()
      .execute<{ value: unknown }[]>(`select to_jsonb(${column}) as value from ${table} where team_id = ?`, [teamId]);
    const values = rows
      .flatMap(({ value }) => textsIn(value))
      .filter((text) => words.some((each) => text.includes(each)));
    if (values.length > 0) found.push([`${table}.${column}`, values]);
  }
  return found;
}

/** What the server has logged, without the log of the simulated carrier, and without the ids that callers give their requests. */
const logged = () =>
  app.logLines
    .filter((line) => !line.includes('"msg":"simulated carrier: text accepted"'))
    .map((line) => line.replace(/"requestId":"[^"]*"/, ""));

test("a phone, a name and a text that went through everything are nowhere after the erasure", async () => {
  const { client: other } = await buildPopulatedTeam(app);
  const { textId } = await other.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
  await seen(other, textId);
  const { team, own, phone, digits, name, word } = await leaveTraces(app, host, target);

  await app.em().execute("analyze");
  const found = new Set([...(await tablesWith(app.em(), digits)), ...(await tablesWith(app.em(), name))]);
  for (const table of await tablesWith(app.em(), word)) found.add(table);
  // Sealed and hashed values are not found as they are, and only the kind smpp has parts of inbound texts.
  // A carrier's id has no word of the person.
  const hidden = ["simulated_text", "erasure", "api_key", "webhook_target", "inbound_part", "carrier_copy"];
  const personal = Object.entries(personalData).flatMap(([table, each]) =>
    "personal" in each && !hidden.includes(table) ? table : [],
  );
  expect([...found].filter((table) => table !== "simulated_text" && table !== "job_common").toSorted()).toEqual(
    personal.toSorted(),
  );

  const items = await readPhoneData(own, phone);
  expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set(Object.keys(sources)));
  const texts = new Set(items.flatMap((item) => textsIn(item)));
  for (const [column, values] of await valuesOfExported(team.id, [digits, name, word])) {
    for (const value of values) expect(texts, column).toContain(value);
  }

  await own.createErasure({ body: { phone } });
  await workOn(app);
  await finish(app, team);

  for (const text of [digits, name, word]) {
    expect(await tablesWith(app.em(), text), text).toEqual([]);
    expect(await statisticsWith(app.em(), text), text).toEqual([]);
    expect(logged().filter((line) => line.includes(text))).toEqual([]);
  }
  const refused = await own.raw("sendText", { body: { phone_number: phone, message: "hello" } });
  expect(refusalOf(refused)).toBe("409 recipient_opted_out");
  expect((await own.getConsent({ path: { phone } })).state).toBe("opted_out");
  const left = await readPhoneData(own, phone);
  expect([...new Set(left.map(({ kind }) => kind))]).toEqual(["consent", "opt_out"]);
  await expect(own.listContacts()).resolves.toMatchObject({ contacts: [] });
}, 180_000);
