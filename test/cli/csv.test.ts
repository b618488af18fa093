import { type Options, parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createCsvWriter, unmark } from "../../cli/output/csv.ts";
import { useApp } from "../support/app.ts";
import { signInCli } from "../support/cli.ts";
import { buildBusinessNumber, buildMessage, uniquePhone } from "../support/factories.ts";

const app = useApp();

test("CSV quotes where needed, writes objects as JSON, and marks formulas", async () => {
  const { run, team } = await signInCli(app);
  const phone = uniquePhone();
  const settings = { note: 'a "b", c' };
  const id = (
    await buildBusinessNumber(app.em(), {
      team,
      name: "=1+1",
      friendlyName: "two\nlines",
      phoneNumber: phone,
      settings,
    })
  ).id;

  const { stdout } = await run([
    "numbers",
    "get",
    id,
    "-o",
    "csv",
    "--columns",
    "name,friendlyName,phoneNumber,isPrimary,agentProfile,settings",
  ]);

  expect(stdout).toBe(
    "name,friendlyName,phoneNumber,isPrimary,agentProfile,settings\n" +
      `'=1+1,"two\nlines",${phone},false,,"{""note"":""a \\""b\\"", c""}"\n`,
  );
});

test("CSV contains no formulas, whichever separator a spreadsheet expects", async () => {
  const { run, team } = await signInCli(app);
  const texts = ["a;=1+1", "a\n@SUM(1)", "\n=1+1", "'=1", "a;'-1", "＝1+1;+1;+12025550123", "two; +3", "a,=b"];
  for (const body of texts) await buildMessage(app.em(), { team, body });

  const { stdout } = await run(["threads", "list", "-o", "csv", "--columns", "lastBody"]);

  const cells = (options: Options) =>
    parse(stdout, { relax_quotes: true, relax_column_count: true, ...options }).flat();
  for (const delimiter of [",", ";"]) {
    const calculated = cells({ delimiter }).filter((cell: string) => /^"?([=@＝-]|\+(?!\d+"?$))/.test(cell));
    expect(calculated, delimiter).toEqual([]);
  }
  expect(stdout).toContain(`"a;'=1+1"`);
});

test("reading CSV removes the marks of formulas", () => {
  const alphabet = fc.constantFrom(..."=+-@＝';,\n\r\t\"a1 ");
  fc.assert(
    fc.property(fc.array(fc.string({ unit: alphabet }), { minLength: 1 }), (texts) => {
      let csv = "";
      const write = createCsvWriter({ stdout: { write: (text: string) => (csv += text) } });
      write(
        texts.map((text) => ({ text })),
        ["text"],
      );
      const [, ...read] = parse(csv).flat().map(unmark);
      expect(read).toEqual(texts);
    }),
  );
});
