import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { type OperationId, operations } from "../../generated/operations.ts";
import { sidOf } from "../../server/doors/twilio/ids.ts";
import { useApp } from "../support/app.ts";
import { createAwayDatabase } from "../support/database.ts";
import { buildKey, uniquePhone } from "../support/factories.ts";
import { exchange } from "../support/socket.ts";
import { basicOf, signInByTwilio } from "../support/twilio-door.ts";

const app = useApp();
const exhausted = useApp({ rateLimit: { burst: 1, perSecond: 0.001 } });
const away = useApp({ database: createAwayDatabase });

const ids = (Object.keys(operations) as OperationId[]).filter((id) => operations[id].door === "twilio");

/** The path of an operation, with the ids of a team. */
const pathOf = (id: OperationId, teamId: string) =>
  operations[id].path
    .replace("{AccountSid}", sidOf("AC", teamId))
    .replace("{ServiceSid}", sidOf("VA", teamId))
    .replace("{Sid}", `SM${"0".repeat(32)}`);

const request = (
  url: string,
  id: OperationId,
  path: string,
  authorization?: string,
  body?: string | URLSearchParams,
) => {
  const { method } = operations[id];
  return fetch(`${url}${path}`, {
    method,
    headers: { ...(authorization && { authorization }) },
    ...(method === "POST" && { body: body ?? new URLSearchParams({ To: "+1" }) }),
  });
};

test.each(ids)("%s refuses wrong credentials in the shape of Twilio", async (id) => {
  const { team, token, accountSid } = await signInByTwilio(app);
  const other = await signInByTwilio(app);
  const wrong = [
    undefined,
    `Bearer ${token}`,
    "Basic !",
    basicOf(accountSid, ""),
    basicOf(accountSid, randomBytes(16).toString("hex")),
    basicOf(team.id, token),
    basicOf(other.accountSid, token),
    basicOf(sidOf("SK", team.id), token),
  ];

  for (const authorization of wrong) {
    const answer = await request(app.url, id, pathOf(id, team.id), authorization);

    expect(answer.status, authorization).toBe(401);
    expect(answer.headers.get("www-authenticate")).toMatch(/^Basic /);
    expect(await answer.json()).toMatchObject({ code: 20003, status: 401 });
  }
});

test.each(ids)("%s answers 404 to the account of another team", async (id) => {
  const { accountSid, token } = await signInByTwilio(app);
  const other = await signInByTwilio(app);

  for (const path of [pathOf(id, other.team.id), pathOf(id, "none")]) {
    const answer = await request(app.url, id, path, basicOf(accountSid, token));

    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 20404, status: 404 });
  }
});

test.each(ids)("%s answers 429 and 503 in the shape of Twilio", async (id) => {
  const { accountSid, token, team, send, path } = await signInByTwilio(exhausted);
  await send("POST", `${path}/Messages.json`, {});

  const limited = await request(exhausted.url, id, pathOf(id, team.id), basicOf(accountSid, token));
  const unavailable = await request(away.url, id, pathOf(id, team.id), basicOf(accountSid, token));

  expect([limited.status, await limited.json()]).toMatchObject([429, { code: 20429, status: 429 }]);
  expect(limited.headers.get("retry-after")).toMatch(/^\d+$/);
  expect([unavailable.status, await unavailable.json()]).toMatchObject([503, { code: 20503, status: 503 }]);
});

test.each(ids)("%s answers 400 in the shape of Twilio to a request that cannot be parsed", async (id) => {
  const { method, path } = operations[id];

  const answer = await exchange(app.url, `${method} ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`);

  expect(answer).toMatchObject({ status: 400, body: { code: 20001, status: 400 } });
});

test("the id of a key and the suffix of test mode are accepted, too", async () => {
  const { team, path, own } = await signInByTwilio(app);
  const token = await buildKey(app.em(), team);
  const to = uniquePhone();
  const { body: key } = await own.request("GET", "/api/key", { headers: { "x-api-key": token } });
  const authorization = basicOf(sidOf("SK", key.id), `${token}_test`);

  const answer = await request(
    app.url,
    "createTwilioMessage",
    `${path}/Messages.json`,
    authorization,
    new URLSearchParams({ To: to, Body: "x" }),
  );

  expect(answer.status).toBe(201);
  expect(app.provider.texts.filter((text) => text.to === to)).toEqual([]);
});

test("a form may have 64 KiB and 200 fields, and must be a form", async () => {
  const { path, accountSid, token, send } = await signInByTwilio(app);
  const create = (body: string | URLSearchParams) =>
    request(app.url, "createTwilioMessage", `${path}/Messages.json`, basicOf(accountSid, token), body);
  const fields = (count: number) => ({
    ...Object.fromEntries(Array.from({ length: count - 2 }, (_, index) => [`Field${index}`, "x"])),
    To: uniquePhone(),
    Body: "hello",
  });

  expect(await (await create(`To=${"x".repeat(65_536)}`)).json()).toMatchObject({ status: 413, code: 20001 });
  expect(await (await create(JSON.stringify({ To: uniquePhone() }))).json()).toMatchObject({
    status: 415,
    code: 20001,
  });
  expect(await send("POST", `${path}/Messages.json`, fields(200))).toMatchObject({ status: 201 });
  expect(await send("POST", `${path}/Messages.json`, fields(201))).toMatchObject({
    status: 400,
    body: { code: 20001 },
  });
});

test("an unknown path below those of Twilio answers in its shape, any other in ours", async () => {
  const { path, send } = await signInByTwilio(app);

  for (const unknown of [`${path}/Calls.json`, `${path}/Messages`, "/v2/Services/VA0/Unknown"]) {
    expect(await send("GET", unknown)).toMatchObject({ status: 404, body: { code: 20404, status: 404 } });
  }
  expect(await send("PATCH", `${path}/Messages.json`)).toMatchObject({ status: 405, body: { code: 20004 } });
  expect(await send("GET", "/v1/unknown")).toMatchObject({ status: 404, body: { error: "not_found" } });
});

test("no operation of a door is a tool or a command", () => {
  for (const id of ids) expect(operations[id]).toMatchObject({ isTool: false, isDefaultTool: false, auth: "account" });
});
