import { beforeEach, describe, expect, test } from "vitest";
import { Otp } from "../../server/db/schema/entities/otp.ts";
import type { OutboundText, Outcome } from "../../server/provider/provider.ts";
import { simulateCarrier } from "../../server/simulator/simulate-carrier.ts";
import { otpDeliveries } from "../../server/texts/delivery-tables.ts";
import { giveUpUnknown } from "../../server/texts/give-up-unknown.ts";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { uniquePhone } from "../support/factories.ts";
import { codeIn } from "../support/passcodes.ts";

const app = useApp();
const simulated = useApp({ simulated: true });

let accept: (text: OutboundText) => Outcome | Promise<Outcome>;
beforeEach(() => {
  accept ??= app.provider.answer;
  app.provider.answer = accept;
});

const generate = (client: Client, phone = uniquePhone() as string) =>
  client.generateOtp({ body: { phone, recipient_id: "user" } });

const verify = (client: Client, otp: string) => client.raw("verifyOtp", { body: { recipient_id: "user", otp } });

/** What is stored of a passcode. */
const find = (id: string, { em } = app) => em().findOneOrFail(Otp, { id });

const age = (id: string, minutes: number) =>
  app
    .em()
    .execute(
      "update otp set created_at = (created_at at time zone 'UTC' - make_interval(mins => ?)) at time zone 'UTC' where id = ?",
      [minutes, id],
    );

test.each(["queued", "sent"] as const)(
  "a text that the provider accepted as %s has that delivery status",
  async (status) => {
    const { client } = await app.signIn();
    app.provider.answer = ({ id }) => ({ kind: "accepted", providerId: `SM${id}`, status });

    const { otpId, deliveryStatus } = await generate(client);

    expect(deliveryStatus).toBe(status);
    expect(await find(otpId)).toMatchObject({ deliveryStatus: status, providerId: `SM${otpId}`, status: "pending" });
  },
);

test.each([
  ["message_failed", 502, false],
  ["recipient_opted_out", 409, true],
])(
  "a passcode whose text the provider refuses with %s is void, and so is the older passcode",
  async (error, status, optedOut) => {
    const { client } = await app.signIn();
    await generate(client);
    const older = codeIn(app.provider.texts.at(-1)!);
    app.provider.answer = () => ({ kind: "refused", errorCode: "21211", optedOut });

    await expect(generate(client)).rejects.toMatchObject({ status, error });

    const refused = app.provider.texts.at(-1)!;
    expect(await find(refused.id)).toMatchObject({ status: "void", deliveryStatus: "failed", errorCode: "21211" });
    expect((await verify(client, codeIn(refused))).body.error).toBe("otp_invalid");
    expect((await verify(client, older)).body.error).toBe("otp_invalid");
  },
);

test("the next passcode after a refusal is valid", async () => {
  const { client } = await app.signIn();
  app.provider.answer = () => ({ kind: "refused", errorCode: "30001", optedOut: false });
  await expect(generate(client)).rejects.toMatchObject({ error: "message_failed" });
  app.provider.answer = accept;

  await generate(client);

  expect((await verify(client, codeIn(app.provider.texts.at(-1)!))).status).toBe(200);
});

test("a passcode with an unknown outcome is valid, is not sent again, and its delivery fails after ten minutes", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();
  app.provider.answer = () => ({ kind: "unknown" });

  const { otpId, deliveryStatus } = await generate(client, phone);

  expect(deliveryStatus).toBe("sending");
  await age(otpId, 9);
  await giveUpUnknown(app.em(), otpDeliveries);
  expect(await find(otpId)).toMatchObject({ deliveryStatus: "sending", errorCode: null });
  await age(otpId, 2);
  await giveUpUnknown(app.em(), otpDeliveries);
  expect(await find(otpId)).toMatchObject({
    deliveryStatus: "failed",
    errorCode: "outcome_unknown",
    status: "pending",
  });
  const sent = app.provider.texts.filter(({ to }) => to === phone);
  expect(sent).toHaveLength(1);
  expect((await verify(client, codeIn(sent[0]!))).status).toBe(200);
});

test("the provider is called after the row is committed and while no transaction is open", async () => {
  const { client } = await app.signIn();
  const seen: unknown[] = [];
  app.provider.answer = async (text) => {
    // On connections of their own, so they see only what is committed.
    const open = await app.em().execute(
      `select pid from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
         and xact_start is not null`,
    );
    const { status, deliveryStatus } = await find(text.id);
    seen.push({ id: text.id, status, deliveryStatus, open });
    return accept(text);
  };

  const { otpId } = await generate(client);

  expect(seen).toEqual([{ id: otpId, status: "pending", deliveryStatus: "queued", open: [] }]);
});

test("a code is valid from the moment that its text is sent, even before the answer", async () => {
  const { client } = await app.signIn();
  const answers: unknown[] = [];
  app.provider.answer = async (text) => {
    answers.push((await verify(client, codeIn(text))).status);
    return accept(text);
  };

  await generate(client);

  expect(answers).toEqual([200]);
});

describe("if the database fails while settling,", () => {
  const breakSettling = () =>
    app.em().execute(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'out of order'; end $$;
       create trigger refuse before update on otp for each row execute function refuse()`,
    );
  const mendSettling = () => app.em().execute("drop trigger refuse on otp; drop function refuse");

  test("the answer has the known outcome, and settling is done later", async () => {
    const { client } = await app.signIn();
    const request = { body: { phone: uniquePhone(), recipient_id: "user" }, idempotencyKey: "key" };
    await breakSettling();
    const sofar = app.provider.texts.length;

    const otp = await client.generateOtp(request).finally(mendSettling);

    expect(otp.deliveryStatus).toBe("queued");
    await expect.poll(async () => (await find(otp.otpId)).providerId, { timeout: 10_000 }).toMatch(/^SM/);
    const again = await client.raw("generateOtp", request);
    expect(again.body).toEqual(otp);
    expect(again.headers.get("x-idempotency-replayed")).toBe("true");
    expect(app.provider.texts).toHaveLength(sofar + 1);
  });

  test("a refusal stays a refusal, and the passcode becomes void later", async () => {
    const { client } = await app.signIn();
    app.provider.answer = () => ({ kind: "refused", errorCode: "21211", optedOut: false });
    await breakSettling();

    const sending = generate(client).finally(mendSettling);

    await expect(sending).rejects.toMatchObject({ status: 502, error: "message_failed" });
    const { id } = app.provider.texts.at(-1)!;
    await expect.poll(async () => (await find(id)).status, { timeout: 10_000 }).toBe("void");
  });
});

describe.each(["live", "test"] as const)("%s, the simulated carrier", (mode) => {
  const signIn = async () => {
    const { client } = await simulated.signIn();
    return mode === "live" ? client : client.inTestMode();
  };

  test("delivers a passcode after the status sent, without an effect on the code", async () => {
    const client = await signIn();
    const { otpId, deliveryStatus } = await generate(client);
    expect(deliveryStatus).toBe("queued");

    await simulateCarrier(simulated.em());
    expect((await find(otpId, simulated)).deliveryStatus).toBe("sent");
    await simulated.deliver();
    expect(await find(otpId, simulated)).toMatchObject({ deliveryStatus: "delivered", status: "pending", attempts: 0 });
  });

  test("does not deliver to the unreachable phone", async () => {
    const client = await signIn();
    const { otpId } = await generate(client, "+15005550002");

    await simulated.deliver();

    expect(await find(otpId, simulated)).toMatchObject({ deliveryStatus: "undelivered", errorCode: "30003" });
  });

  test.each([
    ["+15005550001", 502, "message_failed"],
    ["+15005550004", 409, "recipient_opted_out"],
  ])("refuses the text to %s", async (phone, status, error) => {
    await expect(generate(await signIn(), phone)).rejects.toMatchObject({ status, error });
  });

  test("logs each passcode text, with the code", async () => {
    const client = await signIn();

    const { otpId } = await generate(client);

    const lines = simulated.logLines.map((line) => JSON.parse(line)).filter((line) => line.otpId === otpId);
    expect(lines).toMatchObject([{ msg: "simulated carrier: text accepted", text: expect.stringMatching(/ \d{6}$/) }]);
    expect((await verify(client, codeIn({ body: lines[0].text }))).status).toBe(200);
  });
});

describe("the phone with the well-known code", () => {
  const phone = "+15005550009";

  test.each([6, 7, 8])("gets that code in test mode, shortened to %i digits", async (length) => {
    const client = (await app.signIn()).client.inTestMode();
    await client.generateOtp({ body: { phone, recipient_id: "user", length } });

    expect((await verify(client, "12345678".slice(0, length))).status).toBe(200);
  });

  test("gets a random code live, even from the simulated carrier", async () => {
    const { client } = await simulated.signIn();
    const codes = new Set<string>();
    for (let turn = 0; turn < 3; turn++) {
      const { otpId } = await generate(client, phone);
      codes.add(codeIn({ body: simulated.logLines.find((line) => line.includes(otpId))!.split('"text":')[1]! }));
    }

    expect(codes.size).toBe(3);
  });
});

describe("the phone whose passcodes have expired", () => {
  const phone = "+15005550011";

  test("gets passcodes in test mode that are expired, whatever the code", async () => {
    const client = (await app.signIn()).client.inTestMode();
    const { otpId, expiresAt, lifetime, deliveryStatus } = await generate(client, phone);

    expect({ lifetime, deliveryStatus }).toEqual({ lifetime: 180, deliveryStatus: "queued" });
    const { createdAt } = await find(otpId);
    expect(expiresAt).toBe(createdAt);
    for (const code of ["123456", "999999"]) {
      expect(await verify(client, code)).toMatchObject({ status: 410, body: { error: "otp_expired" } });
    }
    await generate(client);
    expect((await verify(client, "000000")).body.error).not.toBe("otp_expired");
  });

  test("gets valid passcodes live, even from the simulated carrier", async () => {
    const { client } = await simulated.signIn();
    const { otpId } = await generate(client, phone);
    const code = codeIn({ body: simulated.logLines.find((line) => line.includes(otpId))!.split('"text":')[1]! });

    expect((await verify(client, code)).status).toBe(200);
  });
});
