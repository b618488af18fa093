import { createHmac } from "node:crypto";
import fc from "fast-check";
import twilio from "twilio";
import { expect, test } from "vitest";
import { checkSignature } from "../../cli/doctor/signature.ts";
import { signForm } from "../../server/provider/twilio/signature.ts";

test("the known callback has the known signature", () => {
  expect(checkSignature()).toMatchObject({ status: "ok" });
});

test("every form has the signature of the provider's own library", () => {
  const names = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,12}$/);
  const forms = fc.dictionary(names, fc.string({ unit: "grapheme" }), { noNullPrototype: true });
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), forms, (authToken, form) => {
      const url = "https://sms.example.com/api/external/sms/inbound?x=1";
      expect(signForm(authToken, url, Object.entries(form))).toBe(
        twilio.getExpectedTwilioSignature(authToken, url, form),
      );
    }),
  );
});

test("names are signed in the order of their bytes, even if their order in UTF-16 differs", () => {
  const form = [
    ["\u{1f600}", "second"],
    ["\uffee", "first"],
  ] as const;
  const signed = "https://sms.example.com/\uffeefirst\u{1f600}second";

  expect(signForm("token", "https://sms.example.com/", form)).toBe(
    createHmac("sha1", "token").update(signed).digest("base64"),
  );
});
