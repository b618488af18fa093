import { type Command, InvalidArgumentError, Option } from "commander";
import type { DuplicateReason } from "../../generated/api.ts";
import { outlines } from "../../generated/outlines.ts";
import { usageError } from "../failures.ts";
import { addFlags } from "../flags.ts";
import type { Io } from "../io.ts";
import { readCount } from "../operation-commands.ts";

/** What works on many things at once: `send --file`, `contacts import`, `export` and `dedupe`. */
export function addBulkCommands(program: Command, io: Io): void {
  addSendFile(find(program, "send"), io);
  const contacts = find(program, "contacts");
  addImport(contacts, io);
  addExport(contacts, io);
  addDedupe(contacts, io);
}

const find = (parent: Command, name: string) => parent.commands.find((each) => each.name() === name)!;

/** Options of every command that goes over the rows of a file. */
function addRowOptions(command: Command): Command {
  return command
    .option("--rate <rate>", "How many rows at most, as 5/s, 100/m or 1000/h", readRate)
    .addOption(
      new Option("--concurrency <number>", "How many rows at once").default(4).argParser((text) => {
        const count = readCount(text);
        if (count > 64) throw new InvalidArgumentError("It takes at most 64.");
        return count;
      }),
    )
    .option("--report <file>", "Where failed rows go, as CSV with the reasons (default: FILE.failed.csv)")
    .option("--checkpoint <file>", "What keeps how far it has come (default: FILE.checkpoint)")
    .option("--restart", "Begin from the first row, whatever was done before");
}

const secondsOf = { s: 1, m: 60, h: 3_600 };

function readRate(text: string): number {
  const [, count, unit] = /^(\d{1,6}(?:\.\d+)?)\/([smh])$/.exec(text) ?? [];
  if (!(Number(count) > 0)) throw new InvalidArgumentError("It takes a number of rows and a time, as 5/s or 100/m.");
  return Number(count) / secondsOf[unit as "s"];
}

/** What makes one text only. */
const ofOneText = ["to", "thread", "message", "data", "idempotencyKey", "unset"];

function addSendFile(send: Command, io: Io): void {
  send
    .optionsGroup("One text for each row of a file:")
    .option("--file <file>", "CSV with a header or JSON lines, or - for stdin; see --template")
    .option("--template <text>", "The text, in which {{name}} is the row's value of that column (default: {{message}})")
    .option("--phone-column <name>", "The column that has the phones (default: phone, or what it is usually called)")
    .option("--campaign <name>", "Send texts again that were sent to the same phones under another name");
  addRowOptions(send);
  send.addHelpText(
    "after",
    `
  messaging send --file rows.csv --template "Hi {{name}}, your order has shipped." --dry-run
  messaging send --file rows.csv --template "Hi {{name}}, your order has shipped." --rate 5/s

With --file the same text is sent to the same phone once, also when the command is repeated or was interrupted.
`,
  );
  send.action(async () => {
    const given = send.optsWithGlobals();
    if (given.file === undefined) {
      const { runOperation } = await import("../run-operation.ts");
      return runOperation(io, "sendText", { args: send.args, given });
    }
    if (send.args.length > 0 || ofOneText.some((name) => given[name] !== undefined)) {
      throw usageError(
        "--file takes the phones and texts from the rows; only --from, --reply-webhook and --webhook-data go along",
      );
    }
    const { sendFile } = await import("./send-file.ts");
    await sendFile(io, given as Parameters<typeof sendFile>[1]);
  });
}

function addImport(contacts: Command, io: Io): void {
  const command = contacts
    .command("import")
    .summary("Add or update the contacts of a file")
    .description(
      "Add or update the contacts of a file: CSV with a header, or JSON lines. A row changes the contact that has its id, external id or phone, or adds one, which keeps the row's id; a blank cell changes nothing. What `messaging contacts export` writes can be imported. An import that was interrupted goes on where it was when the command is repeated.",
    )
    .argument("<file>", "The file, or - for stdin")
    .option(
      "--map <field=column>",
      "What a column is, where its name does not say it: id, externalId, name, firstName, lastName, company, role, phone, phone.LABEL, tags, notes, metadata or metadata.NAME; repeatable",
      (text: string, before: string[] = []) => [...before, text],
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
    .summary("Write all contacts")
    .description(
      "Write all contacts, or those that are looked for, with all their phones and notes: CSV, unless -o says otherwise. `messaging contacts import` reads it.",
    );
  addFlags(command, "listContacts");
  command
    .option("--limit <number>", "How many contacts at most", readCount)
    .addOption(
      new Option("--concurrency <number>", "How many contacts are read at once").default(4).argParser(readCount),
    )
    .option("--summary", "With the primary phone only and without notes: a request for 100 contacts, not for each")
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
    .summary("Go through the duplicates and merge them")
    .description(
      "Go through the contacts that may be the same person, show what would become of them, and merge them if you say so. With --yes it merges all that have one of the given reasons, without asking. A merge cannot be undone.",
    )
    .addOption(
      new Option("--reason <reason>", "Only those with this reason; repeatable").choices(reasons).argParser(readReason),
    )
    .addOption(new Option("--keep <which>", "The contact that stays").choices(["oldest", "newest"]).default("oldest"))
    .addOption(new Option("--strategy <choice>", "How two values of a field become one").choices(strategies))
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

function readReason(text: string, before: string[] = []): string[] {
  if (reasons.includes(text)) return [...before, text];
  throw new InvalidArgumentError(`Allowed choices are ${reasons.join(", ")}.`);
}
