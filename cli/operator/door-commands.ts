import type { Command } from "commander";
import type { Io } from "../io.ts";
import { operateTeam } from "./operate.ts";

/** Adds the commands that make what clients of other services are configured with. */
export function addDoorCommands(teams: Command, io: Io): void {
  addTwilioCredentials(teams, io);
  addSupabaseHook(teams, io);
}

function addTwilioCredentials(teams: Command, io: Io): void {
  teams
    .command("twilio-credentials <name>")
    .description("Show the account and the tokens of the team for the clients of Twilio")
    .option("--rotate", "Create new tokens; from then on, they sign what is posted to the app")
    .addHelpText("after", help)
    .action((name: string, { rotate }: { rotate?: boolean }, command: Command) =>
      operateTeam(io, { ...command.optsWithGlobals(), team: name }, async (em, team) => {
        const { loadSealer } = await import("./load-sealer.ts");
        const { prepareCredentials } = await import("../../server/doors/twilio/credentials.ts");
        const credentials = await prepareCredentials(em, await loadSealer(io), team, { rotate });
        return credentials.map((each) => ({ ...each }));
      }),
    );
}

const help = `
The first run creates two API keys, named Twilio. Their plain texts are kept, sealed, because they sign what is posted to the
app: \`messaging keys list\` marks such keys. After --rotate, the previous tokens stay valid for requests until they are
revoked by \`messaging keys revoke\`, but an app that verifies signatures needs the new token at once.
docs/doors.md has the lines for the client of each language.`;

function addSupabaseHook(teams: Command, io: Io): void {
  teams
    .command("supabase-hook <name>")
    .description("Show the address and the secrets of the team's Send-SMS hook for Supabase Auth")
    .option("--message <text>", "The text of the codes, in which $OTP stands for the code")
    .option("--rotate", "Create new secrets; the previous secrets are refused at once")
    .action((name: string, { message, rotate }: { message?: string; rotate?: boolean }, command: Command) =>
      operateTeam(io, { ...command.optsWithGlobals(), team: name }, async (em, team) => {
        const { loadSealer } = await import("./load-sealer.ts");
        const { hookUrlOf, prepareHook } = await import("../../server/doors/supabase/hook-tokens.ts");
        const { loadConfig, publicUrlOf } = await import("../../server/config.ts");
        const config = loadConfig(io.env);
        const url = hookUrlOf(publicUrlOf(config, config.port ?? 3_000), team.id);
        const tokens = await prepareHook(em, await loadSealer(io), team, { message, rotate });
        return tokens.map(({ testMode, token, template }) => ({
          team: name,
          mode: testMode ? "test" : "live",
          url,
          secret: `v1,${token}`,
          message: template,
        }));
      }),
    );
}
