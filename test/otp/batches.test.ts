import { afterEach, expect, test, vi } from "vitest";
import { readClock } from "../../server/db/clock.ts";
import type { Result } from "../../server/db/commit/batcher.ts";
import { runInPlaces } from "../../server/db/commit/of-teams.ts";
import type { EntityManager } from "../../server/db/orm.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { ApiError } from "../../server/errors.ts";
import type { Claim } from "../../server/operations/once/claims.ts";
import type { Written } from "../../server/operations/once/in-batch.ts";
import type { VerifiedOtp } from "../../server/otp/otps.ts";
import { type Guess, otpVerification, verifyOtps } from "../../server/otp/verify-otps.ts";
import { useApp, useNeighbour } from "../support/app.ts";
import { createClient } from "../support/client.ts";
import { buildOtp, type TestTeam } from "../support/factories.ts";
import { passcodeKeys, wrongFor } from "../support/passcodes.ts";

const app = useApp();
const neighbour = useNeighbour(app);

const code = "493817";
const wrong = wrongFor(code);

const guessAt = async (team: TestTeam, recipientId: string, given: string, claim?: Claim): Promise<Guess> => ({
  teamId: team.id,
  testMode: false,
  recipientId,
  code: given,
  passcodeKeys,
  now: await readClock(app.em()),
  claim,
});

/** Takes guesses in one list; what each is answered. */
async function verify(guesses: Promise<Guess>[]): Promise<string[]> {
  const list = await Promise.all(guesses);
  const ended = await app.em().transactional((tx) => runInPlaces(tx, list, verifyInOrder));
  const names = new Map(ended.flat());
  return list.map((guess) => names.get(guess)!);
}

const verifyInOrder = async (tx: EntityManager, some: Guess[]) => {
  const results = await verifyOtps(tx, some);
  return some.map((guess, index) => [guess, nameOf(results[index]!)] as const);
};

function nameOf(result: Result<Written<VerifiedOtp>>): string {
  if (result.ok) return result.value.kind;
  return result.error instanceof ApiError ? result.error.code : String(result.error);
}

const readOtp = async (id: string) =>
  (
    await app.em().execute("select status, attempts, verified_at is not null as verified from otp where id = ?", [id])
  )[0];

test("each guess in a batch sees the effect of earlier guesses, and other recipients and teams are independent", async () => {
  const [{ team }, { team: other }] = [await app.signIn(), await app.signIn()];
  const one = await buildOtp(app.em(), { team, code, recipientId: "one" });
  const two = await buildOtp(app.em(), { team, code, recipientId: "two", attempts: 3 });
  const late = await buildOtp(app.em(), { team, code, recipientId: "late", expiresAt: "2026-01-01T00:00:00.000000Z" });
  const test = await buildOtp(app.em(), { team, code, recipientId: "one", testMode: true });
  const theirs = await buildOtp(app.em(), { team: other, code, recipientId: "one" });

  const answers = await verify([
    guessAt(team, "one", wrong),
    guessAt(team, "two", wrong),
    guessAt(team, "one", code),
    guessAt(team, "two", wrong),
    guessAt(other, "one", wrong),
    guessAt(team, "one", code),
    guessAt(team, "two", code),
    guessAt(team, "late", code),
    guessAt(team, "nobody", code),
    guessAt(team, "one", wrong),
  ]);

  expect(answers).toEqual([
    ...["otp_invalid", "otp_invalid", "done", "otp_invalid", "otp_invalid", "otp_already_verified"],
    ...["otp_max_attempts", "otp_expired", "otp_invalid", "otp_already_verified"],
  ]);
  expect(await readOtp(one.id)).toEqual({ status: "verified", attempts: 1, verified: true });
  expect(await readOtp(two.id)).toEqual({ status: "pending", attempts: 5, verified: false });
  expect(await readOtp(late.id)).toEqual({ status: "pending", attempts: 0, verified: false });
  expect(await readOtp(test.id)).toEqual({ status: "pending", attempts: 0, verified: false });
  expect(await readOtp(theirs.id)).toEqual({ status: "pending", attempts: 1, verified: false });
});

test("in a batch, the first guess with a key runs, and later ones get its answer, a mismatch, or their turn", async () => {
  const { team } = await app.signIn();
  await buildOtp(app.em(), { team, code, recipientId: "one" });
  const { id } = await buildOtp(app.em(), { team, code, recipientId: "two" });
  const apiKeyId = newId();
  const now = await readClock(app.em());
  const claim = (key: string, request: string): Claim => ({
    teamId: team.id,
    apiKeyId,
    testMode: false,
    key,
    now,
    fingerprint: Buffer.from(request),
  });
  const list = () => [
    guessAt(team, "one", code, claim("right", "one")),
    guessAt(team, "one", code, claim("right", "one")),
    guessAt(team, "two", code, claim("right", "two")),
    guessAt(team, "two", wrong, claim("wrong", "two")),
    guessAt(team, "two", wrong, claim("wrong", "two")),
    guessAt(team, "two", wrong),
  ];

  const first = await verify(list());
  const second = await verify(list());

  expect(first).toEqual(["done", "again", "again", "otp_invalid", "again", "otp_invalid"]);
  expect(second).toEqual(["answered", "answered", "idempotency_key_mismatch", "otp_invalid", "again", "otp_invalid"]);
  expect(await readOtp(id)).toEqual({ status: "pending", attempts: 4, verified: false });
});

test("a batch that may have been committed does not run again", async () => {
  const { team } = await app.signIn();
  const { id } = await buildOtp(app.em(), { team, code, recipientId: "one" });

  const guess = await guessAt(team, "one", wrong);
  await expect(app.em().transactional((tx) => otpVerification.runAgain!(tx, guess))).rejects.toMatchObject({
    code: "server_error",
    status: 503,
  });

  expect(await readOtp(id)).toEqual({ status: "pending", attempts: 0, verified: false });
});

test("a passcode whose text is refused meanwhile is void, and a right guess is answered as wrong", async () => {
  const { team } = await app.signIn();
  const { id } = await buildOtp(app.em(), { team, code, recipientId: "one" });
  const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";

  const answers = await app.em().transactional(async (tx) => {
    await tx.execute("update otp set status = 'void' where id = ?", [id]);
    const verifying = Promise.allSettled([verify([guessAt(team, "one", code), guessAt(team, "one", code)])]);
    await vi.waitFor(async () => expect(await app.em().execute(waiting)).toHaveLength(1), { interval: 5 });
    return { verifying };
  });

  expect(await answers.verifying).toEqual([{ status: "fulfilled", value: ["otp_invalid", "otp_invalid"] }]);
  expect(await readOtp(id)).toEqual({ status: "void", attempts: 0, verified: false });
});

/** Makes the database fail when a passcode of that recipient is guessed at. */
const failAt = (recipientId: string, when: string, action: string) =>
  app.em().execute(
    `create sequence failures;
     create function fail() returns trigger language plpgsql as $$ begin ${action}; return new; end $$;
     create constraint trigger fail after update on otp deferrable ${when} for each row
       when (new.recipient_id = '${recipientId}') execute function fail()`,
  );

afterEach(() =>
  app
    .em()
    .execute("drop trigger if exists fail on otp; drop function if exists fail; drop sequence if exists failures"),
);

test("a guess that the database refuses fails alone, and the others count once", async () => {
  const { team, client } = await app.signIn();
  const recipients = ["a", "bad", "c", "d"];
  const otps = [];
  for (const recipientId of recipients) otps.push(await buildOtp(app.em(), { team, code, recipientId }));
  await failAt("bad", "initially immediate", "raise exception 'not this one'");

  const answers = await Promise.all(
    recipients.map((recipient_id) => client.raw("verifyOtp", { body: { recipient_id, otp: wrong } })),
  );

  expect(answers.map(({ body }) => body.error)).toEqual(["otp_invalid", "server_error", "otp_invalid", "otp_invalid"]);
  for (const [index, { id }] of otps.entries()) {
    expect(await readOtp(id)).toMatchObject({ attempts: recipients[index] === "bad" ? 0 : 1 });
  }
});

test("a guess whose commit has an unknown outcome fails and does not run again", async () => {
  const { team, client } = await app.signIn();
  const { id } = await buildOtp(app.em(), { team, code, recipientId: "lost" });
  const once = "if nextval('failures') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if";
  await failAt("lost", "initially deferred", once);
  const guess = () => client.raw("verifyOtp", { body: { recipient_id: "lost", otp: wrong } });

  const first = await guess();

  expect(first).toMatchObject({ status: 503, body: { error: "server_error" } });
  expect(await readOtp(id)).toMatchObject({ attempts: 0 });
  expect(await guess()).toMatchObject({ body: { error: "otp_invalid" } });
  expect(await readOtp(id)).toMatchObject({ attempts: 1 });
});

test("guesses at many recipients over two servers count exactly as often as they were answered, in any order", async () => {
  const teams = [await app.signIn(), await app.signIn()];
  const recipients = Array.from({ length: 12 }, (_, index) => `user ${index}`);
  const otps: { id: string; name: string }[] = [];
  for (const [index, { team }] of teams.entries()) {
    for (const recipientId of recipients) {
      const { id } = await buildOtp(app.em(), { team, code, recipientId });
      otps.push({ id, name: `${index} ${recipientId}` });
    }
  }

  const guesses = Array.from({ length: 240 }, (_, turn) => {
    const [index, server] = [turn % 2, (turn >> 1) % 2];
    // One server goes up the recipients and the other one down.
    const place = (turn >> 2) % recipients.length;
    const recipient_id = recipients[server === 0 ? place : recipients.length - 1 - place]!;
    const client = createClient([app, neighbour][server]!.url, teams[index]!.key);
    const body = { recipient_id, otp: turn % 7 === 3 ? code : wrong };
    return { name: `${index} ${recipient_id}`, answer: client.raw("verifyOtp", { body }) };
  });
  const answered = new Map<string, string[]>();
  for (const { name, answer } of guesses) {
    const { status, body } = await answer;
    answered.set(name, [...(answered.get(name) ?? []), status === 200 ? "verified" : body.error]);
  }

  for (const { id, name } of otps) {
    const answers = answered.get(name)!;
    const count = (which: string) => answers.filter((answer) => answer === which).length;
    const verified = count("verified") === 1;
    expect(await readOtp(id)).toEqual({
      status: verified ? "verified" : "pending",
      attempts: count("otp_invalid"),
      verified,
    });
    expect(count("otp_invalid")).toBeLessThanOrEqual(5);
    const rest = verified ? "otp_already_verified" : "otp_max_attempts";
    expect(count("verified") + count("otp_invalid") + count(rest)).toBe(answers.length);
  }
});
