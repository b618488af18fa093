import { expect, test } from "vitest";
import { useApp, useNeighbour } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import { createClient } from "../support/client.ts";
import { buildOtp, uniquePhone } from "../support/factories.ts";
import { codeIn, secretKey, wrongFor } from "../support/passcodes.ts";
import { refusalOf } from "../support/refusals.ts";

const newKey = { secretKey: "the next secret of the tests, of 32", webhookClientSecret: "the next token" };
const oldKey = { oldSecretKey: secretKey, oldWebhookClientSecret: "a token of the tests" };

const app = useApp();
const rotated = useNeighbour(app, { secrets: { ...newKey, ...oldKey } });
const forgetful = useNeighbour(app, { secrets: newKey });

test("a passcode that was hashed with the old key is verified, and a wrong guess counts once", async () => {
  const { team, key } = await app.signIn();
  const client = createClient(rotated.url, key);
  await buildOtp(app.em(), { team, code: "048213", recipientId: "user" });
  const guess = (otp: string, on = client) => on.raw("verifyOtp", { body: { recipient_id: "user", otp } });

  expect(refusalOf(await guess(wrongFor("048213")))).toBe("422 otp_invalid");
  expect(refusalOf(await guess("048213", createClient(forgetful.url, key)))).toBe("422 otp_invalid");
  expect((await guess("048213")).status).toBe(200);
});

test("a new passcode is hashed with the new key alone", async () => {
  const { key } = await app.signIn();
  const body = { phone: uniquePhone(), recipient_id: "user" };
  const { otpId } = await createClient(rotated.url, key).generateOtp({ body });
  const otp = codeIn(rotated.provider.texts.find(({ id }) => id === otpId)!);
  const guessAt = ({ url }: { url: string }) =>
    createClient(url, key).raw("verifyOtp", { body: { recipient_id: "user", otp } });

  expect(refusalOf(await guessAt(app))).toBe("422 otp_invalid");
  expect((await guessAt(forgetful)).status).toBe(200);
});

test("a cursor that was signed with the old key works, and the next cursor has the new key", async () => {
  const { client, key } = await app.signIn();
  for (const message of ["one", "two", "three"])
    await client.sendText({ body: { phone_number: uniquePhone(), message } });
  const page = (url: string, cursor?: string | null) =>
    createClient(url, key).raw("listThreads", { query: { per_page: 1, ...(cursor && { cursor }) } });
  const { nextCursor } = await client.listThreads({ query: { per_page: 1 } });

  const second = await page(rotated.url, nextCursor);
  expect(second.body.threads).toMatchObject([{ lastBody: "two" }]);
  expect((await page(forgetful.url, second.body.nextCursor)).body.threads).toMatchObject([{ lastBody: "one" }]);
  expect(refusalOf(await page(app.url, second.body.nextCursor))).toBe("422 validation_error");
  expect(refusalOf(await page(forgetful.url, nextCursor))).toBe("422 validation_error");
});

test("a callback may be signed with the secret of either key", async () => {
  const { number } = await app.signIn();
  const post = (where: { url: string }, authToken: string) =>
    postCallback(where, "inbound", inboundForm(uniquePhone(), number, "hello"), { authToken });

  expect((await post(rotated, oldKey.oldWebhookClientSecret)).status).toBe(200);
  expect((await post(rotated, newKey.webhookClientSecret)).status).toBe(200);
  expect(refusalOf(await post(rotated, "another"))).toBe("401 invalid_signature");
  expect(refusalOf(await post(forgetful, oldKey.oldWebhookClientSecret))).toBe("401 invalid_signature");
});
