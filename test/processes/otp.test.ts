import { randomUUID } from "node:crypto";
import { afterAll, expect, test, vi } from "vitest";
import { Otp } from "../../server/db/schema/entities/otp.ts";
import { createClient } from "../support/client.ts";
import { createDatabase } from "../support/database.ts";
import { buildBusinessNumber, buildKey, buildTeam, uniquePhone } from "../support/factories.ts";
import { accept, createFakeServer, hang } from "../support/fake-server.ts";
import { settingsFor, useProcesses } from "../support/process.ts";

const { startServer } = useProcesses();

const closers: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(closers.map((close) => close())));

test("a server that is killed during a passcode's send sends the text once, and its code is valid", async () => {
  const provider = await createFakeServer();
  const database = await createDatabase();
  closers.push(provider.close, database.close);
  const em = database.orm.em.fork();
  const team = await buildTeam(em);
  const key = await buildKey(em, team);
  await buildBusinessNumber(em, { team, isPrimary: true });
  const settings = {
    ...settingsFor(database),
    PROVIDER: "twilio",
    PROVIDER_ACCOUNT_SID: "AC1",
    PROVIDER_BASE_URL: provider.url,
    BASE_URL: "https://sms.example.com",
    OTP_SENDS_PER_PHONE: "2",
  };
  const phone = uniquePhone();
  const request = { body: { phone, recipient_id: "user" }, idempotencyKey: randomUUID() };
  provider.behaviour = hang;
  const server = await startServer(settings);
  const unanswered = createClient(server.url, key)
    .generateOtp(request)
    .catch(() => undefined);
  await vi.waitFor(() => expect(provider.requests).toHaveLength(1), { timeout: 5_000 });

  await server.kill();
  await unanswered;
  provider.behaviour = accept;
  const client = createClient((await startServer(settings)).url, key);
  await em.execute("update idempotency_key set created_at = created_at - interval '31 seconds'");

  const otp = await em.findOneOrFail(Otp, { teamId: team.id });
  expect(await client.generateOtp(request)).toMatchObject({ otpId: otp.id, deliveryStatus: "queued" });
  const [text] = provider.requestsTo(phone);
  expect(text!.form.StatusCallback).toBe(
    `https://sms.example.com/api/external/sms/otp-status?otpId=${otp.id}&team=${team.id}`,
  );
  expect(provider.requests).toHaveLength(1);
  const code = /\d{6}/.exec(text!.form.Body!)![0];
  expect(await client.verifyOtp({ body: { recipient_id: "user", otp: code } })).toMatchObject({ otpId: otp.id });

  // The limit is the configured limit of live texts. A worker prunes passcodes on a schedule.
  const again = { body: { phone, recipient_id: "another" } };
  await client.generateOtp(again);
  expect(await client.raw("generateOtp", again)).toMatchObject({ status: 429, body: { error: "rate_limited" } });
  expect(await em.execute("select name from pgboss.schedule where name = 'otp.prune'")).toHaveLength(1);
});
