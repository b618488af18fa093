import { afterEach, expect, test, vi } from "vitest";
import { readClock } from "../../server/db/clock.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { plusMicroseconds } from "../../server/db/timestamp.ts";
import { allRights } from "../../server/operations/key-rights.ts";
import { type Claim, claimIdempotencyKeys } from "../../server/operations/once/claims.ts";
import { findOtp } from "../../server/otp/find-otps.ts";
import type { NewOtp } from "../../server/otp/otps.ts";
import { recordOtps } from "../../server/otp/record-otps.ts";
import { settleOtps } from "../../server/otp/settle-otps.ts";
import { useApp } from "../support/app.ts";
import { buildOtp, type TestTeam, uniquePhone } from "../support/factories.ts";

const app = useApp();

/** Makes the database take its time for every row that is written so, to meet what happens meanwhile. */
async function slowDown(event: "insert" | "update"): Promise<void> {
  await app.em().execute(
    `create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.05); return new; end $$;
     create trigger slow before ${event} on otp for each row execute function slow()`,
  );
}

afterEach(() => app.em().execute("drop trigger slow on otp; drop function slow"));

/** Waits until a transaction is in the middle of writing a row. */
const writing = () =>
  vi.waitFor(
    async () => {
      const asleep = "select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()";
      expect(await app.em().execute(asleep)).toHaveLength(1);
    },
    { interval: 2 },
  );

/** A passcode for the team's recipient `user`. */
const ask = async (team: TestTeam, claim?: Claim): Promise<NewOtp> => ({
  id: newId(),
  teamId: team.id,
  apiKeyId: newId(),
  rights: allRights,
  segments: 1,
  testMode: false,
  foresee: undefined,
  recipientId: "user",
  phone: uniquePhone(),
  body: "Your code is 123456",
  codeHash: Buffer.alloc(32),
  length: 6,
  lifetimeSeconds: 180,
  expiresAt: plusMicroseconds(await readClock(app.em()), 180_000_000),
  sendsPerPhone: 0,
  now: await readClock(app.em()),
  claim,
});

const record = (...otps: NewOtp[]) => app.em().transactional((tx) => recordOtps(tx, otps));

test.each([false, true])(
  "two passcodes for one recipient, with an older one: %s, wait for each other and both succeed",
  async (older) => {
    const { team } = await app.signIn();
    if (older) await buildOtp(app.em(), { team, recipientId: "user" });
    const [one, other] = [await ask(team), await ask(team)];
    await slowDown("insert");

    const first = record(one);
    await writing();
    const second = record(other);

    expect((await Promise.all([first, second])).flat()).toMatchObject(Array(2).fill({ ok: true }));
    const rows = await app.em().execute("select id from otp where team_id = ? and status = 'pending'", [team.id]);
    expect(rows).toEqual([{ id: other.id }]);
  },
);

test("settling a passcode does not deadlock with a repeated key and a new passcode for its recipient", async () => {
  const { team } = await app.signIn();
  const { id } = await buildOtp(app.em(), { team, recipientId: "user", deliveryStatus: "queued" });
  const stored = (await findOtp(app.em(), team.id, id))!;
  const now = await readClock(app.em());
  const claim: Claim = {
    teamId: team.id,
    apiKeyId: newId(),
    testMode: false,
    key: "key",
    now,
    fingerprint: Buffer.from("the same"),
  };
  await app.em().transactional((tx) => claimIdempotencyKeys(tx, [{ claim, resourceId: id }]));
  const [repeated, fresh] = [await ask(team, claim), await ask(team)];
  await slowDown("update");

  const outcome = { kind: "accepted", providerId: "SM1", status: "sent" } as const;
  const settling = app
    .em()
    .transactional((tx) => settleOtps(tx, [{ stored, outcome, charge: undefined, claim, testMode: false, now }]));
  await writing();
  const recording = record(repeated, fresh);

  expect(await settling).toMatchObject([{ ok: true, value: { deliveryStatus: "sent" } }]);
  expect(await recording).toMatchObject([
    { ok: true, value: { kind: "taken" } },
    { ok: true, value: { kind: "stored" } },
  ]);
});
