import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { decode } from "../../cli/bytes/decode.ts";
import { useApp } from "../support/app.ts";
import { signInCli } from "../support/cli.ts";
import { uniquePhone } from "../support/factories.ts";
import { useFiles } from "../support/files.ts";

const app = useApp();
const { write } = useFiles();

beforeEach(() => {
  app.provider.texts.length = 0;
});

const encode = (text: string, encoding: string) =>
  execFileSync("iconv", ["-f", "utf-8", "-t", encoding], { input: text });

const sourceOf = (...chunks: Uint8Array[]) => ({
  name: "file.csv",
  read: async function* () {
    yield* chunks;
  },
});

const decodeAll = async (chunks: Uint8Array[], encoding?: string) =>
  (await Array.fromAsync(decode(sourceOf(...chunks), encoding))).join("");

/** Cuts bytes into chunks of the given sizes, and the rest. */
function cut(bytes: Uint8Array, sizes: number[]): Uint8Array[] {
  const chunks = [];
  let at = 0;
  for (const size of sizes) {
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return [...chunks, bytes.subarray(at)];
}

const texts = fc.string({ unit: "grapheme" }).filter((text) => !/[\0\ufeff]/.test(text));
const sizes = fc.array(fc.nat({ max: 5 }));

test("a text is decoded as it was encoded, however its bytes are cut into chunks", async () => {
  await fc.assert(
    fc.asyncProperty(
      texts,
      sizes,
      fc.constantFrom("utf8", "utf8 mark", "utf-16le", "utf-16be"),
      async (text, sizes, kind) => {
        const marked = kind === "utf8" ? text : `\ufeff${text}`;
        const bytes = Buffer.from(marked, kind.startsWith("utf-16") ? "utf-16le" : "utf8");
        if (kind === "utf-16be") bytes.swap16();
        expect(await decodeAll(cut(bytes, sizes))).toBe(text);
      },
    ),
  );
});

test("bytes that are not UTF-8 are refused with their line, wherever the chunks end", async () => {
  const lines = fc.array(fc.stringMatching(/^[a-zé€]{0,9}$/), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(lines, sizes, fc.constantFrom("\n", "\r\n", "\r"), async (lines, sizes, end) => {
      const good = Buffer.from(lines.map((line) => line + end).join(""));
      const bytes = Buffer.concat([good, Buffer.from([0x4a, 0xe9]), Buffer.from(end), good]);
      await expect(decodeAll(cut(bytes, sizes))).rejects.toThrow(`file.csv: line ${lines.length + 1} is not UTF-8.`);
    }),
  );
});

test.each([
  ["José Núñez", "windows-1252"],
  ["5 €, ÄÖÜ", "windows-1252"],
  ["Юлия", "windows-1251"],
  ["Имя;Телефон", "koi8-r"],
  ["山田太郎", "shift_jis"],
  ["たなか さくら", "shift_jis"],
  ["姓名,电话", "gb18030"],
  ["姓名,電話", "big5"],
  ["이름,전화", "euc-kr"],
  ["name,phone", "utf-16le"],
  ["name,phone", "utf-16be"],
])("the refusal of %s in %s names the encoding and shows the line in it", async (text, encoding) => {
  await expect(decodeAll([encode(text, encoding)])).rejects.toThrow(
    `The encoding is probably ${encoding}: the line is then ${JSON.stringify(text)}.`,
  );
  expect(await decodeAll([encode(text, encoding)], encoding)).toBe(text);
});

test.each([
  ["PK\u0003\u0004\u00ff", "a ZIP archive, such as an Excel workbook (.xlsx)"],
  ["\u00d0\u00cf\u0011\u00e0", "an Excel workbook (.xls)"],
  ["\u001f\u008b", "a gzip archive"],
])("a file that begins with %j is named as what it is", async (beginning, name) => {
  await expect(decodeAll([Buffer.from(beginning, "latin1")])).rejects.toThrow(`file.csv is ${name}, not text.`);
});

test("no row is processed of a file whose last line is not UTF-8", async () => {
  const { run } = await signInCli(app);
  const rows = Array.from({ length: 3_000 }, (_, at) => `Person ${at},+1202555${String(at).padStart(4, "0")}\n`).join(
    "",
  );
  const bytes = Buffer.concat([Buffer.from(`name,phone\n${rows}`), encode(`José,${uniquePhone()}\n`, "windows-1252")]);
  const file = write(bytes);
  const commands = [
    ["contacts", "import", file],
    ["contacts", "import", file, "--dry-run"],
    ["send", "--file", file, "--template", "Hi {{name}}"],
    ["send", "--file", "-", "--template", "Hi {{name}}"],
  ];
  for (const argv of commands) {
    const { code, stdout, stderr } = await run(argv, { stdin: bytes });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/: line 3002 is not UTF-8\. The encoding is probably windows-1252: the line is then "José,/);
  }
  expect(app.provider.texts).toEqual([]);
  expect(existsSync(`${file}.checkpoint`)).toBe(false);
});

test("--encoding decodes files, --data and stdin", async () => {
  const { run } = await signInCli(app);
  const [a, b, c] = [uniquePhone(), uniquePhone(), uniquePhone()];
  const csv = write(encode(`name;phone\r\nJosé Núñez;${a}\r\n`, "windows-1252"));
  const template = ["--template", "Hola {{name}}"];
  expect(await run(["send", "--file", csv, ...template, "--encoding", "windows-1252"])).toMatchObject({ code: 0 });
  const json = write(encode(JSON.stringify({ phone_number: b, message: "Café" }), "latin1"), "json");
  expect(await run(["send", "--data", `@${json}`, "--encoding", "latin1"])).toMatchObject({ code: 0 });
  const piped = { stdin: encode("Юлия\n", "windows-1251") };
  expect(await run(["send", c, "-", "--encoding", "windows-1251"], piped)).toMatchObject({ code: 0 });
  expect(app.provider.texts.map(({ body }) => body)).toEqual(["Hola José Núñez", "Café", "Юлия"]);
});

test.each([
  ["send", (phone: string) => [phone, "-"], "Café"],
  ["send", (phone: string) => [phone, "--data", "-"], '{"message":"Café"}'],
  ["contacts upsert", () => ["--data", "-"], '{"name":"René"}'],
  ["segments", () => ["-"], "Café"],
])("%s refuses stdin in another encoding, and reads a byte order mark", async (command, argvOf, text) => {
  const { run } = await signInCli(app);
  const argv = [...command.split(" "), ...argvOf(uniquePhone())];
  const refused = await run(argv, { stdin: encode(text, "windows-1252") });
  expect(refused).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(/stdin: line 1 is not UTF-8/) });
  expect(app.provider.texts).toEqual([]);
  if (command !== "contacts upsert") {
    const { code, stdout } = await run([...argv, "-o", "json"], { stdin: Buffer.from(`\ufeff${text}`, "utf-16le") });
    expect(code).toBe(0);
    expect(stdout).not.toContain("UCS-2");
  }
});

test("an unknown encoding is refused", async () => {
  const { run } = await signInCli(app);
  const refused = await run(["segments", "x", "--encoding", "cp9999"]);
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Expected an encoding such as windows-1252"),
  });
});

test("a pipe in place of a file is read once, and whole", async () => {
  const { run } = await signInCli(app);
  const phone = uniquePhone();
  const { code, stdout } = await run(["send", "--file", "-", "--template", "Hi {{name}}"], {
    stdin: `\ufeffname,phone\nAda,${phone}\n`,
  });
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, rows: 1, sent: 1 });
});

test("an export for Excel begins with a byte order mark, and can be imported", async () => {
  const { run } = await signInCli(app);
  const contact = JSON.stringify({ name: "José", phones: [uniquePhone()] });
  expect(await run(["contacts", "create", "--data", contact])).toMatchObject({ code: 0 });
  const { code, stdout } = await run(["contacts", "export", "--excel"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\ufeffid,name,.*\n[^,]+,José,/);
  expect(await run(["contacts", "import", write(stdout)])).toMatchObject({ code: 0 });
  expect(await run(["contacts", "export", "--excel", "-o", "json"])).toMatchObject({ code: 2, stdout: "" });
  expect(readFileSync(write(stdout)).subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
});
