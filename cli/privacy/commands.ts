import type { Command } from "commander";
import type { Io } from "../io.ts";

/** Adds to commands of operations: a question to that of `createErasure`, and a format to that of `exportPhoneData`. */
export function addPrivacyCommands(program: Command, io: Io): void {
  const privacy = program.commands.find((each) => each.name() === "privacy")!;
  const find = (name: string) => privacy.commands.find((each) => each.name() === name)!;
  const erase = find("erase");
  erase.option("-y, --yes", "Do not ask before erasing; only a terminal is asked").action(async () => {
    const { erase: run } = await import("./erase.ts");
    await run(io, erase.optsWithGlobals(), erase.args);
  });
  const exported = find("export");
  exported.option("--html", "Write one page that a person can read, instead of JSON lines").action(async () => {
    const { exportPhone } = await import("./export.ts");
    await exportPhone(io, exported.optsWithGlobals(), exported.args);
  });
}
