import { expect, test } from "vitest";
import { readClock } from "../../server/db/clock.ts";
import { plusMicroseconds } from "../../server/db/timestamp.ts";
import { pruneOtps } from "../../server/otp/prune-otps.ts";
import { useApp } from "../support/app.ts";
import { buildOtp } from "../support/factories.ts";

const app = useApp();

const hourMicroseconds = 60 * 60 * 1_000_000;

test("all passcodes before a given time are deleted, and younger passcodes stay", async () => {
  const { client, team } = await app.signIn();
  const now = await readClock(app.em());
  const hoursAgo = (hours: number) => plusMicroseconds(now, -hours * hourMicroseconds);
  for (const status of ["pending", "verified", "replaced", "void"] as const) {
    await buildOtp(app.em(), { team, status, recipientId: `old ${status}`, createdAt: hoursAgo(25) });
  }
  const young = await buildOtp(app.em(), { team, recipientId: "young", createdAt: hoursAgo(23), status: "verified" });
  const guess = async (recipient_id: string) =>
    (await client.raw("verifyOtp", { body: { recipient_id, otp: "123456" } })).body.error;
  expect(await guess("old verified")).toBe("otp_already_verified");

  expect(await pruneOtps(app.em(), hoursAgo(24))).toBe(4);

  expect(await app.em().execute("select id from otp where team_id = ?", [team.id])).toEqual([{ id: young.id }]);
  expect(await guess("young")).toBe("otp_already_verified");
  expect(await guess("old verified")).toBe("otp_invalid");
});

test("more passcodes than one step holds are deleted, while another transaction locks some", async () => {
  const { team } = await app.signIn();
  const { id } = await buildOtp(app.em(), { team });
  await app.em().execute(
    `insert into otp select o.team_id, gen_random_uuid(), o.test_mode, 'r' || n, o.business_number_id, o.phone_number,
       o.code_hash, o.length, o.lifetime_seconds, o.expires_at, 'replaced', o.attempts, null, o.delivery_status, null,
       null, null, o.created_at - interval '2 days', o.updated_at
     from otp o, generate_series(1, 11000) n where o.team_id = ? and o.id = ?`,
    [team.id, id],
  );
  const holder = app.em();
  await holder.begin();
  const held = await holder.execute(
    "select id from otp where team_id = ? and recipient_id in ('r1', 'r7000') for update",
    [team.id],
  );
  const before = plusMicroseconds(await readClock(app.em()), -24 * hourMicroseconds);

  expect(await pruneOtps(app.em(), before)).toBe(11_000 - held.length);
  await holder.rollback();

  expect(await pruneOtps(app.em(), before)).toBe(held.length);
});
