import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { experiments } from "../prove/experiments.ts";
import { root } from "../support/process.ts";

const maxWords = 35;

const files = ["server", "cli", "spec", "page", "deploy/package", "test", "mikro-orm.config.ts"]
  .flatMap((place) => listFiles(place))
  .filter((file) => /\.[jt]sx?$/.test(file));

/** The sentences of each paragraph of the comments of each file. */
const commented = files.map((file) => [file, paragraphsOf(readFileSync(join(root, file), "utf8"))] as const);

test("a sentence of a comment has at most 35 words, and begins with a noun or a verb", () => {
  const faults = commented.flatMap(([file, paragraphs]) =>
    paragraphs
      .flat()
      .filter(
        (sentence) =>
          countWords(sentence) > maxWords || /^(Who|Whose|Of (who|whom|those|these|several))\b/.test(sentence),
      )
      .map((sentence) => `${file}: ${sentence}`),
  );

  expect(faults).toEqual([]);
});

/** The first words of a sentence that make its reader look for a noun in the sentence before. */
const pronoun = /^(It|They|Those|Such)\b/;
const neverFirst =
  /^(With(out)? it|The other (is|are|has|have)|Such an?|Those (of|that|who)|Th(is|ese) (is|are|was|were|has|have|may|must|can|include|limits|helps|makes|means|needs|keeps))\b/;

/** Whether a sentence is an order or a docstring that begins with a verb, so that no noun in it is its subject. */
const beginsWithVerb =
  /^(?!Answers|Callbacks|Checks|Costs|Members|Promises|Settings)[A-Z][a-z]+s\b(?! (is|are|may|must|can|that|of|and|in|with|which|who|have)\b)/;

/** A migration is never edited, so its comments keep the rules of their time. */
const isMigration = (file: string) => file.startsWith("server/db/schema/migrations/");

test("a sentence begins with a pronoun only if the sentence before begins with its noun", () => {
  const faults = commented
    .filter(([file]) => !isMigration(file))
    .flatMap(([file, paragraphs]) =>
      paragraphs.flatMap((sentences) =>
        sentences
          .filter((sentence, index) => {
            const before = sentences[index - 1];
            if (neverFirst.test(sentence)) return true;
            return pronoun.test(sentence) && (before === undefined || beginsWithVerb.test(before));
          })
          .map((sentence) => `${file}: ${sentence}`),
      ),
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

test("a test name has at most 35 words, and does not begin with Who, Whose, Of who or What", () => {
  const names = files
    .filter((file) => file.endsWith(".test.ts"))
    .flatMap((file) => testNamesOf(readFileSync(join(root, file), "utf8")).map((name) => [file, name] as const));
  const described = experiments.flatMap(({ id, title, passesWhen }) => [
    [id, title] as const,
    [id, passesWhen] as const,
  ]);

  expect(names.length).toBeGreaterThan(1_000);
  expect(
    [...names, ...described].filter(
      ([, name]) => countWords(name) > maxWords || /^(Who|Whose|Of (who|whom|those)|What)\b/i.test(name),
    ),
  ).toEqual([]);
});

test.each([
  ['test("a", () => {});', ["a"]],
  ["describe(`b`, () => test('c', () => {}));", ["b", "c"]],
  ['test.each([["x"]])("%s", () => {});', ["%s"]],
  ['describe.concurrent.each(all)("d", () => {}); run("e");', ["d"]],
])("the names of the tests in %j are found", (text, names) => {
  expect(testNamesOf(text)).toEqual(names);
});

function listFiles(place: string): string[] {
  if (place.endsWith(".ts")) return [place];
  return readdirSync(join(root, place), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

/** The names that a file gives to `test` and `describe`, also by way of `each` and other modifiers. */
function testNamesOf(source: string): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && /^(test|describe)\b/.test(node.expression.getText())) {
      const [name] = node.arguments;
      if (name && ts.isStringLiteralLike(name)) names.push(name.text);
      if (name && ts.isTemplateExpression(name)) names.push(name.getText());
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("", source, ts.ScriptTarget.Latest, true));
  return names;
}

const sentencesOf = (source: string): string[] => paragraphsOf(source).flat();

/**
 * The sentences of each paragraph of all comments. Lines that follow each other are one comment; a list item and a tag
 * begin a paragraph.
 */
function paragraphsOf(source: string): string[][] {
  return commentsOf(source).flatMap((comment) =>
    comment
      .replaceAll(/^ *@(\w+)( \{[^}]*\})?/gm, "\n\n")
      .replaceAll(/^ *(?:-|\d+\.) /gm, "\n\n")
      .split(/\n\s*\n/)
      .map((paragraph) => splitSentences(paragraph.replaceAll(/\s+/g, " ").trim())),
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
