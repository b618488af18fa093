import { type Command, Option } from "commander";
import type { Io } from "../io.ts";
import { addProgressOptions } from "../rows/options.ts";

/** Adds a file to `messaging consents import`, and the command `messaging consents export`. */
export function addConsentCommands(program: Command, io: Io): void {
  const consents = program.commands.find((each) => each.name() === "consents")!;
  addImport(consents, io);
  addExport(consents, io);
}

function addImport(consents: Command, io: Io): void {
  const command = consents.commands.find((each) => each.name() === "import")!;
  command
    .argument("[file]", "A file of consents instead of --item: CSV with a header or JSON lines, or - for stdin")
    .addOption(
      new Option("--consent <consent>", "The consent of all rows, if no column has it").choices([
        "opted_out",
        "opted_in",
      ]),
    )
    .option(
      "--map <field=column>",
      "Map a column to a field: phone, consent, occurredAt, note, url or wording; repeatable",
      (text: string, previous: string[] = []) => [...previous, text],
    )
    .option("--without-times", "Leave the times out; an opt-in without one never undoes an opt-out");
  addProgressOptions(command).action(async (file: string | undefined) => {
    const options = command.optsWithGlobals();
    if (file === undefined) {
      const { runOperation } = await import("../operations/run-operation.ts");
      return runOperation(io, "importConsents", { args: [], given: options });
    }
    const { importConsents } = await import("./import.ts");
    await importConsents(io, options, file);
  });
}

function addExport(consents: Command, io: Io): void {
  const command = consents
    .command("export")
    .summary("Export the consent log")
    .description(
      "Export all entries of the consent log as JSON lines, the newest first, for a record outside of this server. Another format is chosen with -o.",
    )
    .addHelpText(
      "after",
      "\nScope of the API key: consents:read\n\nExamples:\n  messaging consents export > consents.jsonl\n",
    )
    .action(async () => {
      const { exportConsents } = await import("./export.ts");
      await exportConsents(io, command.optsWithGlobals());
    });
}
