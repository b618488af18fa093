import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { files } from "../support/import-graph.ts";
import { root } from "../support/process.ts";

/** What decodes bytes, or names an encoding for something that does. */
const decoders =
  /TextDecoder|StringDecoder|setEncoding|stream\/consumers|readFileSync|(["'])(utf-?8|utf-?16le|ucs-?2|latin1|binary|ascii)\1|(chunk|bytes|buffer)\w*\.toString\(/i;

test.each([
  'readFile(file, "utf8")',
  'whole.toString("utf8")',
  "new TextDecoder()",
  "chunk.toString()",
  'import { text } from "node:stream/consumers"',
])("%s is a decoder", (code) => {
  expect(code).toMatch(decoders);
});

test("the command line decodes bytes in one folder, so that no invalid byte is ever replaced", () => {
  const decoding = files.filter(
    (file) => file.startsWith("cli/") && decoders.test(readFileSync(join(root, file), "utf8")),
  );

  expect(decoding).toEqual(["cli/bytes/decode.ts", "cli/bytes/guess-encoding.ts"]);
});
