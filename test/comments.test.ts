import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { root } from "./support/process.ts";

const mostWords = 25;

const files = ["server", "cli", "spec", "test", "mikro-orm.config.ts"]
  .flatMap((place) => listFiles(place))
  .filter((file) => /\.[jt]s$/.test(file));

test("a sentence of a comment has at most 25 words, and begins with a noun or a verb", () => {
  const faults = files.flatMap((file) =>
    sentencesOf(readFileSync(join(root, file), "utf8"))
      .filter(
        (sentence) =>
          countWords(sentence) > mostWords || /^(Who|Whose|Of (who|whom|those|these|several))\b/.test(sentence),
      )
      .map((sentence) => `${file}: ${sentence}`),
  );

  expect(faults).toEqual([]);
});

test.each([
  ["/** One. Two.\n * Three\n */", ["One.", "Two.", "Three"]],
  ["// One\n// sentence.\nconst a = `// none`;\n// Another.", ["One sentence.", "Another."]],
  [
    "/**\n * Reads. See `a. B`.\n *\n * - an item\n * - another\n * @throws Error when it fails\n */",
    ["Reads.", "See `a. B`.", "an item", "another", "Error when it fails"],
  ],
])("the sentences of %j are found", (text, sentences) => {
  expect(sentencesOf(text)).toEqual(sentences);
});

function listFiles(place: string): string[] {
  if (place.endsWith(".ts")) return [place];
  return readdirSync(join(root, place), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

/** The sentences of all comments. Lines that follow each other are one comment; a list item and a tag begin a sentence. */
function sentencesOf(source: string): string[] {
  return commentsOf(source).flatMap((comment) =>
    comment
      .replaceAll(/^ *@(\w+)( \{[^}]*\})?/gm, "\n\n")
      .replaceAll(/^ *(?:-|\d+\.) /gm, "\n\n")
      .split(/\n\s*\n/)
      .flatMap((paragraph) => splitSentences(paragraph.replaceAll(/\s+/g, " ").trim())),
  );
}

function commentsOf(source: string): string[] {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, source);
  const comments: { text: string; isLine: boolean; end: number }[] = [];
  const templates: number[] = [];
  let braces = 0;
  for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan()) {
    if (token === ts.SyntaxKind.TemplateHead) templates.push(braces);
    if (token === ts.SyntaxKind.OpenBraceToken) braces += 1;
    if (token === ts.SyntaxKind.CloseBraceToken) {
      if (templates.at(-1) !== braces) braces -= 1;
      else if (scanner.reScanTemplateToken(false) === ts.SyntaxKind.TemplateTail) templates.pop();
    }
    const text = scanner.getTokenText();
    const previous = comments.at(-1);
    if (token === ts.SyntaxKind.SingleLineCommentTrivia) {
      const line = text.slice("//".length).trim();
      const follows = previous?.isLine && source.slice(previous.end, scanner.getTokenStart()).trim() === "";
      if (follows) Object.assign(previous, { text: `${previous.text}\n${line}`, end: scanner.getTokenEnd() });
      else comments.push({ text: line, isLine: true, end: scanner.getTokenEnd() });
    }
    if (token === ts.SyntaxKind.MultiLineCommentTrivia) {
      const lines = text
        .slice("/*".length, -"*/".length)
        .split("\n")
        .map((line) => line.replace(/^\s*\*+ ?/, ""));
      comments.push({ text: lines.join("\n").replace(/^\*/, ""), isLine: false, end: scanner.getTokenEnd() });
    }
  }
  return comments.map(({ text }) => text).filter((text) => !/^\s*(biome-ignore|eslint|@ts-)/.test(text));
}

/** Splits at full stops outside of code. Code counts as one word. */
function splitSentences(paragraph: string): string[] {
  const codes: string[] = [];
  const hidden = paragraph.replaceAll(/`[^`]*`/g, (code) => `\uE000${codes.push(code) - 1}\uE000`);
  return hidden
    .split(/(?<=[.!?]["”)]?) +(?=[^a-z])/)
    .map((part) => part.replaceAll(/\uE000(\d+)\uE000/g, (_, index) => codes[Number(index)]!).trim())
    .filter((part) => part !== "");
}

function countWords(sentence: string): number {
  return sentence
    .replaceAll(/`[^`]*`/g, "code")
    .split(/[\s—]+/)
    .filter((word) => /\w/.test(word)).length;
}
