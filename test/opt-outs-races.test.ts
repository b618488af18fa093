import { expect, onTestFinished, test, vi } from "vitest";
import { lockPhones } from "../server/db/phone-lock.ts";
import { findOptOuts } from "../server/opt-outs/find-opt-outs.ts";
import { useApp } from "./support/app.ts";
import { inboundForm, postCallback } from "./support/callbacks.ts";
import { countWaiting } from "./support/database.ts";
import { uniquePhone } from "./support/factories.ts";

const app = useApp();

const waitsForLock = () => vi.waitFor(async () => expect(await countWaiting(app.database)).toBeGreaterThan(0));

/** A transaction that stays open until it is told to end. */
async function hold(work: (tx: ReturnType<typeof app.em>) => Promise<unknown>): Promise<() => Promise<void>> {
  let end: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let committed: Promise<void> = Promise.resolve();
  await new Promise<void>((ready) => {
    committed = app.em().transactional(async (tx) => {
      await work(tx);
      ready();
      await ended;
    });
  });
  return () => {
    end();
    return committed;
  };
}

test("an opt-out waits for the sends that have asked before it, and those after it see it", async () => {
  const { client, number, team } = await app.signIn();
  const phone = uniquePhone();
  const release = await hold((tx) => findOptOuts(tx, [{ teamId: team.id, phone }]));
  await postCallback(app, "inbound", inboundForm(phone, number, "STOP"));

  const done = app.jobs.drain();
  await waitsForLock();
  // It queues behind the opt-out, although it could share with the one that is open.
  const later = client.raw("sendText", { body: { phone_number: phone, message: "hello" } });
  await release();

  await done;
  expect((await later).body.error).toBe("recipient_opted_out");
  expect(app.provider.texts.filter(({ to }) => to === phone)).toEqual([]);
});

test("a send waits for an opt-out that is about to commit", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  const release = await hold(async (tx) => {
    await lockPhones(tx, [{ teamId: team.id, phone }], "exclusive");
    await tx.execute("insert into opt_out (team_id, phone_number, created_at) values (?, ?, now())", [team.id, phone]);
  });

  const sent = client.raw("sendText", { body: { phone_number: phone, message: "hello" } });
  await waitsForLock();
  await release();

  expect((await sent).body.error).toBe("recipient_opted_out");
  expect(app.provider.texts.filter(({ to }) => to === phone)).toEqual([]);
});

test("sends to a phone do not wait for each other, nor for other phones' opt-outs", async () => {
  const { client, team } = await app.signIn();
  const [phone, other] = [uniquePhone(), uniquePhone()];
  const release = await hold(async (tx) => {
    await findOptOuts(tx, [{ teamId: team.id, phone }]);
    await lockPhones(tx, [{ teamId: team.id, phone: other }], "exclusive");
  });
  onTestFinished(release);

  await client.sendText({ body: { phone_number: phone, message: "hello" } });
});

test("batches that share recipients in another order do not lock each other out", async () => {
  const { team } = await app.signIn();
  const recipients = Array.from({ length: 64 }, () => ({ teamId: team.id, phone: uniquePhone() }));
  const orders = [recipients, recipients.toReversed(), recipients.toSorted(() => 1), [...recipients, ...recipients]];

  await Promise.all(
    Array.from({ length: 20 }, (_, turn) =>
      app.em().transactional((tx) => lockPhones(tx, orders[turn % 4]!, turn % 3 === 0 ? "shared" : "exclusive")),
    ),
  );
});

test("between a STOP and the next START no text of ours is stored, however many are sent meanwhile", async () => {
  const { client, number, team } = await app.signIn();
  const phone = uniquePhone();
  const statuses: number[] = [];
  let stopped = false;
  const senders = Array.from({ length: 8 }, async () => {
    while (!stopped) {
      statuses.push((await client.raw("sendText", { body: { phone_number: phone, message: "hello" } })).status);
    }
  });

  for (const word of ["STOP", "START", "STOP", "START", "STOP"]) {
    const before = statuses.length;
    await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(before + 8));
    await postCallback(app, "inbound", inboundForm(phone, number, word));
    await app.jobs.drain();
  }
  const before = statuses.length;
  await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(before + 8));
  stopped = true;
  await Promise.all(senders);

  // Within a thread `created_at` grows in the order of commits.
  const history = await app
    .em()
    .execute<{ direction: string; body: string }[]>(
      "select direction, body from message where team_id = ? order by created_at",
      [team.id],
    );
  let isOut = false;
  for (const { direction, body } of history) {
    if (direction === "inbound") isOut = body === "STOP";
    else expect(isOut).toBe(false);
  }
  expect(new Set(statuses)).toEqual(new Set([200, 409]));
});
