import type { Command } from "commander";
import type { Io } from "../io.ts";

/** Adds a question to the command of the operation `createErasure`. */
export function addPrivacyCommands(program: Command, io: Io): void {
  const privacy = program.commands.find((each) => each.name() === "privacy")!;
  const command = privacy.commands.find((each) => each.name() === "erase")!;
  command.option("-y, --yes", "Do not ask before erasing; only a terminal is asked").action(async () => {
    const { erase } = await import("./erase.ts");
    await erase(io, command.optsWithGlobals(), command.args);
  });
}
