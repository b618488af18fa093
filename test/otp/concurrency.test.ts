import { expect, test } from "vitest";
import { useApp, useNeighbour } from "../support/app.ts";
import { type Client, createClient } from "../support/client.ts";
import { buildOtp, uniquePhone } from "../support/factories.ts";
import { codeIn, wrongFor } from "../support/passcodes.ts";

// The usual bucket of tests has fewer tokens than two servers ask for at once.
const rateLimit = { burst: 1_000_000, perSecond: 1_000_000 };
const app = useApp({ rateLimit });
const neighbour = useNeighbour(app, { rateLimit });

const code = "493817";

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** A team with a client on each server. */
async function signIn(): Promise<{ team: Awaited<ReturnType<typeof app.signIn>>["team"]; clients: [Client, Client] }> {
  const { team, key, client } = await app.signIn();
  return { team, clients: [client, createClient(neighbour.url, key)] };
}

/** How often each answer came. */
function tally(answers: { status: number; body: { error?: string } }[]): Record<string, number> {
  const names = answers.map(({ status, body }) => body.error ?? String(status));
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
}

const guess = (client: Client, otp: string, idempotencyKey?: string) =>
  client.raw("verifyOtp", {
    body: { recipient_id: "user", otp },
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });

test("five of 200 concurrent wrong guesses on two servers count, and the others are refused as too many", async () => {
  const { team, clients } = await signIn();
  const { id } = await buildOtp(app.em(), { team, code, recipientId: "user" });

  const answers = await Promise.all(times(200, (index) => guess(clients[index % 2]!, wrongFor(code))));

  expect(tally(answers)).toEqual({ otp_invalid: 5, otp_max_attempts: 195 });
  expect(await app.em().execute("select attempts, status from otp where id = ?", [id])).toEqual([
    { attempts: 5, status: "pending" },
  ]);
});

test("each guess with a key counts once, however often it is repeated concurrently", async () => {
  const { team, clients } = await signIn();
  await buildOtp(app.em(), { team, code, recipientId: "user" });

  // A refusal is not kept, so whoever repeats it guesses again: of all these no more than five can count.
  const answers = await Promise.all(
    times(40, (index) => guess(clients[index % 2]!, wrongFor(code), `key ${index % 8}`)),
  );

  expect(tally(answers)).toEqual({ otp_invalid: 5, otp_max_attempts: 35 });
});

test("one of 50 concurrent right guesses on two servers verifies", async () => {
  const { team, clients } = await signIn();
  await buildOtp(app.em(), { team, code, recipientId: "user" });

  const answers = await Promise.all(times(50, (index) => guess(clients[index % 2]!, code)));

  expect(tally(answers)).toEqual({ 200: 1, otp_already_verified: 49 });
});

test("50 concurrent repetitions of a right guess with one key are one verification and 50 equal answers", async () => {
  const { team, clients } = await signIn();
  await buildOtp(app.em(), { team, code, recipientId: "user" });

  const answers = await Promise.all(times(50, (index) => guess(clients[index % 2]!, code, "key")));

  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]!.status).toBe(200);
  expect(answers.filter(({ headers }) => headers.has("x-idempotency-replayed"))).toHaveLength(49);
});

test("a right guess among 200 wrong guesses either verifies once or is too late, never both", async () => {
  for (const place of [0, 3, 199]) {
    const { team, clients } = await signIn();
    const { id } = await buildOtp(app.em(), { team, code, recipientId: "user" });

    const answers = await Promise.all(
      times(201, (index) => guess(clients[index % 2]!, index === place ? code : wrongFor(code))),
    );

    const { 200: right = 0, otp_invalid: wrong = 0, ...others } = tally(answers);
    const [row] = await app
      .em()
      .execute<{ attempts: number; status: string }[]>("select attempts, status from otp where id = ?", [id]);
    expect(row).toEqual({ attempts: wrong, status: right === 1 ? "verified" : "pending" });
    if (right === 1) expect(wrong).toBeLessThan(5);
    else expect(wrong).toBe(5);
    expect(others).toEqual(right === 1 ? { otp_already_verified: 200 - wrong } : { otp_max_attempts: 196 });
  }
});

test("one of 50 concurrent passcodes for one recipient on two servers is valid, with its own code", async () => {
  const { team, clients } = await signIn();
  const phone = uniquePhone();

  const answers = await Promise.all(
    times(50, (index) => clients[index % 2]!.generateOtp({ body: { phone, recipient_id: "user" } })),
  );

  const rows = await app
    .em()
    .execute<{ id: string; status: string }[]>("select id, status from otp where team_id = ?", [team.id]);
  expect(rows).toHaveLength(50);
  expect(rows.map(({ status }) => status).toSorted()).toEqual(["pending", ...Array(49).fill("replaced")]);
  expect(rows.map(({ id }) => id).toSorted()).toEqual(answers.map(({ otpId }) => otpId).toSorted());
  const texts = [...app.provider.texts, ...neighbour.provider.texts].filter(({ to }) => to === phone);
  expect(texts).toHaveLength(50);
  const current = rows.find(({ status }) => status === "pending")!.id;
  const right = codeIn(texts.find(({ id }) => id === current)!);
  expect((await guess(clients[1], right)).body.otpId).toBe(current);
});

test("concurrent creates, repetitions, guesses and reports for many recipients and modes have their expected results", async () => {
  const { team, clients } = await signIn();
  const recipients = times(10, (index) => `user ${index}`);

  const answers = await Promise.all(
    times(200, (index) => {
      const client = index % 3 === 0 ? clients[index % 2]!.inTestMode() : clients[index % 2]!;
      const recipient_id = recipients[index % 10]!;
      if (index % 4 === 3) return client.raw("verifyOtp", { body: { recipient_id, otp: "000000" } });
      const body = { phone: "+12025550123", recipient_id };
      return client.raw("generateOtp", {
        body,
        ...(index % 2 === 0 && { idempotencyKey: `${recipient_id} ${index % 20}` }),
      });
    }),
  );

  // No deadlock, no lock time-out, no failure.
  expect(
    Object.keys(tally(answers)).filter((name) => !["200", "otp_invalid", "otp_max_attempts"].includes(name)),
  ).toEqual([]);
  const current = await app.em().execute<{ count: number }[]>(
    `select count(*)::int from otp where team_id = ? and status in ('pending', 'verified')
     group by test_mode, recipient_id`,
    [team.id],
  );
  expect(new Set(current.map(({ count }) => count))).toEqual(new Set([1]));
});
