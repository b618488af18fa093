import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { newId } from "../../server/db/schema/ids.ts";
import { updateKey } from "../../server/keys/keys.ts";
import type { OutboundText, Outcome } from "../../server/provider/provider.ts";
import { useApp, useNeighbour } from "../support/app.ts";
import { type Client, createClient, type RawAnswer } from "../support/client.ts";
import { buildBusinessNumber, buildKey, buildTeam, type TestTeam, uniquePhone } from "../support/factories.ts";

const app = useApp();
const neighbour = useNeighbour(app);

/** The provider's outcomes of the texts that have such a first word. It accepts all others. */
const outcomes: Record<string, Outcome> = {
  refused: { kind: "refused", errorCode: "30001", optedOut: false },
  unknown: { kind: "unknown" },
};
const accept = ({ id }: OutboundText): Outcome => ({ kind: "accepted", providerId: `SM${id}`, status: "queued" });

beforeAll(() => {
  for (const { provider } of [app, neighbour]) {
    provider.answer = (text) => outcomes[text.body.split(" ", 1)[0]!] ?? accept(text);
  }
});

interface Sender {
  team: TestTeam;
  key: string;
  /** A client of the key at each of two servers. */
  clients: [Client, Client];
}

/** Makes a team with a business number, and a key with a budget. */
async function openSender(segmentsPerDay: number): Promise<Sender> {
  const team = await buildTeam(app.em());
  await buildBusinessNumber(app.em(), { team, isPrimary: true });
  const key = await buildKey(app.em(), team, { segmentsPerDay });
  return { team, key, clients: [createClient(app.url, key), createClient(neighbour.url, key)] };
}

/** The segments of all live texts and passcodes of a team, without those that the provider has refused. */
async function countSent({ team }: Sender): Promise<number> {
  const [row] = await app.em().execute<{ sent: number }[]>(
    `select (
       (select coalesce(sum(segments), 0) from message
         where team_id = :team and not test_mode and direction = 'outbound' and status <> 'failed')
       + (select count(*) from otp where team_id = :team and not test_mode and delivery_status <> 'failed')
     )::int as sent`.replaceAll(":team", "?"),
    [team.id, team.id],
  );
  return row!.sent;
}

const send = fc.record({
  isPasscode: fc.boolean(),
  /** A letter outside of GSM-7 makes a long text two segments. */
  segments: fc.constantFrom(1, 2),
  outcome: fc.constantFrom("accepted", "accepted", "refused", "unknown"),
  server: fc.constantFrom(0, 1),
  hasIdempotencyKey: fc.boolean(),
});

/** Sends a text or a passcode. A passcode has one segment. */
function run({ clients }: Sender, given: typeof send extends fc.Arbitrary<infer Send> ? Send : never) {
  const { isPasscode, segments, outcome, server, hasIdempotencyKey } = given;
  const client = clients[server]!;
  const idempotencyKey = hasIdempotencyKey ? { idempotencyKey: newId() } : {};
  if (isPasscode) {
    const body = { phone: uniquePhone(), recipient_id: newId(), message: `${outcome} $OTP` };
    return client.raw("generateOtp", { body, ...idempotencyKey });
  }
  const message = `${outcome} ${segments === 1 ? "hello" : "界".repeat(80)}`;
  return client.raw("sendText", { body: { phone_number: uniquePhone(), message }, ...idempotencyKey });
}

const isOverBudget = ({ body }: RawAnswer) => body.error === "budget_exceeded";

test("a key never sends more than its budget, with any texts, outcomes and servers at the same time", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(send, { minLength: 1, maxLength: 16 }),
      fc.integer({ min: 1, max: 12 }),
      async (all, budget) => {
        const sender = await openSender(budget);

        const answers = await Promise.all(all.map((each) => run(sender, each)));

        const sent = await countSent(sender);
        expect(sent).toBeLessThanOrEqual(budget);
        const { segmentsLeft } = await sender.clients[0].getKey();
        expect(segmentsLeft).toBe(budget - sent);
        const answered = answers.map(({ status, body }) => (status === 200 ? 200 : body.error));
        for (const answer of answered) expect([200, "budget_exceeded", "message_failed"]).toContain(answer);
      },
    ),
    { numRuns: 12 },
  );
});

test("no text is refused that still fits, as long as the provider refuses none", async () => {
  const accepted = send.map((each) => ({ ...each, outcome: "accepted" as const }));
  await fc.assert(
    fc.asyncProperty(
      fc.array(accepted, { minLength: 4, maxLength: 16 }),
      fc.integer({ min: 1, max: 9 }),
      async (all, budget) => {
        const sender = await openSender(budget);

        const answers = await Promise.all(all.map((each) => run(sender, each)));

        const { segmentsLeft } = await sender.clients[0].getKey();
        for (const [index, answer] of answers.entries()) {
          const { isPasscode, segments } = all[index]!;
          if (isOverBudget(answer)) expect(isPasscode ? 1 : segments).toBeGreaterThan(segmentsLeft!);
        }
      },
    ),
    { numRuns: 12 },
  );
});

const text = (body = "accepted") => ({ body: { phone_number: uniquePhone(), message: body } });

test("a definite refusal gives its segments back, and an unknown outcome does not", async () => {
  const { clients } = await openSender(2);
  const [client] = clients;

  expect(await client.raw("sendText", text("refused"))).toMatchObject({ body: { error: "message_failed" } });
  expect(await client.getKey()).toMatchObject({ segmentsLeft: 2 });
  expect(await client.sendText(text("unknown"))).toMatchObject({ status: "sending" });
  expect(await client.getKey()).toMatchObject({ segmentsLeft: 1 });
});

test("texts of test mode use no budget", async () => {
  const { clients } = await openSender(1);
  const [client] = clients;
  await client.sendText(text());

  expect(await client.inTestMode().sendText(text())).toMatchObject({ testMode: true });
  expect(await client.raw("sendText", text())).toMatchObject({ status: 403, body: { error: "budget_exceeded" } });
});

test("a replay uses no budget, and a refused text does not keep its idempotency key", async () => {
  const { clients, key } = await openSender(1);
  const [client] = clients;
  const first = { ...text(), idempotencyKey: "one" };
  const second = { ...text(), idempotencyKey: "two" };

  const sent = await client.sendText(first);
  expect(await client.sendText(first)).toEqual(sent);
  expect(await client.raw("sendText", second)).toMatchObject({ body: { error: "budget_exceeded" } });
  await updateKey(app.em(), (await client.getKey()).id, { segmentsPerDay: 2 });
  expect(await createClient(app.url, key).sendText(second)).toMatchObject({ success: true });
});

test("a passcode over the budget does not replace the passcode of its recipient", async () => {
  const { clients, team } = await openSender(1);
  const [client] = clients;
  const body = { phone: uniquePhone(), recipient_id: "user" };
  const { otpId } = await client.generateOtp({ body });

  expect(await client.raw("generateOtp", { body })).toMatchObject({ status: 403, body: { error: "budget_exceeded" } });

  const rows = await app.em().execute("select id, status from otp where team_id = ?", [team.id]);
  expect(rows).toEqual([{ id: otpId, status: "pending" }]);
});

test("a day begins at midnight UTC", async () => {
  const { clients, team } = await openSender(1);
  const [client] = clients;
  await client.sendText(text());
  await app
    .em()
    .execute(
      "update key_usage set day = (day at time zone 'UTC' - interval '1 day') at time zone 'UTC' where team_id = ?",
      [team.id],
    );

  expect(await client.getKey()).toMatchObject({ segmentsLeft: 1 });
  expect(await client.sendText(text())).toMatchObject({ success: true });
  const rows = await app
    .em()
    .execute(
      "select day = date_trunc('day', clock_timestamp(), 'UTC') as today from key_usage where team_id = ? order by day",
      [team.id],
    );
  expect(rows).toEqual([{ today: false }, { today: true }]);
});

test("a key without a budget has no row", async () => {
  const { client, team } = await app.signIn();
  await client.sendText(text());

  expect(await app.em().execute("select from key_usage where team_id = ?", [team.id])).toEqual([]);
  expect(await client.getKey()).toMatchObject({ segmentsPerDay: null, segmentsLeft: null });
});

test("texts and passcodes carry the id of their key", async () => {
  const { client, team } = await app.signIn();
  const { id } = await client.getKey();
  await client.sendText(text());
  await client.generateOtp({ body: { phone: uniquePhone(), recipient_id: "user" } });

  const rows = await app
    .em()
    .execute(
      "select api_key_id from message where team_id = ? union all select api_key_id from otp where team_id = ?",
      [team.id, team.id],
    );
  expect(rows).toEqual([{ api_key_id: id }, { api_key_id: id }]);
});
