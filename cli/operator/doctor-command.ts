import type { Command } from "commander";
import type { CommonOptions } from "./database-action.ts";
import { UnhealthyError } from "./failures.ts";
import { type Io, writeResult } from "./output.ts";

/** `messaging doctor` */
export function addDoctorCommand(program: Command, io: Io): void {
  program
    .command("doctor")
    .description("check everything that the server needs, and say what to do where something is wrong")
    .action(async ({ output }: CommonOptions) => {
      const { examine } = await import("./doctor/examine.ts");
      const findings = await examine(io.env);
      writeResult(
        io,
        findings.map(({ check, status, found, todo = null }) => ({ check, status, found, todo })),
        output,
      );
      const failed = findings.filter(({ status }) => status === "fail").map(({ check }) => check);
      if (failed.length > 0) throw new UnhealthyError(`Not healthy: ${failed.join(", ")}`);
    });
}
