import { expect, test, vi } from "vitest";
import { readClock } from "../../server/db/clock.ts";
import type { BatchWork } from "../../server/db/commit/batch-work.ts";
import { transactOfTeam } from "../../server/db/commit/of-teams.ts";
import type { Database } from "../../server/db/database.ts";
import { openOrm } from "../../server/db/orm.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { lockPhones } from "../../server/db/sql/locks.ts";
import { plusMicroseconds } from "../../server/db/timestamp.ts";
import { listKeys } from "../../server/keys/keys.ts";
import { allRights } from "../../server/operations/key-rights.ts";
import type { Claim } from "../../server/operations/once/claims.ts";
import type { NewOtp } from "../../server/otp/otps.ts";
import { otpRecording } from "../../server/otp/record-otps.ts";
import { textRecording } from "../../server/texts/record-texts.ts";
import type { Recorded } from "../../server/texts/text-kind.ts";
import type { NewText } from "../../server/texts/texts.ts";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { countWaiting, createDatabase } from "../support/database.ts";
import { type TestTeam, uniquePhone } from "../support/factories.ts";
import { type Forwarder, startForwarder } from "../support/forwarder.ts";

let direct: Database;
let network: Forwarder;

/** A server whose network to its database can be cut. */
const app = useApp({
  async database() {
    direct = await createDatabase();
    network = await startForwarder(direct);
    const { topology } = direct.address;
    const address = { url: network.url, ...(topology && { topology }) };
    const orm = await openOrm(address);
    return {
      orm,
      address,
      embedded: false,
      async close() {
        await orm.close();
        await network.close();
        await direct.close();
      },
    };
  },
});

/** Locks a phone in a transaction of its own. Returns the function that ends the transaction. */
async function holdPhone(team: TestTeam, phone: string): Promise<() => Promise<void>> {
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const done = transactOfTeam(direct.orm, team.id, async (tx) => {
    await lockPhones(tx, [{ teamId: team.id, phone }], "exclusive");
    // Its answer shows that the lock before it is held.
    await tx.execute("select 1");
    hold();
    await isReleased;
  });
  await Promise.race([isHeld, done]);
  return () => {
    release();
    return done;
  };
}

/** Cuts the network while a request waits for the lock of its phone, and releases the lock once the repetition waits, too. */
async function cutWhileWaiting<T>(team: TestTeam, phone: string, request: () => Promise<T>): Promise<T> {
  const release = await holdPhone(team, phone);
  try {
    const answer = request();
    await vi.waitFor(async () => expect(await countWaiting(direct)).toBe(1), { interval: 2 });
    network.cut();
    // PostgreSQL may have ended the first transaction for its lock timeout before, on a busy machine. A longer wait could
    // exceed the time for which a request waits for a lock.
    const cutAt = performance.now();
    while (performance.now() < cutAt + 2_000 && (await countWaiting(direct)) < 2);
    await release();
    return await answer;
  } finally {
    await release();
  }
}

const sends: [string, (client: Client, phone: string, idempotencyKey?: string) => ReturnType<Client["raw"]>][] = [
  [
    "text",
    (client, phone, idempotencyKey) =>
      client.raw("sendText", {
        body: { phone_number: phone, message: "hello" },
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      }),
  ],
  [
    "passcode",
    (client, phone, idempotencyKey) =>
      client.raw("generateOtp", {
        body: { phone, recipient_id: phone },
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      }),
  ],
];

const cases = sends.flatMap(([kind, send]) => [
  [kind, "a key", send, newId()] as const,
  [kind, "no key", send, undefined] as const,
]);

test.each(cases)("a %s with %s whose lost transaction still commits is sent once", async (_, _key, send, key) => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();

  const { status, text } = await cutWhileWaiting(team, phone, () => send(client, phone, key));

  expect(status, text).toBe(200);
  expect(app.provider.texts.filter(({ to }) => to === phone)).toHaveLength(1);
});

const common = (team: TestTeam, claim: Claim) => ({
  id: newId(),
  teamId: team.id,
  apiKeyId: claim.apiKeyId,
  rights: allRights,
  now: claim.now,
  claim,
  testMode: false,
  foresee: undefined,
  segments: 1,
  phone: uniquePhone(),
  body: "hello",
});

const newText = (team: TestTeam, claim: Claim): NewText => ({
  ...common(team, claim),
  threadId: undefined,
  sender: undefined,
  encoding: "GSM-7",
  replyWebhookUrl: null,
  webhookData: null,
});

const newOtp = (team: TestTeam, claim: Claim): NewOtp => ({
  ...common(team, claim),
  recipientId: "user",
  codeHash: Buffer.alloc(32),
  length: 6,
  lifetimeSeconds: 180,
  sendsPerPhone: 0,
  expiresAt: plusMicroseconds(claim.now, 180_000_000),
});

test.each([
  ["text", textRecording as BatchWork<NewText | NewOtp, Recorded<unknown>>, newText],
  ["passcode", otpRecording as BatchWork<NewText | NewOtp, Recorded<unknown>>, newOtp],
])("the repetition of a %s finds what the first transaction has stored while it waited", async (_, work, make) => {
  const { team } = await app.signIn();
  const [key] = await listKeys(app.em(), team);
  const now = await readClock(app.em());
  const fingerprint = Buffer.alloc(32);
  const item = make(team, { teamId: team.id, apiKeyId: key!.id, testMode: false, key: newId(), fingerprint, now });
  const release = await holdPhone(team, item.phone!);
  const waiting = (count: number) => vi.waitFor(async () => expect(await countWaiting(direct)).toBe(count));

  const first = transactOfTeam(direct.orm, team.id, (tx) => work.run(tx, [item]));
  await waiting(1);
  const again = transactOfTeam(direct.orm, team.id, (tx) => work.runAgain!(tx, item));
  await waiting(2);
  await release();

  // Either of them may get the lock first, and then the text is that one's.
  expect(await first).toMatchObject([{ ok: true }]);
  expect(await again).toMatchObject({ ok: true, value: { kind: "stored", stored: { id: item.id } } });
});
