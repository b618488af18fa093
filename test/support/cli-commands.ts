import { createProgram } from "../../cli/program.ts";
import { findCommands } from "../../cli/tools/command-list.ts";

export const program = createProgram({ env: {}, stdin: process.stdin, stdout: process.stdout, stderr: process.stderr });

/** The names of all commands, except commands that run until they are stopped. */
export const commandNames = findCommands(program)
  .map(({ name }) => name)
  .filter((name) => !["serve", "chat", "listen", "approvals watch"].includes(name));
