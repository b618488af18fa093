import type { Command } from "commander";
import type { Io } from "../io.ts";

/** `messaging login`, `messaging profiles …` */
export function addProfileCommands(program: Command, io: Io): void {
  addLogin(program, io);
  addProfiles(program, io);
}

function addLogin(program: Command, io: Io): void {
  program
    .command("login")
    .summary("Save a server's address and an API key")
    .description(
      "Save a server's address and an API key as a profile, after the server has accepted the key. Prompts for missing values.",
    )
    .option("--api-key-stdin", "Read the API key from stdin")
    .addHelpText(
      "after",
      "\nExamples:\n  messaging login --url https://sms.example.com --profile work\n  messaging login --api-key-stdin < key.txt\n",
    )
    .action(async (_, command: Command) => {
      const { login } = await import("./login.ts");
      await login(io, command.optsWithGlobals());
    });
}

function addProfiles(program: Command, io: Io): void {
  const profiles = program.command("profiles").description("Manage the profiles that `messaging login` saves");
  profiles
    .command("list")
    .alias("ls")
    .description("List the profiles.")
    .action(async (_, command: Command) => {
      const { listProfiles } = await import("./manage.ts");
      await listProfiles(io, command.optsWithGlobals());
    });
  profiles
    .command("show")
    .description("Show which server and key commands use.")
    .argument("[name]", "The profile (default: the server and key in effect)")
    .action(async (name: string | undefined, _, command: Command) => {
      const { showProfile } = await import("./manage.ts");
      await showProfile(io, command.optsWithGlobals(), name);
    });
  profiles
    .command("use")
    .description("Make a profile the current profile.")
    .argument("<name>")
    .action(async (name: string, _, command: Command) => {
      const { chooseProfile } = await import("./manage.ts");
      await chooseProfile(io, command.optsWithGlobals(), name);
    });
  profiles
    .command("remove")
    .alias("rm")
    .description("Remove a profile and its key from this machine. The key remains valid on the server.")
    .argument("<name>")
    .action(async (name: string, _, command: Command) => {
      const { removeProfile } = await import("./manage.ts");
      await removeProfile(io, command.optsWithGlobals(), name);
    });
}
