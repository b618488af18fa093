import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import type { Client, RawAnswer } from "../support/client.ts";
import { buildBusinessNumber, type TestTeam, uniquePhone } from "../support/factories.ts";

const app = useApp();

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

const buildNumbers = (team: TestTeam, count: number, fields: object = {}) =>
  times(count, () => buildBusinessNumber(app.em(), { team, ...fields }));

const createRaw = (client: Client, fields: object) =>
  client.raw("createBusinessNumber", {
    body: { name: uniquePhone(), phoneNumber: uniquePhone(), phoneNumberSid: "PN1", ...fields },
  });

/** How often each status and code was answered. */
function tally(answers: RawAnswer[]): Record<string, number> {
  const outcomes = answers.map(({ status, body }) => (status < 300 ? String(status) : `${status} ${body.error}`));
  return Object.fromEntries([...Map.groupBy(outcomes, (each) => each)].map(([each, { length }]) => [each, length]));
}

async function primaries(client: Client): Promise<string[]> {
  const { businessNumbers } = await client.listBusinessNumbers();
  return businessNumbers.filter(({ isPrimary }) => isPrimary).map(({ id }) => id);
}

test("ten numbers that are made primary at once leave one primary, and every read sees exactly one", async () => {
  const { client, team } = await app.signIn();
  const numbers = await buildNumbers(team, 10);

  const done = Promise.all(
    [...numbers, ...numbers].map(({ id }) => client.raw("makePrimaryBusinessNumber", { path: { id } })),
  );
  const seen: number[] = [];
  let racing = true;
  const reading = (async () => {
    while (racing) seen.push((await primaries(client)).length);
  })();
  const answers = await done;
  racing = false;
  await reading;

  expect(tally(answers)).toEqual({ 200: 20 });
  for (const { body } of answers) expect(body.businessNumber.isPrimary).toBe(true);
  expect(new Set(seen)).toEqual(new Set([1]));
  expect(numbers.map(({ id }) => id)).toContain((await primaries(client))[0]);
});

test("archiving a number while it is made primary never leaves an archived primary, nor zero or two primaries", async () => {
  const { client, team } = await app.signIn();
  const numbers = await buildNumbers(team, 12);

  const pairs = await Promise.all(
    numbers.map(async ({ id }, index) => {
      const archive = () => client.raw("archiveBusinessNumber", { path: { id } });
      const promote = () => client.raw("makePrimaryBusinessNumber", { path: { id } });
      const [first, second] = index % 2 === 0 ? [archive, promote] : [promote, archive];
      const [one, two] = await Promise.all([first(), second()]);
      return index % 2 === 0 ? { archived: one, promoted: two } : { archived: two, promoted: one };
    }),
  );

  for (const { archived, promoted } of pairs) {
    if (promoted.status !== 200) expect(promoted.body.error).toBe("invalid_business_number_status");
    if (archived.status !== 200) expect(archived.body.error).toBe("cannot_delete_primary_business_number");
    // Both may succeed: made primary, demoted by the next one, archived. Both may not fail.
    expect([archived.status, promoted.status]).toContain(200);
  }
  const [primary, ...others] = await primaries(client);
  expect(others).toEqual([]);
  expect(await client.getBusinessNumber({ path: { id: primary! } })).toMatchObject({ status: "active" });
  const archived = await client.listBusinessNumbers({ query: { status: "archived" } });
  expect(archived.businessNumbers.filter(({ isPrimary }) => isPrimary)).toEqual([]);
});

test("pausing a number while it is made primary has the result of one of the two orders", async () => {
  const { client, team } = await app.signIn();
  const numbers = await buildNumbers(team, 6);

  const answers = await Promise.all(
    numbers.flatMap(({ id }) => [
      client.raw("makePrimaryBusinessNumber", { path: { id } }),
      client.raw("updateBusinessNumber", { path: { id }, body: { status: "paused" } }),
    ]),
  );

  for (const { status, body } of answers) {
    expect(status === 200 ? "" : body.error).toMatch(/^(|invalid_business_number_status)$/);
  }
  expect(await primaries(client)).toHaveLength(1);
});

test("each of two teams creates a name once when both create it twenty times at once", async () => {
  const teams = await times(2, () => app.signIn());

  const answers = await times(20, (index) => createRaw(teams[index % 2]!.client, { name: index < 10 ? "A" : "a" }));

  for (const which of [0, 1]) {
    const own = answers.filter((_, index) => index % 2 === which);
    expect(tally(own)).toEqual({ 201: 1, "409 duplicate_business_number_name": 9 });
  }
});

test("a phone that two teams create twenty times at once is created once", async () => {
  const teams = await times(2, () => app.signIn());
  const phoneNumber = uniquePhone();

  const answers = await times(20, (index) => createRaw(teams[index % 2]!.client, { phoneNumber }));

  expect(tally(answers)).toEqual({ 201: 1, "409 duplicate_business_number_phone": 19 });
});

test("numbers that are created as primary at once are all created, and one is primary", async () => {
  const { client } = await app.signIn();

  const answers = await times(12, () => createRaw(client, { isPrimary: true }));

  expect(tally(answers)).toEqual({ 201: 12 });
  for (const { body } of answers) expect(body.businessNumber.isPrimary).toBe(true);
  expect(await primaries(client)).toHaveLength(1);
});

test("exactly one of a team's first numbers is primary when they are created at once", async () => {
  const { client } = await app.signIn({ withNumber: false });

  const answers = await times(8, () => createRaw(client, {}));

  expect(tally(answers)).toEqual({ 201: 8 });
  const primary = answers.filter(({ body }) => body.businessNumber.isPrimary);
  expect(await primaries(client)).toEqual(primary.map(({ body }) => body.businessNumber.id));
  expect(primary).toHaveLength(1);
});

test("an archived number is restored once, by its team, when another team creates it at the same time", async () => {
  const [owner, other] = await times(2, () => app.signIn());
  const [number] = await buildNumbers(owner!.team, 1, { status: "archived" });
  const { phoneNumber } = number!;

  const answers = await times(20, (index) => createRaw((index % 2 ? owner! : other!).client, { phoneNumber }));

  expect(tally(answers)).toEqual({ 201: 1, "409 duplicate_business_number_phone": 19 });
  expect(answers.find(({ status }) => status === 201)?.body.businessNumber.id).toBe(number!.id);
});

test("a number that is archived ten times at once is archived once", async () => {
  const { client, team } = await app.signIn();
  const [number] = await buildNumbers(team, 1);

  const answers = await times(10, () => client.raw("archiveBusinessNumber", { path: { id: number!.id } }));

  expect(tally(answers)).toEqual({ 200: 1, "404 business_number_not_found": 9 });
});

test("only one of several numbers gets a name that all are renamed to at once", async () => {
  const { client, team } = await app.signIn();
  const numbers = await buildNumbers(team, 10);

  const answers = await Promise.all(
    numbers.map(({ id }) => client.raw("updateBusinessNumber", { path: { id }, body: { name: "Wanted" } })),
  );

  expect(tally(answers)).toEqual({ 200: 1, "409 duplicate_business_number_name": 9 });
});
