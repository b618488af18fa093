import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { suspect } from "../../server/opt-outs/phrases.ts";

interface Labelled {
  text: string;
  language: string;
  label: "revocation" | "wrong_number" | "none";
}

/** Texts whose labels were given without knowledge of the rules. */
const corpus = readFileSync(join(import.meta.dirname, "corpus.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Labelled);

test("of labelled texts in eight languages, 95 % of those that are suspected should be, and 90 % that should be are", () => {
  const suspected = corpus.filter(({ text }) => suspect(text) !== undefined);
  const right = suspected.filter(({ label }) => label !== "none");
  const wanted = corpus.filter(({ label }) => label !== "none");
  const wrong = suspected.filter(({ label }) => label === "none").map(({ text }) => text);
  const missed = wanted.filter(({ text }) => suspect(text) === undefined).map(({ text }) => text);

  expect(new Set(corpus.map(({ language }) => language)).size).toBe(8);
  expect(right.length / suspected.length, `not meant: ${wrong.join(" | ")}`).toBeGreaterThanOrEqual(0.95);
  expect(right.length / wanted.length, `missed: ${missed.join(" | ")}`).toBeGreaterThanOrEqual(0.9);
});

test("a suspected text is of the kind that its label names", () => {
  const other = corpus.filter(({ text, label }) => ![label, undefined].includes(suspect(text)?.kind as never));

  expect(other.filter(({ label }) => label !== "none")).toEqual([]);
});

test.each(["STOP", "stop", " Stop\n", "STOPALL", "unsubscribe", "OPT OUT", "START", "unstop"])(
  "the keyword %j is not suspected, because it takes effect itself",
  (text) => {
    expect(suspect(text)).toBeUndefined();
  },
);

describe("a text is suspected by its folded form:", () => {
  test.each([
    "Stop.",
    "STOP!!",
    "“stop”",
    "opt-out",
    "Opt out please",
    "s t o p",
    "sto p",
    "ST0P",
    "STOP 🛑",
    "Stop. Thank you",
  ])("%j is a keyword", (text) => {
    expect(suspect(text)).toEqual({ kind: "revocation", rule: "keyword_folded" });
  });

  test.each([
    "ARRÊT",
    "baja",
    "Não me mandem mais mensagens",
    "Hör auf, mir zu schreiben",
    "don’t text me again",
    "Stoooop textinggg meee",
    "St0p texting me",
    "Not interested.",
    "No thanks, I'm not interested",
    "No me interesa",
    "kein Interesse",
    "If you don't stop, I'll sue",
    "jak nie przestaniecie, to zgłoszę",
  ])("%j withdraws consent", (text) => {
    expect(suspect(text)?.kind).toBe("revocation");
  });

  test.each(["im not tiffany", "Das ist nicht die Nummer von Ute", "qui non c'è nessuna Chiara"])(
    "%j came to the wrong person",
    (text) => {
      expect(suspect(text)?.kind).toBe("wrong_number");
    },
  );

  test.each([
    "please don't stop",
    "Termin bitte löschen",
    "When does the sale stop?",
    "The top 0f it",
    "not interested in the blue one",
    "Not interested. What about the red one?",
    "Are you not interested?",
    "Kein Interesse?",
    "Quiero cancelar mi pedido",
    "¿cuándo paran?",
  ])("%j means something else", (text) => {
    expect(suspect(text)).toBeUndefined();
  });
});

test.each(["", " ", "?!", "🙂", "x".repeat(301), `${"a ".repeat(160)}stop texting me`])(
  "the text %j is not suspected",
  (text) => {
    expect(suspect(text)).toBeUndefined();
  },
);

test.each([
  "no ".repeat(99),
  "stop a ".repeat(42),
  "keine a a ".repeat(29),
  "não é a ".repeat(37),
  `${"remove me ".repeat(29)}x`,
  "s t o p ".repeat(37),
  "o".repeat(300),
  "not want me to ".repeat(20),
])("a text that begins many phrases is read in a moment: %j", (text) => {
  const before = process.cpuUsage();
  for (let i = 0; i < 100; i += 1) suspect(text);

  expect(process.cpuUsage(before).user / 100).toBeLessThan(20_000);
});
