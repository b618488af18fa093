import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { readClock } from "../../server/db/clock.ts";
import type { BatchWork } from "../../server/db/commit/batch-work.ts";
import type { EntityManager } from "../../server/db/orm.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { plusMicroseconds, type Timestamp } from "../../server/db/timestamp.ts";
import { allRights, type KeyRights } from "../../server/operations/key-rights.ts";
import { type Claim, claimIdempotencyKeys, findClaims } from "../../server/operations/once/claims.ts";
import type { StoredOtp } from "../../server/otp/otps.ts";
import { otpRecording } from "../../server/otp/record-otps.ts";
import { otpSettling } from "../../server/otp/settle-otps.ts";
import type { Outcome } from "../../server/provider/provider.ts";
import { applyStatuses } from "../../server/texts/apply-statuses.ts";
import { messageDeliveries } from "../../server/texts/delivery-tables.ts";
import { textRecording } from "../../server/texts/record-texts.ts";
import { textSettling } from "../../server/texts/settle-texts.ts";
import type { Recorded, Settlement } from "../../server/texts/text-kind.ts";
import type { StoredText } from "../../server/texts/texts.ts";
import { useApp } from "../support/app.ts";
import { buildMessage, type TestTeam, uniquePhone } from "../support/factories.ts";

const app = useApp();

interface Stored {
  id: string;
}

/** The two transactions of a kind of text, each on a batch. */
interface Kind {
  record(team: TestTeam, claim: Claim): Promise<Recorded<Stored>>;
  settle(settlement: Settlement<Stored>): Promise<unknown>;
}

/** Runs a batch of one item. Fails with the error of the item. */
async function run<Item, Out>(teamId: string, work: BatchWork<Item, Out>, item: Item): Promise<Out> {
  const [result] = await app.inTeam(teamId, (tx) => work.run(tx, [item]));
  if (!result!.ok) throw result!.error;
  return result!.value;
}

const runSettling = <Text extends StoredText | StoredOtp>(
  work: BatchWork<Settlement<Text>, unknown>,
  settlement: Settlement<Text>,
) => run(settlement.stored.teamId, work, settlement);

const kinds: Record<string, Kind> = {
  texts: {
    record: ({ id: teamId }, claim) =>
      run(teamId, textRecording, {
        id: newId(),
        teamId,
        apiKeyId: claim.apiKeyId,
        rights,
        now: claim.now,
        claim,
        testMode: false,
        foresee: undefined,
        phone: uniquePhone(),
        threadId: undefined,
        sender: undefined,
        body: "hello",
        segments: 1,
        encoding: "GSM-7",
        replyWebhookUrl: null,
        webhookData: null,
      }),
    settle: (settlement) => runSettling(textSettling, settlement as Settlement<StoredText>),
  },
  passcodes: {
    record: ({ id: teamId }, claim) =>
      run(teamId, otpRecording, {
        id: newId(),
        teamId,
        apiKeyId: claim.apiKeyId,
        rights,
        now: claim.now,
        claim,
        testMode: false,
        foresee: undefined,
        recipientId: "user",
        phone: uniquePhone(),
        body: "Your code is 123456",
        segments: 1,
        codeHash: Buffer.alloc(32),
        length: 6,
        lifetimeSeconds: 180,
        sendsPerPhone: 0,
        expiresAt: plusMicroseconds(claim.now, 180_000_000),
      }),
    settle: (settlement) => runSettling(otpSettling, settlement as Settlement<StoredOtp>),
  },
};

/** The rights of a key with a budget. */
const rights: KeyRights = { ...allRights, segmentsPerDay: 1_000 };

/** The segments that a key has used of its budget, on all days. */
async function usageOf(apiKeyId: string): Promise<number> {
  const rows = await app
    .em()
    .execute<{ segments: number }[]>("select segments from key_usage where api_key_id = ?", [apiKeyId]);
  return rows.reduce((sum, { segments }) => sum + segments, 0);
}

const outcomes = {
  accepted: { kind: "accepted", providerId: "SM1", status: "sent" },
  refused: { kind: "refused", errorCode: "30001", optedOut: false },
  unknown: { kind: "unknown" },
} satisfies Record<string, Outcome>;

type Step =
  /** A request with the key. If it is recorded, the provider is called once and has this outcome. */
  | { do: "record"; outcome: keyof typeof outcomes }
  /** Settles an outcome for the first time, or again because the result of the commit was lost. */
  | { do: "settle"; call: number }
  | { do: "let a day pass" };

const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant("record"),
        outcome: fc.constantFrom("refused", "refused", "accepted", "unknown"),
      }),
    },
    { weight: 5, arbitrary: fc.record({ do: fc.constant("settle"), call: fc.nat(5) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("let a day pass") }) },
  ) as fc.Arbitrary<Step>,
  { minLength: 4, maxLength: 12 },
);

const record = (outcome: keyof typeof outcomes): Step => ({ do: "record", outcome });
const settleCall = (call: number): Step => ({ do: "settle", call });

/** A settlement comes again after the next request has claimed the key: given back by the first, or a day old. */
const knownInterleavings: Step[][] = [
  [record("refused"), settleCall(0), record("accepted"), settleCall(0), record("accepted"), settleCall(1)],
  [record("accepted"), { do: "let a day pass" }, record("unknown"), settleCall(0), record("accepted"), settleCall(1)],
];

test.each(Object.keys(kinds))(
  "%s: in any interleaving of requests and settlements of one key, only a settled refusal frees the key, once",
  async (name) => {
    const { record, settle } = kinds[name]!;
    const { team } = await app.signIn();
    const began = await readClock(app.em());

    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const apiKeyId = newId();
        const claimAt = (now: Timestamp): Claim => ({
          teamId: team.id,
          apiKeyId,
          testMode: false,
          key: "key",
          now,
          fingerprint: Buffer.from("the same"),
        });
        const charge = { apiKeyId, segments: 1 };
        const calls: { settlement: Settlement<Stored>; outcome: keyof typeof outcomes; isSettled?: true }[] = [];
        /** The call whose text has the key, and whether its answer is stored. */
        let holder: number | undefined;
        let isAnswered = false;
        let days = 0;
        for (const step of all) {
          const now = plusMicroseconds(began, days * 24 * 60 * 60 * 1_000_000);
          const claim = claimAt(now);
          if (step.do === "let a day pass") {
            days += 1;
            continue;
          }
          if (step.do === "record") {
            const isFree = holder === undefined || calls[holder]!.settlement.now < now;
            const recorded = await record(team, claim);
            expect(recorded.kind).toBe(isFree ? "stored" : "taken");
            if (recorded.kind !== "stored") continue;
            holder = calls.length;
            isAnswered = false;
            const outcome = outcomes[step.outcome];
            calls.push({
              settlement: { stored: recorded.stored, outcome, charge, claim, testMode: false, now },
              outcome: step.outcome,
            });
          } else {
            const call = calls[step.call];
            if (!call) continue;
            await settle(call.settlement);
            call.isSettled = true;
            if (holder === step.call && call.outcome === "refused") holder = undefined;
            else if (holder === step.call) isAnswered = true;
          }

          const used = calls.filter(({ outcome, isSettled }) => !(outcome === "refused" && isSettled)).length;
          expect(await usageOf(apiKeyId)).toBe(used);
          const [state] = await findClaims(app.em(), [claim]);
          if (holder === undefined || calls[holder]!.settlement.now < now) expect(state!.kind).toBe("freed");
          else {
            const resourceId = calls[holder]!.settlement.stored.id;
            expect(state).toMatchObject({ kind: isAnswered ? "answered" : "pending", resourceId });
          }
        }
      }),
      { numRuns: 25, examples: knownInterleavings.map((all) => [all]) },
    );
  },
);

/** Makes the database take its time for every row of a table that is updated, so that transactions overlap. */
async function slowDown(table: string): Promise<void> {
  await app.em().execute(
    `create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.05); return new; end $$;
     create trigger slow before update on ${table} for each row execute function slow()`,
  );
}

const isUpdating = () =>
  vi.waitFor(
    async () => {
      const asleep = "select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()";
      expect(await app.em().execute(asleep)).not.toHaveLength(0);
    },
    { interval: 2 },
  );

test.each([
  ["message", "another batch with them"],
  ["message", "a batch of their statuses"],
  ["idempotency_key", "a batch that claims their keys"],
] as const)("a batch of settlements locks its rows of %s in the order of %s", async (table, other) => {
  const { team } = await app.signIn();
  const now = await readClock(app.em());
  const apiKeyId = newId();
  const texts: Settlement<Stored & { teamId: string }>[] = [];
  for (const key of ["1", "2", "3"]) {
    const { id } = await buildMessage(app.em(), { team, direction: "outbound", status: "queued" });
    const claim: Claim = { teamId: team.id, apiKeyId, testMode: false, key, now, fingerprint: Buffer.from("the same") };
    await app.em().transactional((tx) => claimIdempotencyKeys(tx, [{ claim, resourceId: id }]));
    texts.push({
      stored: { id, teamId: team.id },
      outcome: outcomes.accepted,
      charge: undefined,
      claim,
      testMode: false,
      now,
    });
  }
  const settle = (batch: typeof texts) =>
    app.em().transactional((tx) => textSettling.run(tx, batch as Settlement<StoredText>[]));
  const others: Record<typeof other, (tx: EntityManager) => Promise<unknown>> = {
    "another batch with them": (tx) => textSettling.run(tx, texts as Settlement<StoredText>[]),
    "a batch of their statuses": (tx) =>
      applyStatuses(
        tx,
        messageDeliveries,
        texts.map(({ stored: { teamId, id } }) => ({
          teamId,
          providerId: `SM${id}`,
          recordId: id,
          status: "delivered",
          errorCode: null,
        })),
      ),
    "a batch that claims their keys": (tx) =>
      claimIdempotencyKeys(
        tx,
        texts.map(({ claim, stored: { id } }) => ({ claim: claim!, resourceId: id })),
      ),
  };
  await slowDown(table);

  const settling = settle(texts.toReversed());
  await isUpdating();
  const ends = await Promise.allSettled([settling, app.em().transactional(others[other])]);
  await app.em().execute("drop function slow cascade");

  expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
});
