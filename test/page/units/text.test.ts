import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanLine, cleanText, divideAtLinks } from "../../../page/text.ts";
import { hostileTexts } from "../../prove/hostile.ts";

test("line breaks and tabs stay, and other control characters are removed", () => {
  expect(cleanText("a\r\nb\n\tc\u0000\u0007\u001b[31m\u0085\u009b\u2028")).toBe("a\nb\n\tc[31m");
});

test("a change of direction is a visible mark", () => {
  expect(cleanText("pay \u202e001$ to \u2066me\u2069")).toBe("pay ⟦RLO⟧001$ to ⟦LRI⟧me⟦PDI⟧");
  expect(cleanText("\u0645\u0631\u062d\u0628\u0627")).toBe("\u0645\u0631\u062d\u0628\u0627");
});

test("no text of any kind keeps a control character or a change of direction", () => {
  const forbidden = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(...hostileTexts(1_000, 1))), (text) => {
      expect(cleanText(text).replaceAll(/[\n\t]/g, "")).not.toMatch(forbidden);
      expect(cleanLine(text)).not.toMatch(forbidden);
    }),
  );
});

test("a line has no breaks", () => {
  expect(cleanLine(" a\n\n b\t c ")).toBe("a b c");
});

test.each([
  ["see https://example.com/a?b=1.", ["https://example.com/a?b=1"]],
  ["(http://example.com), https://example.org!", ["http://example.com/", "https://example.org/"]],
  ["javascript:alert(1) data:text/html,x ftp://a file:///etc/passwd", []],
  ["https://user:password@example.com", []],
  ["https://", []],
  ["HTTPS://EXAMPLE.com/\u202epdf", ["https://example.com/"]],
])("the links in %j are %j", (text, links) => {
  const found = divideAtLinks(cleanText(text)).flatMap(({ href }) => (href === undefined ? [] : [href]));
  expect(found).toEqual(links);
});

test("the parts of a text are the text, and each link leads to the web", () => {
  const pieces = fc.constantFrom(
    "https://",
    "http:",
    "//",
    "a.example",
    " ",
    "javascript:",
    "\n",
    "@",
    "\u202e",
    "%",
    ".",
  );
  fc.assert(
    fc.property(fc.array(pieces), (words) => {
      const text = cleanText(words.join(""));
      const parts = divideAtLinks(text);
      expect(parts.map((part) => part.text).join("")).toBe(text);
      for (const { href } of parts) expect(href ?? "https://").toMatch(/^https?:\/\//);
    }),
  );
});
