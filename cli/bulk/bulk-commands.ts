import { type Command, InvalidArgumentError, Option } from "commander";
import type { DuplicateReason } from "../../generated/api.ts";
import { outlines } from "../../generated/outlines.ts";
import { usageError } from "../failures.ts";
import { addFlags } from "../flags.ts";
import type { Io } from "../io.ts";
import { readCount } from "../operation-commands.ts";

/** Adds the bulk commands: `send --file`, and `contacts import`, `export` and `dedupe`. */
export function addBulkCommands(program: Command, io: Io): void {
  addSendFile(find(program, "send"), io);
  const contacts = find(program, "contacts");
  addImport(contacts, io);
  addExport(contacts, io);
  addDedupe(contacts, io);
}

const find = (parent: Command, name: string) => parent.commands.find((each) => each.name() === name)!;

/** Adds the options of every command that processes the rows of a file. */
function addRowOptions(command: Command): Command {
  return command
    .option("--rate <rate>", "The maximum rate of rows, such as 5/s, 100/m or 1000/h", readRate)
    .addOption(
      new Option("--concurrency <number>", "The maximum number of concurrent rows").default(4).argParser((text) => {
        const count = readCount(text);
        if (count > 64) throw new InvalidArgumentError("Expected at most 64.");
        return count;
      }),
    )
    .option("--report <file>", "The CSV file for failed rows and the reasons (default: FILE.failed.csv)")
    .option("--checkpoint <file>", "The file that records the progress (default: FILE.checkpoint)")
    .option("--restart", "Start over from the first row, ignoring the checkpoint");
}

const unitSeconds = { s: 1, m: 60, h: 3_600 };

function readRate(text: string): number {
  const [, count, unit] = /^(\d{1,6}(?:\.\d+)?)\/([smh])$/.exec(text) ?? [];
  if (!(Number(count) > 0))
    throw new InvalidArgumentError("Expected a number of rows per unit of time, such as 5/s or 100/m.");
  return Number(count) / unitSeconds[unit as "s"];
}

/** The options of `send` that `--file` excludes. */
const singleTextOptions = ["to", "thread", "message", "data", "idempotencyKey", "unset"];

function addSendFile(send: Command, io: Io): void {
  send
    .optionsGroup("One text for each row of a file:")
    .option("--file <file>", "CSV with a header, or JSON lines; - for stdin. See --template")
    .option(
      "--template <text>",
      "The text; {{column}} is replaced by the row's value of that column (default: {{message}})",
    )
    .option("--phone-column <name>", "The column of the phone numbers (default: phone, or another common name)")
    .option(
      "--campaign <name>",
      "The name of the campaign; the same text is sent again to the same phone in another campaign",
    );
  addRowOptions(send);
  send.addHelpText(
    "after",
    `
  messaging send --file rows.csv --template "Hi {{name}}, your order has shipped." --dry-run
  messaging send --file rows.csv --template "Hi {{name}}, your order has shipped." --rate 5/s

With --file, the same text is sent to the same phone only once in 24 hours, even if the command is interrupted or repeated.
`,
  );
  send.action(async () => {
    const given = send.optsWithGlobals();
    if (given.file === undefined) {
      const { runOperation } = await import("../run-operation.ts");
      return runOperation(io, "sendText", { args: send.args, given });
    }
    if (send.args.length > 0 || singleTextOptions.some((name) => given[name] !== undefined)) {
      throw usageError(
        "--file takes the phones and texts from the rows. Of the options for one text, only --from, --reply-webhook and --webhook-data apply.",
      );
    }
    const { sendFile } = await import("./send-file.ts");
    await sendFile(io, given as Parameters<typeof sendFile>[1]);
  });
}

function addImport(contacts: Command, io: Io): void {
  const command = contacts
    .command("import")
    .summary("Create or update contacts from a file")
    .description(
      "Create or update contacts from a file: CSV with a header, or JSON lines. A row updates the contact with its id, external id or phone number. If no contact matches, the row creates a contact with its id. A blank cell changes nothing. The file can be the output of `messaging contacts export`. To continue an interrupted import, repeat the command.",
    )
    .argument("<file>", "The file, or - for stdin")
    .option(
      "--map <field=column>",
      "Map a column to a field: id, externalId, name, firstName, lastName, company, role, phone, phone.LABEL, tags, notes, metadata or metadata.NAME; repeatable",
      (text: string, previous: string[] = []) => [...previous, text],
    );
  addRowOptions(command);
  command
    .addHelpText(
      "after",
      "\nExamples:\n  messaging contacts import people.csv --dry-run\n  messaging contacts import crm.csv --map externalId=Customer --map metadata.plan=Plan --country US\n",
    )
    .action(async (file: string) => {
      const { importContacts } = await import("./import-contacts.ts");
      await importContacts(io, command.optsWithGlobals(), file);
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
    .addHelpText(
      "after",
      "\nExamples:\n  messaging contacts export > contacts.csv\n  messaging contacts export --tag vip -o jsonl > vip.jsonl\n",
    )
    .action(async () => {
      const { exportContacts } = await import("./export-contacts.ts");
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
      "Review the contacts that may be the same person: show the result of each merge, and merge after your confirmation. With --yes, merge all duplicates with one of the given reasons without asking. A merge cannot be undone.",
    )
    .addOption(
      new Option("--reason <reason>", "Only duplicates with this reason; repeatable")
        .choices(reasons)
        .argParser(readReason),
    )
    .addOption(new Option("--keep <which>", "The contact to keep").choices(["oldest", "newest"]).default("oldest"))
    .addOption(new Option("--strategy <choice>", "The rule that combines two values of a field").choices(strategies))
    .option("-y, --yes", "Do not ask; needs --reason")
    .addHelpText(
      "after",
      "\nExamples:\n  messaging contacts dedupe\n  messaging contacts dedupe --reason same_phone --strategy append --dry-run\n  messaging contacts dedupe --reason same_phone --yes\n",
    )
    .action(async () => {
      const { dedupeContacts } = await import("./dedupe-contacts.ts");
      await dedupeContacts(io, command.optsWithGlobals());
    });
}

function readReason(text: string, previous: string[] = []): string[] {
  if (reasons.includes(text)) return [...previous, text];
  throw new InvalidArgumentError(`Allowed choices are ${reasons.join(", ")}.`);
}
