import { type Command, InvalidArgumentError } from "commander";
import type { Io } from "../io.ts";
import { readCount } from "../operation-commands.ts";

/** Adds the commands that follow conversations: `inbox` and `chat`. */
export function addLiveCommands(program: Command, io: Io): void {
  const inbox = program
    .command("inbox")
    .summary("Show the newest conversations, or watch for new texts")
    .description(
      "Show the conversations with the newest texts. With --watch, also show every conversation that gets a new text, until Ctrl-C.",
    )
    .option("--watch", "Watch for new texts until Ctrl-C")
    .option("--limit <number>", "The number of conversations to show at the start", readCount, 15);
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
    .summary("Chat with a phone number, on a terminal")
    .description(
      "Chat with a phone number: show its newest texts and new replies, and send the lines that you type. The prompt counts characters and segments. Ctrl-C quits.",
    )
    .argument("<phone>", "The phone number, or the id of a thread")
    .option("--from <text>", "The business number to send from if there is no thread yet: its name, phone number or id")
    .option("--limit <number>", "The number of texts to show at the start", readCount, 20);
  addInterval(chat).action(async (recipient: string) => {
    const { chat: runChat } = await import("./chat.ts");
    await runChat(io, chat.optsWithGlobals(), recipient);
  });
}

const addInterval = (command: Command) =>
  command.option(
    "--interval <seconds>",
    "The time between checks for new texts; it grows while there are none",
    readInterval,
    2,
  );

function readInterval(text: string): number {
  const seconds = Number(text);
  if (!(seconds >= 0.1 && seconds <= 3_600)) throw new InvalidArgumentError("Expected seconds, from 0.1 to 3600.");
  return seconds;
}
