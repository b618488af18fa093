import { describe, expect, onTestFinished, test, vi } from "vitest";
import { lockPhones } from "../../server/db/sql/locks.ts";
import { findOptOuts } from "../../server/opt-outs/find-opt-outs.ts";
import { useApp } from "../support/app.ts";
import { inboundForm, newSid, postCallback, statusForm } from "../support/callbacks.ts";
import type { Client } from "../support/client.ts";
import { countWaiting } from "../support/database.ts";
import { uniquePhone } from "../support/factories.ts";
import { hold, recordKeyword } from "../support/held-transaction.ts";
import { refusalOf } from "../support/refusals.ts";
import { buildCase } from "../support/suspected.ts";

const app = useApp();

const waitsForLock = () => vi.waitFor(async () => expect(await countWaiting(app.database)).toBeGreaterThan(0));

/**
 * Begins to record a keyword. A callback waits for the lock of its phone in short tries, and between two of them others
 * may overtake it. A transaction of a test keeps its place.
 */
const beginKeyword = (teamId: string, phone: string, keyword: "STOP" | "START" = "STOP") =>
  hold(
    app,
    teamId,
    (tx) => lockPhones(tx, [{ teamId, phone }], "exclusive"),
    (tx) => recordKeyword(tx, { teamId, phone, keyword }),
  );

test("an opt-out waits for earlier sends, and later sends see it", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  const release = await hold(app, team.id, (tx) => findOptOuts(tx, [{ teamId: team.id, phone }]));

  const stopping = beginKeyword(team.id, phone);
  await waitsForLock();
  // The send queues behind the opt-out, although it could share the lock of the open send.
  const later = client.raw("sendText", { body: { phone_number: phone, message: "hello" } });
  await vi.waitFor(async () => expect(await countWaiting(app.database)).toBe(2));
  await release();

  await (await stopping)();
  expect((await later).body.error).toBe("recipient_opted_out");
  expect(app.provider.texts.filter(({ to }) => to === phone)).toEqual([]);
});

test("a send waits for an opt-out that is about to commit", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  const release = await hold(app, team.id, async (tx) => {
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
  const release = await hold(app, team.id, async (tx) => {
    await lockPhones(tx, [{ teamId: team.id, phone: other }], "exclusive");
    await findOptOuts(tx, [{ teamId: team.id, phone }]);
  });
  onTestFinished(release);

  await client.sendText({ body: { phone_number: phone, message: "hello" } });
});

test("batches with the same recipients in another order do not deadlock", async () => {
  const { team } = await app.signIn();
  const recipients = Array.from({ length: 64 }, () => ({ teamId: team.id, phone: uniquePhone() }));
  const orders = [recipients, recipients.toReversed(), recipients.toSorted(() => 1), [...recipients, ...recipients]];

  await Promise.all(
    Array.from({ length: 20 }, (_, turn) =>
      app.inTeam(team.id, (tx) => lockPhones(tx, orders[turn % 4]!, turn % 3 === 0 ? "shared" : "exclusive")),
    ),
  );
});

test("a callback does not wait for a phone that another callback's keyword waits for", async () => {
  const { client, number, team } = await app.signIn();
  const phone = uniquePhone();
  const release = await hold(app, team.id, (tx) => findOptOuts(tx, [{ teamId: team.id, phone }]));
  const stopping = postCallback(app, "inbound", inboundForm(phone, number, "STOP"));
  await waitsForLock();

  // Another text of the phone, and another team's status.
  await postCallback(app, "inbound", inboundForm(phone, number, "hello"));
  await postCallback(app, "status", statusForm(uniquePhone(), newSid(), "sent"));

  await release();
  await stopping;
  expect((await client.raw("sendText", { body: { phone_number: phone, message: "hello" } })).status).toBe(409);
  await app.em().execute("update callback set received_at = received_at - interval '1 hour'");
  await app.jobs.drain({ early: true });
});

test("no text is sent between the answer to a STOP and the next START, however many sends are concurrent", async () => {
  const { client, number } = await app.signIn();
  const phone = uniquePhone();
  /** The last answered keyword, and the number of keywords that were sent or answered. */
  let consent = "opted_in";
  let changes = 0;
  const statuses: number[] = [];
  const wrong: string[] = [];
  let stopped = false;
  const senders = Array.from({ length: 8 }, async () => {
    while (!stopped) {
      const before = changes;
      const { status } = await client.raw("sendText", { body: { phone_number: phone, message: "hello" } });
      statuses.push(status);
      // The answer to a send during a keyword is undefined. A keyword is in flight while the count is odd.
      const overlaps = changes !== before || before % 2 === 1;
      const expected = consent === "opted_in" ? 200 : 409;
      if (!overlaps && status !== expected) wrong.push(`${status} while ${consent}`);
    }
  });

  for (const word of ["STOP", "START", "STOP", "START", "STOP", "hello"]) {
    const before = statuses.length;
    await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(before + 16));
    changes += 1;
    expect((await postCallback(app, "inbound", inboundForm(phone, number, word))).status).toBe(200);
    if (word !== "hello") consent = word === "STOP" ? "opted_out" : "opted_in";
    changes += 1;
  }
  stopped = true;
  await Promise.all(senders);

  expect(wrong).toEqual([]);
  expect(new Set(statuses)).toEqual(new Set([200, 409]));
  expect(app.provider.texts.filter(({ to }) => to === phone)).toHaveLength(
    statuses.filter((each) => each === 200).length,
  );
});

test("an opt-in over the API that arrived before a STOP does not undo it", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  const stop = await beginKeyword(team.id, phone);
  const evidence = { note: "Asked at the counter" };
  const optingIn = client.raw("recordConsent", { body: { phone, consent: "opted_in", reason: "verbal", evidence } });
  await waitsForLock();

  await stop();

  expect((await optingIn).body.error).toBe("consent_conflict");
  expect((await client.getConsent({ path: { phone } })).state).toBe("opted_out");
});

test("an import that arrived before a STOP does not undo it, and says so", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  const stop = await beginKeyword(team.id, phone);
  const evidence = { note: "Subscriber list" };
  const consents = [{ phone, consent: "opted_in" as const, occurredAt: "2025-06-01", evidence }];
  const importing = client.importConsents({ body: { vendor: "Acme", consents } });
  await waitsForLock();

  await stop();

  expect(await importing).toMatchObject({ applied: 0, notEffective: 1 });
  expect((await client.getConsent({ path: { phone } })).state).toBe("opted_out");
});

describe("a decision about a suspected opt-out", () => {
  const decide = (client: Client, id: string, decision: "opted_out" | "dismissed" = "opted_out") =>
    client.raw("decideSuspectedRevocation", { path: { id }, body: { decision } });

  test.each(["STOP", "START"] as const)("that arrived before %s commits is left to the keyword", async (keyword) => {
    const { client, team } = await app.signIn();
    const phone = uniquePhone();
    const id = await buildCase(app, team, phone);
    const commit = await beginKeyword(team.id, phone, keyword);
    const deciding = decide(client, id);
    await waitsForLock();

    await commit();

    expect(refusalOf(await deciding)).toBe("409 suspected_revocation_decided");
    expect((await client.listConsents({ query: { phone } })).consents).toMatchObject([{ keyword }]);
  });

  test("waits for an import that arrived before it, and is left to that", async () => {
    const { client, team } = await app.signIn();
    const phone = uniquePhone();
    const id = await buildCase(app, team, phone);
    const release = await hold(app, team.id, (tx) => findOptOuts(tx, [{ teamId: team.id, phone }]));
    const evidence = { note: "Subscriber list" };
    const importing = client.importConsents({
      body: { vendor: "Acme", consents: [{ phone, consent: "opted_in", evidence }] },
    });
    await waitsForLock();
    const deciding = decide(client, id);
    await vi.waitFor(async () => expect(await countWaiting(app.database)).toBe(2));

    await release();

    expect(await importing).toMatchObject({ applied: 1 });
    expect(refusalOf(await deciding)).toBe("409 suspected_revocation_decided");
    expect((await client.getConsent({ path: { phone } })).state).toBe("opted_in");
  });
});
