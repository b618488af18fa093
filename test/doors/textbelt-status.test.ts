import { expect, test } from "vitest";
import { createTextTokens } from "../../server/secrets/text-tokens.ts";
import { useApp, useNeighbour } from "../support/app.ts";
import { buildMessage, buildOtp, uniquePhone } from "../support/factories.ts";
import { secretKey } from "../support/passcodes.ts";
import { signInByTextbelt } from "../support/textbelt-door.ts";

const app = useApp();
const rotated = useNeighbour(app, {
  secrets: { secretKey: "a later secret of the tests, of 32 characters", oldSecretKey: secretKey },
});

const tokens = createTextTokens(secretKey);

test.each([
  ["queued", "SENDING"],
  ["sending", "SENDING"],
  ["sent", "SENT"],
  ["delivered", "DELIVERED"],
  ["read", "DELIVERED"],
  ["undelivered", "FAILED"],
  ["failed", "FAILED"],
] as const)("the status %s of a text is %s, without a key", async (status, word) => {
  const { team, get } = await signInByTextbelt(app);
  const { id } = await buildMessage(app.em(), { team, status, direction: "outbound" });

  const answer = await get(`/status/${tokens.sign({ kind: "message", teamId: team.id, id })}`);

  expect([answer.status, answer.body]).toEqual([200, { status: word }]);
});

test("the answers to a text and to a passcode have ids whose status can be read, also after the secret key has changed", async () => {
  const { post, get } = await signInByTextbelt(app);
  const text = await post("/text", { phone: uniquePhone(), message: "hello" });
  const otp = await post("/otp/generate", { phone: uniquePhone(), userid: "user" });

  for (const { textId } of [text.body, otp.body]) {
    expect((await get(`/status/${textId}`)).body).toEqual({ status: "SENDING" });
    const answer = await fetch(`${rotated.url}/status/${textId}`);
    expect(await answer.json()).toEqual({ status: "SENDING" });
  }
});

test("an id that this server has not made is unknown, and so is one of a text that is gone", async () => {
  const { team, get } = await signInByTextbelt(app);
  const [{ id }, otp] = [
    await buildMessage(app.em(), { team, direction: "outbound" }),
    await buildOtp(app.em(), { team }),
  ];
  const token = tokens.sign({ kind: "message", teamId: team.id, id });
  const other = await signInByTextbelt(app);
  const forged = [
    id,
    "1",
    "%00",
    `${token}A`,
    `${token}=`,
    token.slice(0, -4),
    token.replace(/^./, "B"),
    token.replace(/.{4}$/, "AAAA"),
    createTextTokens("another secret of the tests, long enough").sign({ kind: "message", teamId: team.id, id }),
    tokens.sign({ kind: "message", teamId: other.team.id, id }),
    tokens.sign({ kind: "otp", teamId: team.id, id }),
    tokens.sign({ kind: "message", teamId: team.id, id: otp.id }),
    tokens.sign({ kind: "message", teamId: team.id, id: team.id }),
  ];

  for (const textId of forged) {
    const answer = await get(`/status/${textId}`);

    expect([answer.status, answer.body], textId).toEqual([200, { status: "UNKNOWN" }]);
  }
});
