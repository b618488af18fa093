import { appendFile, readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { RootCommand, script } from "@bomb.sh/tab";
import type { Command, Option } from "commander";
import { makeDirectory } from "../../server/make-directory.ts";
import { launcher } from "../../server/program.ts";
import { Failure } from "../failures.ts";
import { type Io, tell } from "../io.ts";
import { type OutputOptions, writeResult } from "../output/output.ts";
import { findCommands } from "./command-list.ts";

type Shell = "bash" | "zsh" | "fish";

/**
 * A line for a shell's start-up file, which loads the completions. The line names the launcher by its path, because that
 * file may set the PATH or an alias later. A line whose launcher is gone does nothing.
 */
function lineFor(shell: "bash" | "zsh"): string {
  const quoted = `'${launcher.replaceAll("'", "'\\''")}'`;
  return `[ -x ${quoted} ] && source <(${quoted} completion ${shell})`;
}

/** The start-up file of each shell, and the line for it. Fish loads every file of its folder. */
const shellFiles: Record<Shell, { file: string; line?: string; needs?: string }> = {
  bash: { file: ".bashrc", line: lineFor("bash"), needs: "the package bash-completion, and" },
  zsh: { file: ".zshrc", line: lineFor("zsh") },
  fish: { file: ".config/fish/completions/messaging.fish" },
};

/** `messaging completion`: writes the shell's script, or installs it and shows the path. */
export async function writeCompletion(
  io: Io,
  { install, ...options }: OutputOptions & { install?: boolean },
  shell: Shell,
): Promise<void> {
  const text = capture(() => script(shell, "messaging", "messaging"));
  if (!install) {
    if (options.output === undefined && options.jq === undefined) return void io.stdout.write(text);
    return writeResult(io, options, { shell, script: text }, { id: "shell" });
  }
  const { file, line, needs = "" } = shellFiles[shell];
  const path = join(io.env.HOME || homedir(), file);
  const isNew = await addTo(path, line, text).catch((error: Error) => {
    throw new Failure("invalid", `Cannot install the completion: ${error.message}`);
  });
  tell(
    io,
    isNew
      ? `Open a new shell to use the completion. It needs ${`${needs} \`messaging\``.trim()} on the PATH or as an alias.`
      : "The completion is already installed.",
  );
  await writeResult(io, options, { shell, file: path, installed: isNew }, { id: "file" });
}

async function addTo(path: string, line: string | undefined, text: string): Promise<boolean> {
  const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });
  // The file of the shell is the user's and in any encoding, so bytes are compared.
  if (content?.equals(Buffer.from(text)) || (line && hasLine(content, line))) return false;
  makeDirectory(dirname(path));
  if (line === undefined) await writeFile(path, text);
  else await appendFile(path, `${content === undefined || content.at(-1) === 0x0a ? "" : "\n"}${line}\n`);
  return true;
}

/** Whether the bytes of a file have a line. */
const hasLine = (content: Buffer | undefined, line: string) =>
  content !== undefined && Buffer.concat([Buffer.from("\n"), content, Buffer.from("\n")]).includes(`\n${line}\n`);

/** Writes the possible next words of a command line, in the format of the shell's script. */
export function complete(io: Io, program: Command, words: string[]): void {
  const root = new RootCommand();
  const help = program.createHelp();
  addOptions(root, help.visibleOptions(program));
  for (const group of help.visibleCommands(program)) root.command(group.name(), group.summary() || group.description());
  for (const { name, command } of findCommands(program)) {
    const entry = root.command(name, command.summary() || command.description());
    addOptions(entry, [...help.visibleOptions(program), ...help.visibleOptions(command)]);
    for (const argument of command.registeredArguments) {
      entry.argument(argument.name(), offer(argument.argChoices), argument.variadic);
    }
  }
  io.stdout.write(capture(() => root.parse(words)));
}

function addOptions(entry: Pick<RootCommand, "option">, options: readonly Option[]): void {
  for (const { long, short, description, argChoices, required, optional } of options) {
    const name = long?.slice(2);
    if (!name) continue;
    if (required || optional) entry.option(name, description, offer(argChoices), short?.slice(1));
    else entry.option(name, description, short?.slice(1));
  }
}

function offer(choices: readonly string[] = []) {
  return (complete: (value: string, description: string) => void) => {
    for (const choice of choices) complete(choice, "");
  };
}

/** Returns what the completion library writes, which it does only to the console. */
function capture(work: () => void): string {
  const { log } = console;
  const lines: unknown[] = [];
  console.log = (line) => lines.push(line);
  try {
    work();
  } finally {
    console.log = log;
  }
  return lines.map((line) => `${line}\n`).join("");
}
