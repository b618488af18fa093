import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { buildBusinessNumber, buildContact, buildMessage, uniquePhone } from "../support/factories.ts";

const app = useApp();

async function buildTeam() {
  const { client, team } = await app.signIn();
  const number = await buildBusinessNumber(app.em(), { team });
  return { client, team, number };
}

test("only the threads with the phones are listed, the newest first, with their contacts", async () => {
  const { client, team, number } = await buildTeam();
  const [first, second, third] = [uniquePhone(), uniquePhone(), uniquePhone()];
  await buildContact(client, { name: "Ada", phones: [second] });
  for (const phone of [first, second, third]) await buildMessage(app.em(), { team, number, phone });

  const { threads, hasMore } = await client.listThreads({ query: { phones: [first, uniquePhone(), second, first] } });

  expect(threads).toMatchObject([
    { contactPhone: second, contactName: "Ada" },
    { contactPhone: first, contactName: first },
  ]);
  expect(hasMore).toBe(false);
});

test("a phone has a thread with each number, and pages walk over all of them", async () => {
  const { client, team } = await buildTeam();
  const phones = [uniquePhone(), uniquePhone()];
  for (let i = 0; i < 3; i++) {
    const number = await buildBusinessNumber(app.em(), { team });
    for (const phone of phones) await buildMessage(app.em(), { team, number, phone });
  }
  const all = (await client.listThreads()).threads.map(({ id }) => id);

  const walked: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await client.listThreads({ query: { phones, per_page: 4, ...(cursor && { cursor }) } });
    walked.push(...page.threads.map(({ id }) => id));
    cursor = page.nextCursor;
  }

  expect(all).toHaveLength(6);
  expect(walked).toEqual(all);
});

test("the threads of another team with the same phone are not listed", async () => {
  const [own, other] = [await buildTeam(), await buildTeam()];
  const phone = uniquePhone();
  await buildMessage(app.em(), { ...other, phone });

  expect((await own.client.listThreads({ query: { phones: [phone] } })).threads).toEqual([]);
});

test("a cursor belongs to the phones of its list, in any order", async () => {
  const { client, team, number } = await buildTeam();
  const phones = [uniquePhone(), uniquePhone()];
  for (const phone of phones) await buildMessage(app.em(), { team, number, phone });
  const { nextCursor } = await client.listThreads({ query: { phones, per_page: 1 } });
  const cursor = nextCursor!;

  const reversed = await client.raw("listThreads", { query: { phones: phones.toReversed(), cursor } });
  const others = [
    await client.raw("listThreads", { query: { cursor } }),
    await client.raw("listThreads", { query: { phones: [phones[0]!], cursor } }),
  ];

  expect(reversed.body.threads).toHaveLength(1);
  expect(others).toMatchObject(others.map(() => ({ status: 422, body: { error: "validation_error" } })));
});

test("plus signs need not be percent-encoded, in one list or in repeated parameters", async () => {
  const { client, team, number } = await buildTeam();
  const phones = [uniquePhone(), uniquePhone(), uniquePhone()];
  for (const phone of phones) await buildMessage(app.em(), { team, number, phone });
  const [a, b, c] = phones;

  for (const query of [
    `phones=${a},${b},${c}`,
    `phones=${a}&phones=${b}%2C${c}`,
    `phones=${a},%2b${b!.slice(1)},${c}`,
  ]) {
    const { body } = await client.request("GET", `/api/threads?${query}`);
    expect(body.threads, query).toHaveLength(3);
  }
});

test("an empty list counts as absent, as any empty parameter does", async () => {
  const { client, team, number } = await buildTeam();
  await buildMessage(app.em(), { team, number });

  expect((await client.request("GET", "/api/threads?phones=")).body.threads).toHaveLength(1);
});

test.each([
  ["more than 20 phones", Array.from({ length: 21 }, uniquePhone)],
  ["an empty phone", [uniquePhone(), ""]],
  ["a phone of 65 characters", ["x".repeat(65)]],
  ["a phone that no text has", ["a\0b"]],
])("%s: refused", async (_, phones) => {
  const { client } = await app.signIn();

  const { status, body } = await client.raw("listThreads", { query: { phones } });

  expect(status).toBe(422);
  expect(body).toMatchObject({ error: "validation_error", details: [{ field: expect.stringContaining("phones") }] });
});
