import fc from "fast-check";
import { expect, test } from "vitest";
import { quoteLink, quoteMessage } from "../../server/provider/quote.ts";
import { accountSid } from "../support/twilio.ts";

const quote = (said: unknown, kind: "text" | "otp" = "text") => quoteMessage(said, kind, [accountSid]);

test.each([
  ["Invalid 'To' Phone Number: +12025550123", "Invalid 'To' Phone Number: …"],
  ["The number +1 (202) 555-0123 is not valid", "The number … is not valid"],
  ["1234567", "…"],
  ["123456 and 21211", "123456 and 21211"],
  ["１２３４５６７ and ٠١٢٣٤٥٦", "… and …"],
  [`Account ${accountSid} is suspended`, "Account … is suspended"],
  ["/Accounts/ACdeadbeefdeadbeefdeadbeefdeadbeef/Messages", "/Accounts/…/Messages"],
  ["no\u0000 line\r\nbreaks \t here \ud800", "no line breaks here \ufffd"],
])("%j is quoted as %j", (said, quoted) => {
  expect(quote(said)).toBe(quoted);
});

test.each([undefined, null, 5, {}, [], "", " \n "])("%j is not quoted", (said) => {
  expect(quote(said)).toBeNull();
});

test("credentials that the provider repeats are masked", () => {
  const secrets = ["QUMxOnRva2Vu", "token", "AC1"];
  expect(quoteMessage("Basic QUMxOnRva2Vu of AC1:token is wrong", "text", secrets)).toBe("Basic … of …:… is wrong");
});

test("an account id of another form is masked", () => {
  expect(quoteMessage("my-account has no credit", "text", ["my-account"])).toBe("… has no credit");
});

test("a passcode in the words about its text is masked", () => {
  expect(quote('The body "Your code is 493817" is not valid', "otp")).toBe('The body "Your code is …" is not valid');
});

test("at most 300 characters remain, and nothing of a number that the cut would divide", () => {
  const cut = quote(`${"x".repeat(296)}+12025550123 and more words`)!;
  expect(cut).toBe(`${"x".repeat(296)}… a…`);
  expect([...quote("😀".repeat(400))!]).toHaveLength(300);
});

test("no words have seven digits in a row or more than 300 characters left", () => {
  const part = fc.oneof(
    fc.stringMatching(/^[0-9]{1,12}$/),
    fc.constantFrom(" ", "-", "(", "+", "AC", accountSid, "x"),
    fc.string({ unit: "binary" }),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 200 }), (parts) => {
      const quoted = quote(parts.join("")) ?? "";
      expect(quoted).not.toMatch(/\p{Nd}{7}/u);
      expect(quoted).not.toContain(accountSid);
      expect([...quoted].length).toBeLessThanOrEqual(300);
    }),
  );
});

test.each(["https://www.twilio.com/docs/errors/21211", "http://provider.example/errors?code=21211"])(
  "the link %s is quoted",
  (link) => {
    expect(quoteLink(link, "text", [accountSid])).toBe(link);
  },
);

test.each([
  "",
  "ftp://provider.example/errors",
  "javascript:alert(1)",
  "www.twilio.com/docs/errors/21211",
  "https://user:word@provider.example/",
  "https://provider.example/a b",
  "https://[",
  "https://provider.example/numbers/12025550123",
  `https://provider.example/Accounts/${accountSid}`,
  `https://provider.example/${"x".repeat(300)}`,
  5,
  null,
  undefined,
])("the link %j is not quoted", (link) => {
  expect(quoteLink(link, "text", [accountSid])).toBeNull();
});
