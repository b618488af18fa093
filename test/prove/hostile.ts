/**
 * Texts that have broken programs before, and random combinations of them.
 */
import fc from "fast-check";

const controls = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).filter(
  (character) => character < " " || character > "~",
);

const known: string[] = [
  ...controls,
  // Texts that PostgreSQL cannot store.
  ...["a\0b", "\0\0\0", "\ud800", "\udfff", "a\ud83d", "\udc00\ud800", "\ud800\ud800\udc00", "a\udbff\0"],
  // White space of every kind, alone and around something.
  ...[" ", "\u00a0", "\u1680", "\u2003", "\u2028", "\u2029", "\u3000", "\ufeff", " a ", "\ta\n", "a\r\nb", "\n\n\n"],
  // Zero-width characters and changes of direction.
  ...[
    "\u200b",
    "\u200d",
    "a\u200bb",
    "\u202eabc",
    "abc\u202e",
    "\u2066a\u2069",
    "\u200fa",
    "\u061c",
    "\u180e",
    "\u034f",
  ],
  ...[
    "\u0627\u0644\u0639\u0631\u0628\u064a\u0629 abc 123",
    "\u05e2\u05d1\u05e8\u05d9\u05ea",
    "\u{e0061}\u{e007f}",
    "\ufe0f",
    "\u0301",
  ],
  // Composed, decomposed and excessively combined characters.
  ...[
    "\u00e9",
    "e\u0301",
    `a${"\u0301".repeat(100)}`,
    `Z${"\u0351\u0327\u0489".repeat(30)}`,
    "\u1112\u1161\u11ab",
    "\ufb01",
    "\u212b",
  ],
  ...[
    "\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67",
    "\ud83c\udde9\ud83c\uddea",
    "\ud83d\udc4d\ud83c\udffd",
    "\u{1f600}".repeat(80),
    "\u{20b9f}",
    "\u{10ffff}",
  ],
  ...[
    "\ufffd",
    "\ufffe",
    "\uffff",
    "\ufdd0",
    "\u0130",
    "\u0131",
    "\u00df",
    "\u1e9e",
    "\u01c5",
    "\u03a3\u03c2",
    "\u0345",
    "\uff41\uff22",
  ],
  // Unusual digits and numbers.
  ...[
    "\u0661\u0662\u0663",
    "\uff11\uff12",
    "\u00b2",
    "\u2167",
    "1e309",
    "-0",
    "0x10",
    "NaN",
    "Infinity",
    "9007199254740993",
    "1_000",
    "1,5",
  ],
  // Lengths around the limits.
  ...[100, 101, 160, 161, 255, 256, 2_048, 2_049, 10_000].flatMap((length) => [
    "x".repeat(length),
    "\u{1f600}".repeat(length / 2),
    " ".repeat(length),
  ]),
  // SQL and its placeholders.
  ...[
    "'",
    "''",
    "'; drop table message; --",
    "' or '1'='1",
    '"',
    "\\",
    "\\'",
    "\\\\",
    "$1",
    "$$",
    "$a$",
    "?",
    "??",
    "?::uuid",
    ":name",
    "%",
    "_",
    "%%",
    "%_%",
    "\\%",
  ],
  ...[
    "{",
    "}",
    '{"a",null}',
    "{NULL}",
    "(1,2)",
    "E'\\x00'",
    "null",
    "NULL",
    "default",
    "now()",
    "infinity",
    "epoch",
    "/*",
    "*/",
    "--",
    ";",
  ],
  // JSON and JavaScript.
  ...["\\u0000", "\\ud800", "\\x00", '{"a":1}', "[1,2", '","a":"', "true", "undefined", "[object Object]", "\\n", "\b"],
  ...[
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "valueOf",
    "hasOwnProperty",
    "__defineGetter__",
    "then",
    "toJSON",
    "length",
  ],
  // Templates, formats, shells, HTML and spreadsheets.
  ...[
    "$OTP",
    "$OTP$OTP",
    "$$OTP",
    "$otp",
    "$&",
    "$`",
    "$'",
    "$<a>",
    "$\u007b7*7}",
    "{{7*7}}",
    "#{7*7}",
    "<%= 7 %>",
    "%s%s%n",
    "%d",
    "%@",
    "{0}",
  ],
  ...[
    "`id`",
    "$(id)",
    "| id",
    "&& id",
    "a; id",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<!--",
    "]]>",
    "<?xml ?>",
    "&lt;&#0;",
    "&amp;",
  ],
  ...["=1+1", "+1+1", "-1+1", "@SUM(A1)", "=cmd|' /C calc'!A0", "\t=1", "a,b", 'a"b', "a\tb", "a;b"],
  // Addresses and paths.
  ...[
    "%00",
    "%0a",
    "%2e%2e%2f",
    "%252e",
    "%c0%af",
    "%ff",
    "%zz",
    "%",
    "%u0000",
    "+",
    "a+b",
    "a b",
    "a&b=c",
    "a=b",
    "#",
    "a#b",
    "a?b",
    "//",
    "/",
    "\\",
    ".",
  ],
  ...[
    "..",
    "../..",
    "../../etc/passwd",
    "..\\..",
    "C:\\",
    "\\\\host\\a",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "data:,a",
    "a:b@c",
    "http://[",
    "http://a b",
  ],
  // Texts that look like phones, ids, dates, keywords, codes or cursors.
  ...[
    "+12025550123",
    "+1 202 555 0123",
    "+1202555\u0660123",
    "tel:+12025550123",
    "+0",
    "+",
    "00000000-0000-0000-0000-000000000000",
    "{00000000-0000-0000-0000-000000000000}",
  ],
  ...[
    "2026-02-30T25:61:61Z",
    "2026-01-01T00:00:00Z",
    "0000-00-00",
    "+275760-09-13T00:00:00Z",
    "STOP",
    "stop ",
    "START",
    "123456",
    "eyJhIjoxfQ.AAAAAAAAAAAAAAAAAAAAAA",
  ],
  // Regular expressions, also slow ones.
  ...["(a+)+$", "((((", "[", "*", ".*", "^$", "a{99999}", `${"a".repeat(30)}!`],
];

const units: fc.Arbitrary<string> = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { minLength: 1, maxLength: 30 })
  .map((codes) => String.fromCharCode(...codes));

const made: fc.Arbitrary<string> = fc.oneof(
  units,
  fc.string({ unit: "binary", minLength: 1, maxLength: 60 }),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
  fc.string({ unit: "binary-ascii", minLength: 1, maxLength: 60 }),
  fc
    .array(fc.constantFrom(...known.filter(({ length }) => length < 30)), { minLength: 2, maxLength: 5 })
    .map((parts) => parts.join("")),
  fc
    .tuple(fc.string({ unit: "grapheme", minLength: 1, maxLength: 3 }), fc.integer({ min: 50, max: 300 }))
    .map(([text, times]) => text.repeat(times)),
  fc
    .uint8Array({ minLength: 1, maxLength: 20 })
    .map((bytes) => [...bytes].map((byte) => `%${byte.toString(16)}`).join("")),
);

/** Returns `count` different texts, determined by the seed. */
export function hostileTexts(count: number, seed: number): string[] {
  const texts = new Set(known);
  const more = fc.sample(made, { seed, numRuns: 2 * count });
  for (const text of more) if (texts.size < count) texts.add(text);
  return [...texts];
}

/** Bytes that are not valid UTF-8. */
export const brokenBytes: Buffer[] = [
  ...["ff", "fe", "80", "bf", "c080", "c0af", "c1bf", "c328", "e28028", "e282", "eda080", "edbfbf", "eda080edb080"],
  ...["f0288cbc", "f08080af", "f4908080", "f888808080", "fc8080808080", "61ff62", "f09f98", "efbfbf80", "c3"],
].map((hex) => Buffer.from(hex, "hex"));
