import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openCsv } from "../../cli/files/csv.ts";

/** Reads a text in chunks of a size: the columns, and each row's cells or its problem with its text. */
async function read(text: string, size = 7) {
  const chunks = async function* () {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
  };
  const { columns, repeated, rows } = await openCsv(chunks(), "file.csv");
  const all = await Array.fromAsync(rows);
  return {
    columns,
    repeated,
    rows: all.map(({ values, problem }) =>
      problem === undefined ? Object.values(values) : { problem, text: Object.values(values)[0] },
    ),
    numbers: all.map(({ number }) => number),
    ends: all.map(({ end }) => end),
  };
}

const rowsOf = async (text: string) => (await read(text)).rows;

const cells = fc.string({ unit: fc.constantFrom(...'ab1 ,;\t"\n\réЖ'), maxLength: 8 });
const records = fc.array(fc.tuple(cells, cells, cells), { minLength: 1, maxLength: 6 });

test("the files of another program are read cell by cell, with any delimiter, line end and size of chunks", async () => {
  const options = fc.record({
    delimiter: fc.constantFrom(",", ";", "\t"),
    record_delimiter: fc.constantFrom("\n", "\r\n", "\r"),
    quoted: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(records, options, fc.integer({ min: 1, max: 50 }), async (given, options, size) => {
      const quotedMatch = /[\s;,"]/;
      const text = stringify([["x", "y", "z"], ...given], {
        ...options,
        quoted_match: quotedMatch,
        escape_formulas: false,
      });
      const expected = given.filter((record) => record.some((cell) => cell.trim() !== ""));
      const { columns, rows, ends } = await read(text, size);
      expect({ columns, rows }).toEqual({ columns: ["x", "y", "z"], rows: expected });
      if (rows.length > 0 && rows.length === given.length) expect(ends.at(-1)).toBe(text.length);
    }),
    { numRuns: 500 },
  );
});

test("rows are read alike, whatever the size of the chunks, even with stray quotes", async () => {
  const texts = fc.string({ unit: fc.constantFrom(...'ab",\n\r '), maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 1, max: 9 }), async (text, size) => {
      const whole = `x,y\n${text}`;
      expect(await read(whole, size)).toEqual(await read(whole, 1_000));
    }),
    { numRuns: 1_000 },
  );
});

const broken = "A quote in the row is not closed, or not doubled.";

test.each([
  ['Robert "Bob" Smith,1', [['Robert "Bob" Smith', "1"]]],
  ["6'2\" tall,1", [["6'2\" tall", "1"]]],
  ['"ok" ,1', [["ok", "1"]]],
  ['"A", "1"', [["A", "1"]]],
  ['A, "1, 2" ', [["A", "1, 2"]]],
  ['A, "1" and "2"', [["A", ' "1" and "2"']]],
  ['A,="+12025550104"', [["A", '="+12025550104"']]],
  ['"say ""hi""",1', [['say "hi"', "1"]]],
  ['"two\nlines",1', [["two\nlines", "1"]]],
  ["A", [["A", ""]]],
  ["A,1,,", [["A", "1"]]],
  [",\n , \nA,1\n,,,\n", [["A", "1"]]],
  ['"","",""\nA,1', [["A", "1"]]],
])("%j is read as %j", async (text, rows) => {
  for (const end of ["\n", "\r\n", "\r"])
    expect(await rowsOf(`x,y${end}${text}${end}C,3`)).toEqual([...rows, ["C", "3"]]);
});

test.each([
  ['"Robert "Bob" Smith",1', '"Robert "Bob" Smith",1'],
  ['"Bob,1', '"Bob,1'],
  ['"Bob,"1', '"Bob,"1'],
  ['"a\nline "two" b",1', '"a\nline "two" b",1'],
])("%j is one row with a problem, and the other rows are read", async (text, raw) => {
  expect(await rowsOf(`x,y\nA,1\n${text}\nC,3\n"D","4"\n`)).toEqual([
    ["A", "1"],
    { problem: broken, text: raw },
    ["C", "3"],
    ["D", "4"],
  ]);
});

test("a row with more cells than the header is a problem if one of them is not blank", async () => {
  expect(await rowsOf("x,y\nA,1,2\nB,2, ,\n")).toEqual([
    { problem: "The row has 3 cells, but the header has 2.", text: "A,1,2" },
    ["B", "2"],
  ]);
});

test("line ends may be mixed", async () => {
  expect(await rowsOf("x,y\r\nA,1\nB,2\rC,3\r\n\r\rD,4")).toEqual([
    ["A", "1"],
    ["B", "2"],
    ["C", "3"],
    ["D", "4"],
  ]);
});

test("an unclosed quote at the beginning of a large file spoils one row, and memory stays small", async () => {
  const count = 100_000;
  const rows = Array.from({ length: count }, (_, at) => `Person number ${at},${at}\n`).join("");
  const { rows: all } = await read(`x,y\n"Bob,1\n${rows}`, 65_536);
  expect(all.length).toBe(count + 1);
  expect(all.slice(0, 2)).toEqual([{ problem: broken, text: '"Bob,1' }, ["Person number 0", "0"]]);
});

test("a row that is too long is a problem, and the next row is read", async () => {
  const { rows } = await read(`x,y\n${"a".repeat(3_000_000)},1\nB,2\n`, 65_536);
  expect(rows).toEqual([
    { problem: "The row is longer than 1,048,576 characters.", text: "a".repeat(200) },
    ["B", "2"],
  ]);
});

test.each([
  ["sep=,\r\nx,y\r\nA,1", ["x", "y"]],
  ["sep=;\nx;y\nA;1", ["x", "y"]],
  ['"sep=;"\nx;y\nA;1', ["x", "y"]],
  ["SEP=|\nx|y\nA|1", ["x", "y"]],
  ["sep=\t\nx\ty\nA\t1", ["x", "y"]],
  ["\n\n x , y \nA,1", ["x", "y"]],
  ["x,y,,\nA,1,,", ["x", "y"]],
  [",x,,y\nn,A,n,1", ["x", "y"]],
  ['"first; name";y\nA;1', ["first; name", "y"]],
  ['"x,\nx";y\nA;1', ["x,\nx", "y"]],
])("the header of %j has the columns %j", async (text, columns) => {
  expect(await read(text)).toMatchObject({ columns, rows: [["A", "1"]] });
});

test("a name that several columns have is none of the columns", async () => {
  expect(await read("x,n,y,n\nA,1,2,3\n")).toMatchObject({ columns: ["x", "y"], repeated: ["n"], rows: [["A", "2"]] });
});
