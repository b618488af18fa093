import type { Command } from "commander";
import type { Io } from "./io.ts";

/** `messaging login`, `messaging profiles …` */
export function addAccountCommands(program: Command, io: Io): void {
  program
    .command("login")
    .summary("Keep a server's address and an API key")
    .description(
      "Keep a server's address and an API key as a profile, once the server accepts the key. It asks for what is not given.",
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

  const profiles = program.command("profiles").description("Servers and keys that are kept: see `messaging login`");
  profiles
    .command("list")
    .alias("ls")
    .description("List the profiles.")
    .action(async (_, command: Command) => {
      const { listProfiles } = await import("./profile-actions.ts");
      await listProfiles(io, command.optsWithGlobals());
    });
  profiles
    .command("show")
    .description("Show where commands go, and as whom.")
    .argument("[name]", "The profile; without it, what counts now")
    .action(async (name: string | undefined, _, command: Command) => {
      const { showProfile } = await import("./profile-actions.ts");
      await showProfile(io, command.optsWithGlobals(), name);
    });
  profiles
    .command("use")
    .description("Make a profile the current one.")
    .argument("<name>")
    .action(async (name: string, _, command: Command) => {
      const { chooseProfile } = await import("./profile-actions.ts");
      await chooseProfile(io, command.optsWithGlobals(), name);
    });
  profiles
    .command("remove")
    .alias("rm")
    .description("Forget a profile and its key. The key itself goes on to work.")
    .argument("<name>")
    .action(async (name: string, _, command: Command) => {
      const { removeProfile } = await import("./profile-actions.ts");
      await removeProfile(io, command.optsWithGlobals(), name);
    });
}
