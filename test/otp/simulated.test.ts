import { expect, test } from "vitest";
import { readClock } from "../../server/db/clock.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { plusMicroseconds } from "../../server/db/timestamp.ts";
import { createLog } from "../../server/log.ts";
import { allRights } from "../../server/operations/key-rights.ts";
import { findClaims } from "../../server/operations/once/claims.ts";
import type { NewOtp } from "../../server/otp/otps.ts";
import { recordOtps } from "../../server/otp/record-otps.ts";
import { createSimulatedProvider, magicRecipients } from "../../server/provider/simulated/send.ts";
import { useApp } from "../support/app.ts";
import { type TestTeam, uniquePhone } from "../support/factories.ts";

const app = useApp();
const { foresee } = createSimulatedProvider(createLog("silent"), String);

/** A passcode in test mode with an Idempotency-Key, which the simulated carrier sends. */
async function ask(team: TestTeam, phone = uniquePhone()): Promise<NewOtp> {
  const now = await readClock(app.em());
  const base = { teamId: team.id, apiKeyId: newId(), testMode: true, now };
  return {
    ...base,
    id: newId(),
    rights: allRights,
    segments: 1,
    foresee,
    recipientId: phone,
    phone,
    body: "Your code is 123456",
    codeHash: Buffer.alloc(32),
    length: 6,
    lifetimeSeconds: 180,
    sendsPerPhone: 0,
    expiresAt: plusMicroseconds(now, 180_000_000),
    claim: { ...base, key: newId(), fingerprint: Buffer.alloc(32) },
  };
}

test("the transaction that stores a passcode also stores the simulated carrier's acceptance and the kept answer", async () => {
  const { team } = await app.signIn();
  const accepted = await ask(team);
  const refused = await ask(team, magicRecipients.refused as NewOtp["phone"]);

  const recorded = await app.inTeam(team.id, (tx) => recordOtps(tx, [accepted, refused]));

  expect(recorded).toMatchObject([
    { value: { kind: "stored", isSettled: true } },
    { value: { kind: "stored", isSettled: false } },
  ]);
  const rows = await app
    .em()
    .execute("select provider_id, simulated_outcome from otp where team_id = ? order by id", [team.id]);
  expect(rows).toEqual([
    { provider_id: `SM${accepted.id.replaceAll("-", "")}`, simulated_outcome: "delivered" },
    { provider_id: null, simulated_outcome: null },
  ]);
  const [kept, pending] = await findClaims(app.em(), [accepted.claim!, refused.claim!]);
  expect(kept).toMatchObject({ kind: "answered", answer: { status: 200 }, resourceId: accepted.id });
  expect(JSON.parse((kept as { answer: { body: string } }).answer.body)).toMatchObject({
    otpId: accepted.id,
    deliveryStatus: "queued",
  });
  expect(pending).toMatchObject({ kind: "pending", resourceId: refused.id });
});
