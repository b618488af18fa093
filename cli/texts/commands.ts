import { type Command, InvalidArgumentError } from "commander";
import { usageError } from "../failures.ts";
import type { Io } from "../io.ts";
import { readCount } from "../read-count.ts";
import { addRunOptions } from "../rows/options.ts";

/**
 * Adds `messaging send --file`, `--wait` and `--media`, `messaging texts cancel --campaign`, `messaging inbox`,
 * `messaging chat`, `messaging approvals watch`, and `messaging media get` and `upload`.
 */
export function addTextCommands(program: Command, io: Io): void {
  addSendFile(program, io);
  addCancelCampaign(program, io);
  addInbox(program, io);
  addChat(program, io);
  addWatchApprovals(program, io);
  addMediaGet(program, io);
  addMediaUpload(program, io);
}

/** The options of `send` that `--file` excludes. */
const singleTextOptions = ["to", "thread", "message", "data", "idempotencyKey", "unset", "wait", "media"];

/**
 * Adds `--wait`, `--at`, `--media` and `--file` to the command of the operation `sendText`. Without them, the command only
 * calls the operation; with `--at` or `--media`, it calls `sendMessage`, whose other flags have the same names.
 */
function addSendFile(program: Command, io: Io): void {
  const send = program.commands.find((each) => each.name() === "send")!;
  send.option(
    "--wait",
    "Wait until the text is delivered or has failed, for at most --timeout seconds (default: 120); exit code 8 if it is not delivered. Needs the scope messages:read, too",
  );
  send.option(
    "--at <time>",
    "When to send it: `2h` for in two hours, `tomorrow 9:00`, or a timestamp (default: at once)",
  );
  send.option(
    "--media <file or address>",
    "A picture or another file to attach: a file, which is uploaded, or an https address (repeatable)",
    (text: string, previous: string[] = []) => [...previous, text],
  );
  addRunOptions(addFileOptions(send), 4).addHelpText("after", fileHelp);
  send.action(async () => {
    const given = send.optsWithGlobals();
    if (given.file === undefined) {
      if (given.wait && given.at !== undefined)
        throw usageError("--wait waits for a text that is sent now, so leave out --at");
      if (given.media !== undefined) {
        const { attachMedia } = await import("./upload-media.ts");
        Object.assign(given, await attachMedia(io, given, given.media));
      }
      const id = given.at === undefined && given.media === undefined ? "sendText" : "sendMessage";
      if (given.wait) {
        const { sendAndWait } = await import("./send-and-wait.ts");
        return sendAndWait(io, id, { args: send.args, given });
      }
      const { runOperation } = await import("../operations/run-operation.ts");
      return runOperation(io, id, { args: send.args, given });
    }
    if (send.args.length > 0 || singleTextOptions.some((name) => given[name] !== undefined)) {
      throw usageError(
        "--file takes the phones and texts from the rows. Only these options of a single text can be added: --at, --from, --reply-webhook, --webhook-data, --retention.",
      );
    }
    const { sendFile } = await import("./send-file.ts");
    await sendFile(io, given as Parameters<typeof sendFile>[1]);
  });
}

function addFileOptions(send: Command): Command {
  return send
    .optionsGroup("One text for each row of a file:")
    .option("--file <file>", "CSV with a header, or JSON lines; - for stdin. See --template")
    .option(
      "--template <text>",
      "The text; {{column}} is replaced by the row's value of that column (default: {{message}})",
    )
    .option("--phone-column <name>", "The column of the phone numbers (default: the one whose name is that of phones)")
    .option(
      "--campaign <name>",
      "The name of the campaign; the same text is sent again to the same phone in another campaign (default with --at: the name of the file and the day)",
    )
    .option("-y, --yes", "Do not ask before sending; only a terminal is asked");
}

const fileHelp = `
  messaging send --file rows.csv --template "Hi {{name}}, your order has shipped." --dry-run
  messaging send --file rows.csv --template "Hi {{name}}, your order has shipped." --rate 5/s
  messaging send --file rows.csv --template "Hi {{name}}, see you soon." --at "tomorrow 9:00" --campaign spring

With --file, the same text is sent to the same phone only once in 24 hours, even if the command is interrupted or repeated.
With --at, the server keeps the texts until then, so this computer can be off. Until a text has gone out,
\`messaging texts cancel --campaign NAME\` cancels it.
`;

/** Adds `--campaign` to the command of the operation `cancelMessage`. */
function addCancelCampaign(program: Command, io: Io): void {
  const cancel = program.commands
    .find((each) => each.name() === "texts")!
    .commands.find((each) => each.name() === "cancel")!;
  cancel.registeredArguments[0]!.argOptional();
  cancel
    .option("--campaign <name>", "Cancel all texts of this campaign that have not gone out, and count the others")
    .option("-y, --yes", "Do not ask before a campaign is canceled; only a terminal is asked")
    .action(async () => {
      const given = cancel.optsWithGlobals();
      if (given.campaign === undefined) {
        if (cancel.args.length === 0) throw usageError("missing argument id, or --campaign");
        const { runOperation } = await import("../operations/run-operation.ts");
        return runOperation(io, "cancelMessage", { args: cancel.args, given });
      }
      if (cancel.args.length > 0 || given.idempotencyKey !== undefined)
        throw usageError("--campaign takes no id and no --idempotency-key");
      const { cancelCampaign } = await import("./cancel-campaign.ts");
      return cancelCampaign(io, given as Parameters<typeof cancelCampaign>[1]);
    });
}

function addInbox(program: Command, io: Io): void {
  const inbox = program
    .command("inbox")
    .summary("Show the newest conversations, or watch for new texts")
    .description(
      "Show the conversations with the newest texts. With --watch, also show every conversation that gets a new text, and new delivery statuses, until Ctrl-C.",
    )
    .option("--watch", "Watch for new texts until Ctrl-C")
    .option("--limit <number>", "The number of conversations to show at the start", readCount, 15);
  addInterval(inbox)
    .addHelpText(
      "after",
      `${streamHelp}With -o, only conversations are shown. \`messaging listen\` has the statuses as JSON.\n\nExamples:\n  messaging inbox --watch\n  messaging inbox --watch -o jsonl | while read -r thread; do …; done\n`,
    )
    .action(async () => {
      const { showInbox } = await import("./inbox.ts");
      await showInbox(io, inbox.optsWithGlobals());
    });
}

function addChat(program: Command, io: Io): void {
  const chat = program
    .command("chat")
    .summary("Chat with a phone number, on a terminal")
    .description(
      "Chat with a phone number: show its newest texts, new replies and delivery statuses, and send the lines that you type. The prompt counts characters and segments. Ctrl-C quits.",
    )
    .argument("<phone>", "The phone number, or the id of a thread")
    .option("--from <text>", "The business number to send from if there is no thread yet: its name, phone number or id")
    .option("--limit <number>", "The number of texts to show at the start", readCount, 20);
  addInterval(chat)
    .addHelpText("after", streamHelp)
    .action(async (recipient: string) => {
      const { chat: runChat } = await import("./chat.ts");
      await runChat(io, chat.optsWithGlobals(), recipient);
    });
}

/** Adds `watch` beside the commands of operations on approvals. */
function addWatchApprovals(program: Command, io: Io): void {
  const watch = program.commands
    .find((each) => each.name() === "approvals")!
    .command("watch")
    .summary("Decide about texts as they come, on a terminal")
    .description(
      "Show each text that waits for an approval, and ask whether to send or reject it, until Ctrl-C. Needs the scopes messages:approve, and events:read to show texts as they come.",
    );
  watch.action(async () => {
    const { watchApprovals } = await import("./watch-approvals.ts");
    await watchApprovals(io, watch.optsWithGlobals());
  });
}

/** Adds `get` beside the commands of operations on files. The answer is bytes, which go to a file. */
function addMediaGet(program: Command, io: Io): void {
  const get = program.commands
    .find((each) => each.name() === "media")!
    .command("get")
    .summary("Save a file of a message")
    .description(
      "Save a picture or another file that came with a text. The messages of a thread have the ids of their files. A file that exists is kept.",
    )
    .argument("<id>", "The id of the file")
    .argument("<file>", "Where it is saved")
    .addHelpText("after", mediaHelp);
  get.action(async (id: string, file: string) => {
    const { saveMedia } = await import("./save-media.ts");
    await saveMedia(io, get.optsWithGlobals(), id, file);
  });
}

/** Adds `upload` beside `get`. The request is bytes, which come from a file. */
function addMediaUpload(program: Command, io: Io): void {
  const upload = program.commands
    .find((each) => each.name() === "media")!
    .command("upload")
    .summary("Upload a file for texts")
    .description(
      "Upload a picture or another file of at most 5 MiB, to attach it to texts by its id. A file that no text uses within seven days is deleted.",
    )
    .argument("<file>", "The file")
    .option("--idempotency-key <key>", "The idempotency key of this write (default: a new key)")
    .addHelpText("after", uploadHelp);
  upload.action(async (file: string) => {
    const { uploadMedia } = await import("./upload-media.ts");
    await uploadMedia(io, upload.optsWithGlobals(), file);
  });
}

const uploadHelp = `
Scope of the API key: messages:send

Examples:
  messaging media upload picture.jpg -o id
`;

const mediaHelp = `
Scope of the API key: messages:read

Examples:
  messaging media get $MEDIA_ID picture.jpg
`;

const streamHelp = `
Changes are shown as they happen if the API key has the scope events:read. Otherwise the server is asked at intervals,
without delivery statuses; a chat then shows only failures.
`;

const addInterval = (command: Command) =>
  command.option(
    "--interval <seconds>",
    "The time between checks for texts without an event; it grows while there are none",
    readInterval,
    2,
  );

function readInterval(text: string): number {
  const seconds = Number(text);
  if (!(seconds >= 0.1 && seconds <= 3_600)) throw new InvalidArgumentError("Expected seconds, from 0.1 to 3600.");
  return seconds;
}
