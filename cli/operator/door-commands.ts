import type { Command } from "commander";
import type { Io } from "../io.ts";
import { operateTeam } from "./operate.ts";

/** Adds the commands that make what clients of other services are configured with. */
export function addDoorCommands(teams: Command, io: Io): void {
  teams
    .command("twilio-credentials <name>")
    .description("Create a live and a test key for the clients of Twilio, and show them; they cannot be shown again")
    .addHelpText("after", help)
    .action((name: string, _, command: Command) =>
      operateTeam(io, { ...command.optsWithGlobals(), team: name }, async (em, team) => {
        const { createCredentials } = await import("../../server/doors/twilio/credentials.ts");
        return (await createCredentials(em, team)).map((each) => ({ ...each }));
      }),
    );
}

const help = `
Each run creates two new keys, named Twilio. The earlier ones stay valid until they are revoked by \`messaging keys revoke\`.
docs/doors.md has the lines for the client of each language.`;
