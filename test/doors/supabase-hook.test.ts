import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { findDoorTokens, resealDoorTokens } from "../../server/doors/secrets.ts";
import { prepareHook } from "../../server/doors/supabase/hook-tokens.ts";
import { sidOf } from "../../server/doors/twilio/ids.ts";
import { revokeKey, updateKey } from "../../server/keys/keys.ts";
import { setTeamStatus } from "../../server/keys/teams.ts";
import { createSealer } from "../../server/secrets/sealing.ts";
import { useApp } from "../support/app.ts";
import { createClient } from "../support/client.ts";
import { createAwayDatabase } from "../support/database.ts";
import { buildOptOut, uniquePhone } from "../support/factories.ts";
import { hold } from "../support/held-transaction.ts";
import { secretKey } from "../support/passcodes.ts";
import { hookOf, postHook, signHook, signInBySupabase } from "../support/supabase-door.ts";

const app = useApp();
const limited = useApp({ otpSendsPerPhone: 1 });
const exhausted = useApp({ rateLimit: { burst: 1, perSecond: 0.001 } });
const away = useApp({ database: createAwayDatabase });
const hasty = useApp({ lockWait: 100 });

const sealer = createSealer(secretKey);
const textsTo = (to: string) => app.provider.texts.filter((text) => text.to === to);

test("a hook sends the code of Supabase Auth, whose phones have no plus sign", async () => {
  const project = await signInBySupabase(app);
  const phone = uniquePhone();

  const { status, headers, body } = await postHook(app.url, project, hookOf(phone));

  expect([status, body]).toEqual([200, {}]);
  expect(headers.get("content-type")).toMatch(/^application\/json/);
  expect(textsTo(phone)).toMatchObject([{ body: "Your verification code is 013457" }]);
  expect((await project.own.listMessages()).messages).toEqual([]);
});

test("a hook has the text of its team, and codes of 4 to 10 digits", async () => {
  const project = await signInBySupabase(app, { message: "$OTP is your Acme code" });
  for (const code of ["0134", "0134570134"]) {
    const phone = uniquePhone();

    expect((await postHook(app.url, project, hookOf(phone, code))).body).toEqual({});

    expect(textsTo(phone)).toMatchObject([{ body: `${code} is your Acme code` }]);
  }
});

test("an older body has the phone of its user only, and one of a second factor has a phone of its own", async () => {
  const project = await signInBySupabase(app);
  const [user, factor] = [uniquePhone(), uniquePhone()];
  const { metadata: _, ...older } = hookOf(user);
  const mfa = { ...hookOf(uniquePhone()), sms: { otp: "654321", phone: factor.slice(1), sms_type: "mfa" } };

  expect((await postHook(app.url, project, { ...older, sms: { otp: "123456" } })).body).toEqual({});
  expect((await postHook(app.url, project, mfa)).body).toEqual({});

  expect([textsTo(user).length, textsTo(factor).length]).toEqual([1, 1]);
});

test("hooks with the same body send one text, whatever their ids, also at the same time", async () => {
  const project = await signInBySupabase(app);
  const phone = uniquePhone();
  const hook = hookOf(phone);

  const together = await Promise.all([1, 2, 3].map(() => postHook(app.url, project, hook)));
  const later = await postHook(app.url, project, hook);

  expect([...together, later].map(({ status, body }) => [status, body])).toEqual(Array(4).fill([200, {}]));
  expect(later.headers.get("x-idempotency-replayed")).toBe("true");
  expect(textsTo(phone)).toHaveLength(1);
  await postHook(app.url, project, { ...hook, metadata: { uuid: randomUUID() } });
  expect(textsTo(phone)).toHaveLength(2);
});

test("a hook that is signed with the secret of test mode reaches no carrier", async () => {
  const { test: live, path } = await signInBySupabase(app);
  const phone = uniquePhone();

  expect((await postHook(app.url, { live, path }, hookOf(phone))).body).toEqual({});

  expect(textsTo(phone)).toEqual([]);
});

test("one of several signatures must be right", async () => {
  const [project, other] = [await signInBySupabase(app), await signInBySupabase(app)];
  const phone = uniquePhone();
  const body = JSON.stringify(hookOf(phone));

  for (const secrets of [
    [other.live, project.live],
    [project.live, other.live],
  ]) {
    const { status } = await postHook(app.url, project, body, signHook(secrets, body));
    expect(status).toBe(200);
  }
  expect(textsTo(phone)).toHaveLength(1);
});

test("a hook without a right signature is refused with 401, and nothing is sent", async () => {
  const [project, other] = [await signInBySupabase(app), await signInBySupabase(app)];
  const phone = uniquePhone();
  const body = JSON.stringify(hookOf(phone));
  const right = signHook([project.live], body);
  const minutes = 60_000;
  const wrong = [
    signHook([other.live], body),
    signHook([project.live], `${body} `),
    signHook([project.live], body, { at: Date.now() - 6 * minutes }),
    signHook([project.live], body, { at: Date.now() + 6 * minutes }),
    signHook([], body),
    { ...right, "webhook-signature": "" },
    { ...right, "webhook-signature": "v1" },
    { ...right, "webhook-signature": right["webhook-signature"].replace("v1", "v2") },
    { ...right, "webhook-id": "another" },
    { ...right, "webhook-id": "" },
    { ...right, "webhook-timestamp": "now" },
    { ...right, "webhook-timestamp": "" },
  ];

  for (const headers of wrong) {
    const { status, body: answer } = await postHook(app.url, project, body, headers);
    expect([status, answer], JSON.stringify(headers)).toEqual([
      401,
      { error: { http_code: 401, message: expect.any(String) } },
    ]);
  }
  const unsigned = await fetch(`${app.url}${project.path}`, { method: "POST", body });
  expect(unsigned.status).toBe(401);
  expect(textsTo(phone)).toEqual([]);
});

test("an unknown account is refused as a wrong signature is", async () => {
  const project = await signInBySupabase(app);
  const { team } = await app.signIn();

  for (const account of [sidOf("AC", team.id), sidOf("AC", randomUUID()), team.id, "AC1", "%00"]) {
    const path = `/hooks/supabase/${account}/send-sms`;
    expect((await postHook(app.url, { ...project, path }, hookOf(uniquePhone()))).status, account).toBe(401);
  }
});

test("a secret is the same until it is replaced, and the replaced one is refused", async () => {
  const project = await signInBySupabase(app, { message: "Acme: $OTP" });
  const { team, live: old } = project;
  const again = await prepareHook(app.em(), sealer, team);
  expect(again.map(({ token, template }) => [token, template])).toEqual([
    [project.live, "Acme: $OTP"],
    [project.test, "Acme: $OTP"],
  ]);

  const [live] = await prepareHook(app.em(), sealer, team, { rotate: true });

  const phone = uniquePhone();
  expect((await postHook(app.url, project, hookOf(phone))).status).toBe(401);
  expect((await createClient(app.url, old).raw("getKey")).status).toBe(401);
  expect((await postHook(app.url, { ...project, live: live!.token }, hookOf(phone))).body).toEqual({});
  expect(textsTo(phone)).toMatchObject([{ body: "Acme: 013457" }]);
  const body = JSON.stringify(hookOf(phone));
  expect((await postHook(app.url, project, body, signHook([old, live!.token], body))).status).toBe(200);
});

test("a secret outlives the secret key that has sealed it", async () => {
  const { team, live, test: inTest } = await signInBySupabase(app);
  const newKey = "a new secret key of the tests, of 32 characters";
  const read = async (...keys: [string, string?]) =>
    (await findDoorTokens(app.em(), createSealer(...keys), { teamId: team.id, door: "supabase" })).map(
      ({ token }) => token,
    );

  expect(await read(newKey)).toEqual([]);
  expect(await read(newKey, secretKey)).toEqual([live, inTest]);
  await resealDoorTokens(app.em(), createSealer(newKey, secretKey));
  expect(await read(newKey)).toEqual([live, inTest]);
  await resealDoorTokens(app.em(), createSealer(secretKey, newKey));
  expect(await read(secretKey)).toEqual([live, inTest]);
});

test("a secret is an API key that may send passcodes only, and ends when it is revoked", async () => {
  const project = await signInBySupabase(app);
  const client = createClient(app.url, project.live);

  const key = await client.getKey();
  expect(key).toMatchObject({ name: "Supabase", scopes: ["otp:send"], mode: "live" });
  expect((await client.raw("listMessages")).body.error).toBe("insufficient_scope");
  await revokeKey(app.em(), key.id);

  expect((await postHook(app.url, project, hookOf(uniquePhone()))).status).toBe(401);
});

test("the refusals of a text are answers with the status 200, and their own status for the app", async () => {
  const [optedOut, numberless, suspended, any] = await Promise.all([1, 2, 3, 4].map(() => signInBySupabase(app)));
  const to = uniquePhone();
  await buildOptOut(app.em(), optedOut!.team, to);
  const [number] = (await numberless!.own.listBusinessNumbers()).businessNumbers;
  await numberless!.own.updateBusinessNumber({ path: { id: number!.id }, body: { status: "paused" } });
  await setTeamStatus(app.em(), suspended!.team.name, "suspended");
  const restricted = await signInBySupabase(app);
  const [restrictedKey] = await prepareHook(app.em(), sealer, restricted.team);
  await updateKey(app.em(), restrictedKey!.apiKeyId, { recipients: ["+49"] });
  const poor = await signInBySupabase(app);
  const [poorKey] = await prepareHook(app.em(), sealer, poor.team);
  await updateKey(app.em(), poorKey!.apiKeyId, { segmentsPerDay: 0 });
  const refused = uniquePhone();
  const answerOf = app.provider.answer;
  app.provider.answer = (text) =>
    text.to === refused ? ({ kind: "refused", errorCode: "21408", about: "recipient" } as never) : answerOf(text);

  const statusOf = async (project: typeof any, phone: string) => {
    const { status, body } = await postHook(app.url, project!, hookOf(phone));
    expect([status, body]).toEqual([200, { error: { http_code: expect.any(Number), message: expect.any(String) } }]);
    return body.error.http_code;
  };

  expect(await statusOf(optedOut, to)).toBe(409);
  expect(await statusOf(numberless, to)).toBe(422);
  expect(await statusOf(suspended, to)).toBe(403);
  expect(await statusOf(restricted, to)).toBe(403);
  expect(await statusOf(poor, to)).toBe(403);
  expect(await statusOf(any, refused)).toBe(502);
  for (const phone of ["123", "", "bob"]) expect(await statusOf(any, phone)).toBe(422);
  app.provider.answer = answerOf;
  expect(textsTo(to)).toEqual([]);
});

test("too many codes for a phone are 429 for the app; the rate limit of the key is 503 with Retry-After", async () => {
  const [guarded, busy] = [await signInBySupabase(limited), await signInBySupabase(exhausted)];
  const phone = uniquePhone();
  await postHook(limited.url, guarded, hookOf(phone));
  await postHook(exhausted.url, busy, hookOf(phone));

  const tooMany = await postHook(limited.url, guarded, hookOf(phone));
  const tooFast = await postHook(exhausted.url, busy, hookOf(phone));

  expect([tooMany.status, tooMany.body.error.http_code]).toEqual([200, 429]);
  expect([tooFast.status, tooFast.body.error.http_code]).toEqual([503, 503]);
  expect(tooFast.headers.get("retry-after")).toMatch(/^\d+$/);
});

test("a hook is 503 with Retry-After while the database is away", async () => {
  const project = await signInBySupabase(app);

  const { status, headers, body } = await postHook(away.url, project, hookOf(uniquePhone()));

  expect([status, body.error.http_code]).toEqual([503, 503]);
  expect(headers.get("retry-after")).toMatch(/^\d+$/);
});

test("a body that cannot be read is refused with 400, 413 or 415", async () => {
  const project = await signInBySupabase(app);
  const { sms, user } = hookOf(uniquePhone());
  const unreadable = ["{", "[]", "1", "", JSON.stringify({ user }), JSON.stringify({ sms })];
  const fields = [{ otp: 13457 }, { otp: "12" }, { otp: "12345678901" }, { otp: "12345a" }];

  for (const body of [...unreadable, ...fields.map((field) => JSON.stringify({ user, sms: { ...sms, ...field } }))]) {
    const { status, body: answer } = await postHook(app.url, project, body);
    expect([status, answer.error.http_code], body).toEqual([400, 400]);
  }
  expect((await postHook(app.url, project, "x".repeat(65_537))).status).toBe(413);
  const form = JSON.stringify(hookOf(uniquePhone()));
  expect(
    (await postHook(app.url, project, form, { ...signHook([project.live], form), "content-type": "text/plain" }))
      .status,
  ).toBe(415);
});

test("an unknown path below that of the hooks answers in their shape", async () => {
  const { path } = await signInBySupabase(app);

  for (const [method, unknown, status] of [
    ["GET", path, 405],
    ["POST", `${path}/x`, 404],
  ] as const) {
    const answer = await fetch(`${app.url}${unknown}`, { method });
    expect([answer.status, await answer.json()]).toMatchObject([status, { error: { http_code: status } }]);
  }
});

test("a hook that another process may be storing is not acknowledged", async () => {
  const project = await signInBySupabase(hasty);
  const phone = uniquePhone();
  const hook = hookOf(phone);
  const { id } = project.team;
  await postHook(hasty.url, project, hook);
  const forget = "delete from idempotency_key where team_id = ? returning api_key_id, key, fingerprint";
  const [claim] = await hasty.em().execute<{ api_key_id: string; key: string; fingerprint: Buffer }[]>(forget, [id]);
  const release = await hold(hasty, id, (tx) =>
    tx.execute(
      `insert into idempotency_key (team_id, api_key_id, test_mode, key, fingerprint, created_at)
       values (?, ?, false, ?, ?, now())`,
      [id, claim!.api_key_id, claim!.key, claim!.fingerprint],
    ),
  );

  const { status, headers } = await postHook(hasty.url, project, hook);
  await release();

  expect(status).toBe(503);
  expect(headers.get("retry-after")).toMatch(/^\d+$/);
});

test.concurrent("a code that is not stored in time is not acknowledged, and is sent once", async () => {
  const project = await signInBySupabase(app);
  const phone = uniquePhone();
  const hook = hookOf(phone);
  const { id } = project.team;
  const release = await hold(app, id, (tx) =>
    tx.execute("select from business_number where team_id = ? for update", [id]),
  );

  const { status, headers, body } = await postHook(app.url, project, hook);
  const sent = [...textsTo(phone)];
  await release();

  expect([status, body.error?.http_code]).toEqual([503, 503]);
  expect(headers.get("retry-after")).toMatch(/^\d+$/);
  expect(sent).toEqual([]);
  expect((await postHook(app.url, project, hook)).body).toEqual({});
  expect(textsTo(phone)).toHaveLength(1);
});

test.concurrent("a slow carrier does not delay the answer, and the text is sent once", async () => {
  const project = await signInBySupabase(app);
  const phone = uniquePhone();
  const { promise, resolve } = Promise.withResolvers<void>();
  const answerOf = app.provider.answer;
  app.provider.answer = async (text) => {
    if (text.to === phone) await promise;
    return answerOf(text);
  };
  const hook = hookOf(phone);
  const started = performance.now();

  const { status, body } = await postHook(app.url, project, hook);

  expect([status, body]).toEqual([200, {}]);
  expect(performance.now() - started).toBeLessThan(10_000);
  resolve();
  app.provider.answer = answerOf;
  expect((await postHook(app.url, project, hook)).body).toEqual({});
  expect(textsTo(phone)).toHaveLength(1);
});

test("no line of the log has a code or a secret", async () => {
  const project = await signInBySupabase(app);
  await postHook(app.url, project, hookOf(uniquePhone(), "9182736450"));
  await postHook(app.url, { ...project, live: project.test }, hookOf("bob", "9182736451"));

  const log = app.logLines.join("\n");
  expect(log).toContain("sendSupabaseSms");
  for (const secret of [project.live, project.test, "9182736450", "9182736451"]) expect(log).not.toContain(secret);
});
