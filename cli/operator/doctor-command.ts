import type { Command } from "commander";
import { Failure } from "../failures.ts";
import type { Io } from "../io.ts";
import { operate } from "./operate.ts";

/** `messaging doctor` */
export function addDoctorCommand(program: Command, io: Io): void {
  program
    .command("doctor")
    .summary("Check everything that the server needs")
    .description("Check everything that the server needs, and show how to fix problems")
    .action(async (_, command: Command) => {
      const failed: string[] = [];
      await operate(
        io,
        command.optsWithGlobals(),
        async () => {
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
