import { expect, test } from "vitest";
import { createKey } from "../../server/keys/keys.ts";
import { useApp } from "../support/app.ts";
import { createClient } from "../support/client.ts";
import { uniquePhone } from "../support/factories.ts";
import { refusalOf } from "../support/refusals.ts";

const app = useApp();

const none = { help: null, optOut: null, optIn: null };

async function signIn() {
  const { client, team } = await app.signIn();
  const [{ id } = { id: "" }] = (await client.listBusinessNumbers()).businessNumbers;
  const set = (autoReplies: unknown) =>
    client.raw("updateBusinessNumber", { path: { id }, body: { autoReplies } as never });
  const get = async () => (await client.getBusinessNumber({ path: { id } })).autoReplies;
  return { client, team, id, set, get };
}

test("a number answers nothing by itself, until its texts are given; they are replaced whole", async () => {
  const { client, set, get } = await signIn();
  expect(await get()).toEqual(none);

  const given = { help: "Call +1 202 555 0100", optOut: "You get no more texts. Questions: help@example.com" };
  const { body } = await set(given);

  expect(body.businessNumber.autoReplies).toEqual({ ...none, ...given });
  expect(await get()).toEqual({ ...none, ...given });
  await set({ optIn: "Welcome", help: null });
  expect(await get()).toEqual({ ...none, optIn: "Welcome" });
  await client.updateBusinessNumber({
    path: { id: body.businessNumber.id },
    body: { name: uniquePhone() },
  });
  expect(await get()).toEqual({ ...none, optIn: "Welcome" });
  await set(null);
  expect(await get()).toEqual(none);
});

test("a number is created with its texts, and restored without those of before", async () => {
  const { client } = await signIn();
  const body = { name: "Support", phoneNumber: uniquePhone(), phoneNumberSid: "PN1" };
  const { businessNumber } = await client.createBusinessNumber({
    body: { ...body, autoReplies: { optIn: "Welcome" } },
  });
  expect(businessNumber.autoReplies).toEqual({ ...none, optIn: "Welcome" });

  await client.archiveBusinessNumber({ path: { id: businessNumber.id } });

  expect((await client.createBusinessNumber({ body })).businessNumber).toMatchObject({
    id: businessNumber.id,
    autoReplies: none,
  });
});

const wide = "🙂".repeat(160);

test.each([
  { optOut: wide, optIn: wide, help: `${"🙂".repeat(140)} +12025550100` },
  { help: "HELP: 1-800-FLOWERS" },
  { help: "See example.com/help" },
  { help: "help@example.com" },
  { help: "Ruf an: (030) 123 456" },
  { optOut: "No more texts, e.g. at 9 p.m. on 1.5. Call 202.555.0100" },
  {},
])("the texts %j are accepted", async (given) => {
  const { set } = await signIn();

  const { status, body, text } = await set(given);

  expect(status, text).toBe(200);
  expect(body.businessNumber.autoReplies).toEqual({ ...none, ...given });
});

const control = "must have a character that is not white space, and no line break";

test.each<[unknown, string, string]>([
  [{ optIn: "" }, "autoReplies.optIn", "must NOT have fewer than 1 characters"],
  [{ optIn: "x".repeat(161) }, "autoReplies.optIn", "must NOT have more than 160 characters"],
  [{ optIn: " \t" }, "autoReplies.optIn", control],
  [{ optIn: "two\nlines" }, "autoReplies.optIn", control],
  [{ optOut: "two\r\nlines" }, "autoReplies.optOut", control],
  [{ help: "+12025550100\n" }, "autoReplies.help", control],
  [{ help: "Ask us." }, "autoReplies.help", "must have a phone number, a web address or an e-mail address"],
  [{ help: "We are here 24/7" }, "autoReplies.help", "must have a phone number, a web address or an e-mail address"],
  [{ optOut: "Bye. www.example.com" }, "autoReplies.optOut", "must not have a web address"],
  [{ optOut: "https://example.com/back" }, "autoReplies.optOut", "must not have a web address"],
  [{ optOut: "Come back: exämple.de" }, "autoReplies.optOut", "must not have a web address"],
  [{ stop: "Bye" }, "autoReplies.stop", "is not a field of this request"],
  [{ help: 5 }, "autoReplies.help", "must be string"],
  ["Bye", "autoReplies", "must be object"],
])("the texts %j are refused, and nothing changes", async (given, field, message) => {
  const { client, set, get } = await signIn();
  await set({ optIn: "Welcome" });

  const answer = await set(given);

  expect(refusalOf(answer)).toBe("422 validation_error");
  expect(answer.body.details).toEqual([{ field, code: "validation_error", message }]);
  expect(await get()).toEqual({ ...none, optIn: "Welcome" });
  const created = await client.raw("createBusinessNumber", {
    body: { name: uniquePhone(), phoneNumber: uniquePhone(), phoneNumberSid: "PN1", autoReplies: given } as never,
  });
  expect(refusalOf(created)).toBe("422 validation_error");
});

test("only a key that may send without an approval sets or clears them", async () => {
  const { team, id } = await signIn();
  const scopes = ["numbers:read", "numbers:write"] as const;
  const writer = await createKey(app.em(), team, { scopes: [...scopes] });
  const agent = await createKey(app.em(), team, { scopes: [...scopes, "messages:send"], hold: "new_recipients" });

  for (const { key } of [writer, agent]) {
    for (const autoReplies of [{ optIn: "Welcome" }, null]) {
      const answer = await createClient(app.url, key).raw("updateBusinessNumber", {
        path: { id },
        body: { autoReplies },
      });
      expect(refusalOf(answer)).toBe("403 insufficient_scope");
    }
  }
});
