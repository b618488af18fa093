import { expect, test } from "vitest";
import { Otp } from "../../server/db/schema/entities/otp.ts";
import { otpDeliveries } from "../../server/texts/delivery-tables.ts";
import { giveUpUnknown } from "../../server/texts/give-up-unknown.ts";
import { useApp } from "../support/app.ts";
import { buildOtp } from "../support/factories.ts";
import { reportOtpStatuses } from "../support/statuses.ts";

const app = useApp();

/** A passcode that the provider accepted, and a way to hand over the provider's words on it. */
async function prepare(given: Partial<Otp> = {}) {
  const { client, team } = await app.signIn();
  const providerId = `SM${crypto.randomUUID()}`;
  const otp = await buildOtp(app.em(), { team, recipientId: "user", deliveryStatus: "queued", providerId, ...given });
  return {
    client,
    team,
    otp,
    providerId,
    report: (...words: string[]) =>
      reportOtpStatuses(app, ...words.map((status) => ({ teamId: team.id, providerId, status }))),
    read: () => app.em().findOneOrFail(Otp, { id: otp.id }),
  };
}

test("provider statuses move the delivery forward in any order, and the first final status stays", async () => {
  const { report, read } = await prepare();

  expect(await report("sent")).toEqual(["applied"]);
  expect(await report("queued", "sending", "sent")).toEqual(Array(3).fill("unchanged"));
  expect((await read()).deliveryStatus).toBe("sent");
  expect(await report("delivered", "undelivered", "failed", "sent")).toEqual([
    "applied",
    ...Array(3).fill("unchanged"),
  ]);
  expect(await report("read")).toEqual(["applied"]);
  expect((await read()).deliveryStatus).toBe("read");
});

test("several statuses of one passcode in a batch are applied in their order", async () => {
  const { report, read } = await prepare();

  expect(await report("sending", "sent", "delivered", "delivered")).toEqual([...Array(3).fill("applied"), "unchanged"]);
  expect((await read()).deliveryStatus).toBe("delivered");
});

test.each([
  ["accepted", "unchanged", "queued"],
  ["scheduled", "unchanged", "queued"],
  ["canceled", "applied", "failed"],
  ["DELIVERED", "applied", "delivered"],
  ["teleported", "unchanged", "queued"],
])("the provider status %s is %s, and the delivery is %s afterwards", async (word, fate, deliveryStatus) => {
  const { report, read } = await prepare();

  expect(await report(word)).toEqual([fate]);
  expect((await read()).deliveryStatus).toBe(deliveryStatus);
});

test("a failed delivery has the provider's code, and the passcode stays valid", async () => {
  const { client, team, providerId, read } = await prepare();

  await reportOtpStatuses(app, { teamId: team.id, providerId, status: "undelivered", errorCode: "30006" });

  expect(await read()).toMatchObject({ deliveryStatus: "undelivered", errorCode: "30006", status: "pending" });
  await client.verifyOtp({ body: { recipient_id: "user", otp: "123456" } });
  await reportOtpStatuses(app, { teamId: team.id, providerId, status: "failed", errorCode: "30007" });
  await reportOtpStatuses(app, { teamId: team.id, providerId, status: "sent" });
  expect(await read()).toMatchObject({ deliveryStatus: "undelivered", errorCode: "30006", status: "verified" });
});

test("a status of a verified or replaced passcode changes only its delivery", async () => {
  for (const status of ["verified", "replaced"] as const) {
    const { report, read } = await prepare({ status });

    expect(await report("delivered")).toEqual(["applied"]);
    expect(await read()).toMatchObject({ deliveryStatus: "delivered", status });
  }
});

test("a status before the answer to the send finds the passcode by its own id and stores the provider id", async () => {
  const { team, otp, read } = await prepare({ providerId: null });
  const word = { teamId: team.id, providerId: "SM1", recordId: otp.id };

  expect(await reportOtpStatuses(app, { ...word, status: "queued" })).toEqual(["unchanged"]);
  expect((await read()).providerId).toBe("SM1");
  expect(await reportOtpStatuses(app, { ...word, recordId: null, status: "sent" })).toEqual(["applied"]);
  expect((await read()).deliveryStatus).toBe("sent");
});

test("a status that arrives before the send is settled is kept", async () => {
  const { client, team } = await app.signIn();
  const accept = app.provider.answer;
  app.provider.answer = async (text) => {
    await reportOtpStatuses(app, { teamId: team.id, providerId: "SM2", recordId: text.id, status: "delivered" });
    return { kind: "accepted", providerId: "SM2", status: "queued" };
  };

  const sending = client.generateOtp({ body: { phone: "+12025550123", recipient_id: "user" } });

  expect((await sending.finally(() => Object.assign(app.provider, { answer: accept }))).deliveryStatus).toBe(
    "delivered",
  );
});

test("the simulated carrier does not move a delivery back", async () => {
  const { read } = await prepare({ deliveryStatus: "read", simulatedOutcome: "undelivered" });

  await app.deliver();

  expect(await read()).toMatchObject({ deliveryStatus: "read", errorCode: null, simulatedOutcome: null });
});

test("a delivery that was given up accepts any later status", async () => {
  const { team, otp, read } = await prepare({ providerId: null, createdAt: "2026-01-01T00:00:00.000000Z" });
  await giveUpUnknown(app.em(), otpDeliveries);
  expect(await read()).toMatchObject({ deliveryStatus: "failed", errorCode: "outcome_unknown" });

  const word = { teamId: team.id, providerId: "SM3", recordId: otp.id, status: "sent" };

  expect(await reportOtpStatuses(app, word)).toEqual(["applied"]);
  expect(await read()).toMatchObject({ deliveryStatus: "sent", errorCode: null, providerId: "SM3" });
});

test("a status that belongs to no passcode of the team is unknown, and each status in a batch has its own result", async () => {
  const { team, providerId, otp, read } = await prepare();
  const { team: other } = await app.signIn();

  const fates = await reportOtpStatuses(
    app,
    { teamId: other.id, providerId, recordId: otp.id, status: "delivered" },
    { teamId: team.id, providerId: "SM4", status: "delivered" },
    { teamId: team.id, providerId, status: "sent" },
    { teamId: team.id, providerId: "SM5", recordId: team.id, status: "delivered" },
  );

  expect(fates).toEqual(["unknown", "unknown", "applied", "unknown"]);
  expect((await read()).deliveryStatus).toBe("sent");
  expect(await reportOtpStatuses(app)).toEqual([]);
});
