import { expect, test } from "vitest";
import { Otp } from "../../server/db/schema/entities/otp.ts";
import { useApp } from "../support/app.ts";
import { newSid, postCallback, statusForm } from "../support/callbacks.ts";
import { buildOtp, uniquePhone } from "../support/factories.ts";
import { codeIn } from "../support/passcodes.ts";

const app = useApp();

const find = (id: string) => app.em().findOneOrFail(Otp, { id });

test.each(["otp-status", "status"] as const)(
  "a callback at %s updates the delivery of a passcode, and the code stays valid",
  async (kind) => {
    const { client, number } = await app.signIn();
    const { otpId } = await client.generateOtp({ body: { phone: uniquePhone(), recipient_id: "user" } });
    const { providerId } = await find(otpId);

    await postCallback(app, kind, statusForm(number, providerId!, "undelivered", { ErrorCode: "30003" }));
    await app.jobs.drain();

    expect(await find(otpId)).toMatchObject({ deliveryStatus: "undelivered", errorCode: "30003", status: "pending" });
    const code = codeIn(app.provider.texts.find(({ id }) => id === otpId)!);
    expect((await client.verifyOtp({ body: { recipient_id: "user", otp: code } })).otpId).toBe(otpId);
  },
);

test("a callback finds a passcode by the otpId in the URL, and stores the provider id", async () => {
  const { team, number } = await app.signIn();
  const { id } = await buildOtp(app.em(), { team, deliveryStatus: "sending" });
  const sid = newSid();

  await postCallback(app, "otp-status", statusForm(number, sid, "delivered"), { query: `?otpId=${id}` });
  await app.jobs.drain();

  expect(await find(id)).toMatchObject({ deliveryStatus: "delivered", providerId: sid });
});

test("a callback finds its passcode by its ids, with any From and team", async () => {
  const [{ team }, other] = [await app.signIn(), await app.signIn()];
  const sid = newSid();
  const byAddress = await buildOtp(app.em(), { team, deliveryStatus: "sent" });
  const bySid = await buildOtp(app.em(), { team, deliveryStatus: "sent", providerId: sid });
  const query = `?otpId=${byAddress.id}&team=${team.id}`;

  await postCallback(app, "otp-status", statusForm(other.number, newSid(), "delivered"), { query });
  await postCallback(app, "otp-status", { MessageSid: sid, MessageStatus: "delivered" });
  await app.jobs.drain();

  expect(await find(byAddress.id)).toMatchObject({ deliveryStatus: "delivered" });
  expect(await find(bySid.id)).toMatchObject({ deliveryStatus: "delivered" });
});
