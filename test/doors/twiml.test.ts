import fc from "fast-check";
import twilio from "twilio";
import { expect, test } from "vitest";
import { readTwiml } from "../../server/doors/twilio/twiml/read-twiml.ts";

const parties = { from: "+12025550123", to: "+12025550100" };

const read = (xml: string) => readTwiml(Buffer.from(xml), parties);

const textsOf = (xml: string) => {
  const twiml = read(xml);
  return "error" in twiml ? twiml : twiml.texts.map(({ body }) => body);
};

test("the answer that Twilio's client builds is read, with its texts in their order", () => {
  const answer = new twilio.twiml.MessagingResponse();
  answer.message("One & <two>");
  answer.message({ statusCallback: "/status" }, "").body("Three 🎉");
  answer.message({ to: parties.from, from: parties.to }, "Four");

  expect(read(answer.toString())).toEqual({
    texts: [
      { body: "One & <two>", statusCallback: undefined },
      { body: "Three 🎉", statusCallback: "/status" },
      { body: "Four", statusCallback: undefined },
    ],
    ignored: [],
  });
});

test.each<[xml: string, texts: string[]]>([
  ["<Response/>", []],
  ["<Response></Response>", []],
  ["<Response><Message>a</Message></Response>", ["a"]],
  ["<Response>\n  <Message>\n    a b\n  </Message>\n</Response>\n", ["a b"]],
  ["<Response><Message><Body>a</Body></Message></Response>", ["a"]],
  ["<Response><Message> x <Body>a</Body> y <Body>b</Body></Message></Response>", ["ab"]],
  ["<Response><Message><![CDATA[<a>]]></Message></Response>", ["<a>"]],
  ["<Response><!-- <Message>no</Message> --><Message>a&#x42;&lt;</Message></Response>", ["aB<"]],
  ['<?xml version="1.0" encoding="UTF-8"?>\n<Response><Message>a</Message></Response>', ["a"]],
  ["\ufeff<Response><Message>a</Message></Response>", ["a"]],
  [`<Response><Message>${"🎉".repeat(1_600)}</Message></Response>`, ["🎉".repeat(1_600)]],
])("%s is read", (xml, texts) => {
  expect(textsOf(xml)).toEqual(texts);
});

test.each([
  "",
  "hello",
  "{}",
  "<Response>",
  "<Response><Message>a</Response>",
  "<Message>a</Message>",
  "<response><Message>a</Message></response>",
  "<Response><Message>a</Message></Response><Response/>",
  "<Response><Message>&nbsp;</Message></Response>",
  "<Response><Message>a & b</Message></Response>",
  "<Response><Message>&#0;</Message></Response>",
  "<Response><Message>&#xD800;</Message></Response>",
  "<!DOCTYPE Response><Response><Message>a</Message></Response>",
  '<!DOCTYPE r [<!ENTITY a "b">]><Response><Message>&a;</Message></Response>',
  '<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/passwd">]><Response><Message>&a;</Message></Response>',
  "<?xml-stylesheet a?><Response><Message>a</Message></Response>",
  "<Response><?php a?><Message>a</Message></Response>",
  "<Response><Message><Body><b><i>a</i></b></Body></Message></Response>",
  `<Response>${"<Message>a</Message>".repeat(11)}</Response>`,
])("%s is not read at all", (xml) => {
  expect(textsOf(xml)).toEqual({ error: expect.any(String) });
});

test("bytes that are not UTF-8 are not read", () => {
  const bytes = Buffer.from("<Response><Message>Gr\xfc\xdfe</Message></Response>", "latin1");

  expect(readTwiml(bytes, parties)).toEqual({ error: expect.any(String) });
});

test.each<[xml: string, ignored: string]>([
  ["<Response><Redirect>/next</Redirect></Response>", "Redirect"],
  ["<Response><Say>a</Say></Response>", "Say"],
  ["<Response><Sms>a</Sms></Response>", "Sms"],
  ["<Response><Message></Message></Response>", "Message without text"],
  ["<Response><Message> \n </Message></Response>", "Message without text"],
  ["<Response><Message><Body/></Message></Response>", "Message without text"],
  [
    "<Response><Message><Body>a</Body><Media>https://example.com/a.png</Media></Message></Response>",
    "Message with Media",
  ],
  ["<Response><Message>a<b>c</b></Message></Response>", "Message with b"],
  ["<Response><Message><Body>a<b/></Body></Message></Response>", "Message with b"],
  ['<Response><Message to="+12025550199">a</Message></Response>', "Message to others"],
  ['<Response><Message from="+12025550199">a</Message></Response>', "Message to others"],
  ['<Response><Message sendAt="later">a</Message></Response>', "Message with another attribute"],
  [`<Response><Message>${"a".repeat(1_601)}</Message></Response>`, "Message of more than 1600 characters"],
])("%s is not done, and the rest is", (xml, ignored) => {
  const more = xml.replace("</Response>", "<Message>done</Message></Response>");

  expect(read(xml)).toEqual({ texts: [], ignored: [ignored] });
  expect(read(more)).toEqual({ texts: [{ body: "done", statusCallback: undefined }], ignored: [ignored] });
});

const texts = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }).filter((text) => text.trim() !== "");

/** TwiML as Twilio's client builds it. */
const valid = fc.array(texts, { minLength: 1, maxLength: 10 }).map((bodies) => {
  const answer = new twilio.twiml.MessagingResponse();
  for (const body of bodies) answer.message(body);
  return answer.toString();
});

/** Parts of which fuzzed answers are made. */
const parts = fc.constantFrom(
  ...[
    "<Response>",
    "</Response>",
    "<Message>",
    "</Message>",
    "<Body>",
    "</Body>",
    "<Media>",
    "</Media>",
    "<Response/>",
  ],
  ...[
    "<!DOCTYPE a>",
    "<?a b?>",
    "<![CDATA[",
    "]]>",
    "<!--",
    "-->",
    "&amp;",
    "&a;",
    "&#0;",
    "<",
    ">",
    "&",
    "'",
    '"',
    "=",
  ],
  ...["hello", " ", "\n", "\0", "\ufeff", '<Message to="+1">', '<?xml version="1.0"?>'],
);

/** Whether tags are balanced, attributes are quoted, and every ampersand begins an entity of XML. */
function isWellFormed(xml: string): boolean {
  const plain = xml.replace(/^\ufeff?<\?xml[^>]*\?>/, "").replaceAll(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>/g, "");
  if (/&(?!(amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/i.test(plain)) return false;
  const open: string[] = [];
  let isBalanced = true;
  const tag = /<(\/?)([A-Za-z_:][\w:.-]*)(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(\/?)>/g;
  const rest = plain.replaceAll(tag, (_, end: string, name: string, isEmpty: string) => {
    if (end) isBalanced &&= open.pop() === name;
    else if (!isEmpty) open.push(name);
    return "";
  });
  return isBalanced && open.length === 0 && !rest.includes("<");
}

test("a fuzzed answer has texts only if it is well-formed XML with at most ten short messages and the root Response", () => {
  /** Damages valid TwiML, or makes an answer of parts. */
  const damaged = fc
    .tuple(valid, fc.nat(), fc.nat(3), fc.oneof(parts, fc.string({ maxLength: 3 })))
    .map(([xml, at, cut, put]) => xml.slice(0, at % xml.length) + put + xml.slice((at % xml.length) + cut));
  const made = fc.array(parts, { maxLength: 14 }).map((each) => each.join(""));
  const wrapped = fc
    .array(parts, { maxLength: 6 })
    .map((each) => `<Response><Message>${each.join("")}</Message></Response>`);

  fc.assert(
    fc.property(fc.oneof(damaged, made, wrapped, fc.string()), (xml) => {
      const twiml = read(xml);
      if ("error" in twiml || twiml.texts.length === 0) return;
      expect(isWellFormed(xml)).toBe(true);
      expect(xml).toMatch(/^\ufeff?(<\?xml[^>]*\?>)?\s*(<!--[\s\S]*?-->\s*)*<Response[\s>]/);
      expect(xml).not.toMatch(/^[^<]*(<\?xml[^>]*\?>)?\s*<!DOCTYPE/);
      expect(twiml.texts.length).toBeLessThanOrEqual(10);
      for (const { body } of twiml.texts) {
        expect(body.trim()).not.toBe("");
        expect([...body].length).toBeLessThanOrEqual(1_600);
      }
    }),
    { numRuns: 2_000 },
  );
});

test("any text that Twilio's client puts into an answer is read as it is", () => {
  fc.assert(
    fc.property(fc.array(texts, { minLength: 1, maxLength: 10 }), (bodies) => {
      const answer = new twilio.twiml.MessagingResponse();
      for (const body of bodies) answer.message(body);

      const found = textsOf(answer.toString());

      expect(found).toEqual(bodies.map((body) => body.trim().replaceAll(/\r\n?/g, "\n")));
    }),
  );
});
