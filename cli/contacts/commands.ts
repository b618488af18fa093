import { type Command, InvalidArgumentError, Option } from "commander";
import type { DuplicateReason } from "../../generated/api.ts";
import { outlines } from "../../generated/outlines.ts";
import { usageError } from "../failures.ts";
import type { Io } from "../io.ts";
import { addFlags } from "../operations/flags.ts";
import { readCount } from "../read-count.ts";
import { addRunOptions } from "../rows/options.ts";

/** Adds `messaging contacts import`, `export` and `dedupe` to the group of the operations on contacts. */
export function addContactCommands(program: Command, io: Io): void {
  const contacts = program.commands.find((each) => each.name() === "contacts")!;
  addDelete(contacts, io);
  addImport(contacts, io);
  addExport(contacts, io);
  addDedupe(contacts, io);
}

/** Adds several ids and a question to the command of the operation `deleteContact`. */
function addDelete(contacts: Command, io: Io): void {
  const command = contacts.commands.find((each) => each.name() === "delete")!;
  command.option("-y, --yes", "Do not ask before deleting; only a terminal is asked").action(async () => {
    const { deleteContacts } = await import("./delete.ts");
    await deleteContacts(io, command.optsWithGlobals(), command.args);
  });
}

function addImport(contacts: Command, io: Io): void {
  const command = contacts
    .command("import")
    .summary("Create or update contacts from a file")
    .description(
      "Create or update contacts from a file: CSV with a header, JSON lines, or vCards of the versions 3.0 and 4.0. A row updates the contact with its id, external id or phone number. If no contact matches, the row creates a contact with its id. A blank cell changes nothing. The file can be the output of `messaging contacts export`. To continue an interrupted import, repeat the command. The ids of created contacts are written to a file, and with --undo these contacts are deleted again, except those that have changed since. An update is not undone.",
    )
    .argument("[file]", "The file, or - for stdin")
    .option(
      "--map <field=column>",
      "Map a column to a field: id, externalId, name, firstName, lastName, company, role, phone, phone.LABEL, tags, notes, metadata or metadata.NAME; repeatable",
      (text: string, previous: string[] = []) => [...previous, text],
    );
  addRunOptions(command)
    .option("--created <file>", "The file for the ids of created contacts (default: FILE.created.jsonl)")
    .option("--undo <file>", "Delete the contacts that this file of an import lists")
    .option("-y, --yes", "Do not ask before deleting; only a terminal is asked")
    .addHelpText(
      "after",
      "\nExamples:\n  messaging contacts import people.csv --dry-run\n  messaging contacts import --undo people.csv.created.jsonl\n  messaging contacts import people.vcf\n  messaging contacts import crm.csv --map externalId=Customer --map metadata.plan=Plan --country US\n",
    )
    .action(async (file: string | undefined) => {
      const options = command.optsWithGlobals();
      if (options.undo !== undefined) {
        if (file !== undefined || options.map || options.created) {
          throw usageError("--undo takes the file of created contacts, and no other file, --map or --created");
        }
        const { undoImport } = await import("./undo-import.ts");
        return undoImport(io, options, options.undo);
      }
      if (file === undefined) throw usageError("missing argument file");
      const { importContacts } = await import("./import.ts");
      await importContacts(io, options, file);
    });
}

function addExport(contacts: Command, io: Io): void {
  const command = contacts
    .command("export")
    .summary("Export all contacts")
    .description(
      "Export all contacts, or the contacts that match the filters, with all their phones and notes. The format is CSV unless -o selects another format. `messaging contacts import` can read it.",
    );
  addFlags(command, "listContacts");
  command
    .option("--limit <number>", "The maximum number of contacts", readCount)
    .addOption(
      new Option("--concurrency <number>", "The maximum number of concurrent requests").default(4).argParser(readCount),
    )
    .option(
      "--summary",
      "Export only the primary phone and no notes, with one request per 100 contacts instead of one per contact",
    )
    .option("--excel", "Begin the CSV with a byte order mark, so that Excel shows all characters")
    .addHelpText(
      "after",
      "\nExamples:\n  messaging contacts export > contacts.csv\n  messaging contacts export --tag vip -o jsonl > vip.jsonl\n",
    )
    .action(async () => {
      const { exportContacts } = await import("./export.ts");
      await exportContacts(io, command.optsWithGlobals());
    });
}

const reasons: readonly string[] = ["same_phone", "same_external_id", "similar_name"] satisfies DuplicateReason[];

const strategies = outlines.mergeContacts.fields.find(({ name }) => name === "strategy")?.values ?? [];

function addDedupe(contacts: Command, io: Io): void {
  const command = contacts
    .command("dedupe")
    .summary("Review and merge duplicate contacts")
    .description(
      "Review the contacts that may be the same person: show the result of each merge, and merge after your confirmation. With --yes, merge all duplicates with one of the given reasons without asking. Contacts with two different external ids are left out, unless --reason similar_name asks for them. The output names each merge; with --undo, the merges of a saved output are undone, within 90 days.",
    )
    .addOption(
      new Option("--reason <reason>", "Only duplicates with this reason; repeatable")
        .choices(reasons)
        .argParser(readReason),
    )
    .addOption(new Option("--keep <which>", "The contact to keep").choices(["oldest", "newest"]).default("oldest"))
    .addOption(new Option("--strategy <choice>", "The rule that combines two values of a field").choices(strategies))
    .option("--undo <file>", "Undo the merges that this file lists: an output in the format jsonl or csv")
    .option("-y, --yes", "Do not ask; needs --reason or --undo")
    .addHelpText(
      "after",
      "\nExamples:\n  messaging contacts dedupe\n  messaging contacts dedupe --reason same_phone --strategy append --dry-run\n  messaging contacts dedupe --reason same_phone --yes -o jsonl > merged.jsonl\n  messaging contacts dedupe --undo merged.jsonl\n",
    )
    .action(async () => {
      const { undo, reason, strategy } = command.opts();
      if (undo !== undefined) {
        if (reason || strategy || command.getOptionValueSource("keep") === "cli") {
          throw usageError("--undo takes the merges of a file, and no --reason, --keep or --strategy");
        }
        const { undoMerges } = await import("./undo-merges.ts");
        return undoMerges(io, command.optsWithGlobals(), undo);
      }
      const { dedupeContacts } = await import("./dedupe.ts");
      await dedupeContacts(io, command.optsWithGlobals());
    });
}

function readReason(text: string, previous: string[] = []): string[] {
  if (reasons.includes(text)) return [...previous, text];
  throw new InvalidArgumentError(`Allowed choices are ${reasons.join(", ")}.`);
}
