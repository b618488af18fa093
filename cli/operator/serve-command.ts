import type { Command } from "commander";
import type { Io } from "../io.ts";

/** `messaging serve`, which `npm start` runs */
export function addServeCommand(program: Command, io: Io): void {
  program
    .command("serve")
    .summary("Start the server")
    .description("Start the server; the first start saves its address and the first key as a profile")
    .action(async () => {
      const { start } = await import("../../server/process/start.ts");
      const { keepProfile } = await import("./keep-profile.ts");
      // Nobody awaits the start, so its failure is an uncaught error, after which `start` stops what runs and exits.
      void start(io.env, (installation) => keepProfile(io.env, installation));
    });
}
