import { expect, test } from "vitest";
import { type OperationId, operations } from "../../generated/operations.ts";
import { useApp } from "../support/app.ts";
import { createAwayDatabase } from "../support/database.ts";
import { uniquePhone } from "../support/factories.ts";
import { codeIn } from "../support/passcodes.ts";
import { requestWithoutKey, signInByTextbelt } from "../support/textbelt-door.ts";

const app = useApp();
const exhausted = useApp({ rateLimit: { burst: 1, perSecond: 0.001 } });
const away = useApp({ database: createAwayDatabase });

const ids = (Object.keys(operations) as OperationId[]).filter((id) => operations[id].door === "textbelt");
const keyed = ids.filter((id) => operations[id].auth === "doorKey");

/** Sends a request with a key in the query. */
function call(url: string, id: OperationId, key: string | undefined, body = new URLSearchParams()) {
  const { method, path } = operations[id];
  const target = path.replace("{textId}", textIdOfNoText) + (key === undefined ? "" : `?key=${key}`);
  return requestWithoutKey(url, method, target, method === "POST" ? { body } : {});
}

/** Of this form, and signed by the secret key of the tests. */
let textIdOfNoText = "1";

test.each(keyed)("%s refuses an invalid key with the status 200", async (id) => {
  const { key } = await signInByTextbelt(app, { mode: "live" });

  for (const wrong of [undefined, "", "wrong", `${key}_test`]) {
    const { status, body } = await call(app.url, id, wrong);

    expect([status, body]).toEqual([200, { success: false, quotaRemaining: 0, error: "Invalid key." }]);
  }
});

test.each(keyed)("%s answers 429 with the seconds to wait to a key over its rate limit", async (id) => {
  const { key } = await signInByTextbelt(exhausted);
  await call(exhausted.url, id, key);

  const { status, body, headers } = await call(exhausted.url, id, key);

  expect([status, body]).toEqual([429, { success: false, error: expect.any(String), retryAfter: expect.any(Number) }]);
  expect(headers.get("retry-after")).toBe(String(body.retryAfter));
});

test.each(ids)("%s answers 503 in the shape of Textbelt while the database is away", async (id) => {
  const { post, get, key } = await signInByTextbelt(app);
  textIdOfNoText = (await post("/text", { phone: uniquePhone(), message: "hello" })).body.textId;
  await get(`/status/${textIdOfNoText}`);

  const { status, body } = await call(away.url, id, key);

  expect([status, body]).toMatchObject([
    503,
    { success: false, error: expect.any(String), retryAfter: expect.any(Number) },
  ]);
});

test("a body may have 64 KiB and 200 fields, and is a form or JSON", async () => {
  const { key, post } = await signInByTextbelt(app);
  const send = (body: string, type: string) =>
    requestWithoutKey(app.url, "POST", "/text", { headers: { "content-type": type }, body });
  const fields = (count: number) => ({
    ...Object.fromEntries(Array.from({ length: count - 3 }, (_, index) => [`field${index}`, "x"])),
    phone: uniquePhone(),
    message: "hello",
  });

  const large = await send(`key=${key}&message=${"x".repeat(65_536)}`, "application/x-www-form-urlencoded");
  const xml = await send("<key/>", "text/xml");
  const broken = await send("{", "application/json");

  expect([large.status, large.body.success]).toEqual([413, false]);
  expect([xml.status, xml.body.success]).toEqual([415, false]);
  expect([broken.status, broken.body]).toEqual([200, { success: false, error: expect.stringContaining("JSON") }]);
  expect((await post("/text", fields(200))).body).toMatchObject({ success: true });
  expect((await post("/text", fields(201))).body).toMatchObject({ success: false });
});

test.each([
  ["GET", "/text", 405],
  ["GET", "/text/1", 404],
  ["GET", "/status", 404],
  ["POST", "/status/1", 405],
  ["GET", "/otp", 404],
  ["POST", "/otp/unknown", 404],
  ["GET", "/otp/generate", 405],
  ["DELETE", "/otp/verify", 405],
])("%s %s answers %s in the shape of Textbelt", async (method, path, status) => {
  const answer = await requestWithoutKey(app.url, method, path);

  expect([answer.status, answer.body]).toEqual([status, { success: false, error: expect.any(String) }]);
});

test("a path that only begins with the same letters is not of this door", async () => {
  for (const path of ["/texts", "/statuses/1", "/otps"]) {
    expect(await requestWithoutKey(app.url, "GET", path)).toMatchObject({ status: 404, body: { error: "not_found" } });
  }
});

test("no line of the log has a key or a code, wherever the key stands", async () => {
  const { key, post, get } = await signInByTextbelt(app);
  const phone = uniquePhone();
  // An id of the log may have six digits in a row that are those of a code.
  await post("/otp/generate", { phone, userid: "user", length: "8" });
  const code = codeIn(app.provider.texts.find(({ to }) => to === phone)!);
  const wrong = "a-wrong-key-of-this-test";

  await get(`/otp/verify?${new URLSearchParams({ otp: code, userid: "user", key })}`);
  await get(`/otp/verify?otp=${code}&userid=user&key=${wrong}`);
  await get(`/otp/verify/${code}?key=${key}`);
  await requestWithoutKey(app.url, "POST", `/text?key=${key}`, { body: "{", headers: { "content-type": "text/xml" } });
  await requestWithoutKey(app.url, "PUT", `/text?key=${key}`);

  const log = app.logLines.join("\n");
  expect(log).toContain("checkTextbeltOtp");
  for (const secret of [key, wrong, code]) expect(log).not.toContain(secret);
});

test("no operation of the door is a tool or a command", () => {
  for (const id of ids) expect(operations[id]).toMatchObject({ isTool: false, isDefaultTool: false });
});
