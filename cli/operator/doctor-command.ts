import type { Command } from "commander";
import { Failure } from "../failures.ts";
import type { Io } from "../io.ts";
import { operate } from "./operate.ts";

/** `messaging doctor` */
export function addDoctorCommand(program: Command, io: Io): void {
  program
    .command("doctor")
    .summary("Check everything that the server needs")
    .description(
      "Check everything that the server needs, and show how to fix problems. The carrier is asked for the account and its numbers. With --fix, numbers whose address at the carrier is empty, or another one of this server, get the right one, after your confirmation.",
    )
    .option("--fix", "Set the addresses at the carrier that are empty or of this server")
    .option("--yes", "With --fix, do not ask")
    .action(async (_, command: Command) => {
      const failed: string[] = [];
      const options = command.optsWithGlobals();
      await operate(
        io,
        options,
        async () => {
          if (options.fix) {
            const { fixAddresses } = await import("../doctor/fix-addresses.ts");
            await fixAddresses(io, options);
          }
          const { examine } = await import("../doctor/examine.ts");
          const { withDataDir } = await import("./locate-data.ts");
          const findings = await examine(await withDataDir(io.env));
          failed.push(...findings.filter(({ status }) => status === "fail").map(({ check }) => check));
          return findings.map(({ check, status, found, todo = null }) => ({ check, status, found, todo }));
        },
        { id: "check", wrapped: ["found", "todo"] },
      );
      if (failed.length > 0) throw new Failure("server", `Failed checks: ${failed.join(", ")}`);
    });
}
