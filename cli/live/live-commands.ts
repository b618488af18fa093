import { type Command, InvalidArgumentError } from "commander";
import type { Io } from "../io.ts";
import { readCount } from "../operation-commands.ts";

/** What people look at and talk with: `inbox` and `chat`. */
export function addLiveCommands(program: Command, io: Io): void {
  const inbox = program
    .command("inbox")
    .summary("Show the newest conversations, and go on as texts come")
    .description(
      "Show the conversations with the newest texts. With --watch, go on with every conversation that has a new text, until Ctrl-C.",
    )
    .option("--watch", "Go on until Ctrl-C")
    .option("--limit <number>", "How many conversations to begin with", readCount, 15);
  addInterval(inbox)
    .addHelpText(
      "after",
      "\nExamples:\n  messaging inbox --watch\n  messaging inbox --watch -o jsonl | while read -r thread; do …; done\n",
    )
    .action(async () => {
      const { showInbox } = await import("./inbox.ts");
      await showInbox(io, inbox.optsWithGlobals());
    });

  const chat = program
    .command("chat")
    .summary("Talk with a phone, on a terminal")
    .description(
      "Talk with a phone: its newest texts, what it answers as it comes, and a line to write, with its characters and segments. Ctrl-C ends it.",
    )
    .argument("<phone>", "The phone, or the id of a thread")
    .option("--from <text>", "The business number to send from, if there is no thread yet: its name, phone or id")
    .option("--limit <number>", "How many texts to begin with", readCount, 20);
  addInterval(chat).action(async (whom: string) => {
    const { chat: talk } = await import("./chat.ts");
    await talk(io, chat.optsWithGlobals(), whom);
  });
}

const addInterval = (command: Command) =>
  command.option(
    "--interval <seconds>",
    "How often to look for new texts; less often while none come",
    readInterval,
    2,
  );

function readInterval(text: string): number {
  const seconds = Number(text);
  if (!(seconds >= 0.1 && seconds <= 3_600)) throw new InvalidArgumentError("It takes seconds, from 0.1 to 3600.");
  return seconds;
}
