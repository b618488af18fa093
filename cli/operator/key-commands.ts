import type { Command } from "commander";
import type { Io } from "../io.ts";
import { operateDatabase, operateTeam } from "./operate.ts";
import { readExpiry } from "./read-expiry.ts";

interface CreateOptions {
  name?: string;
  expires?: string;
}

/** `messaging keys …` */
export function addKeyCommands(program: Command, io: Io): void {
  const keys = program.command("keys").description("API keys: what a client acts for a team with");

  keys
    .command("create")
    .description("Make a key and show it, this once")
    .requiredOption("--team <name>", "The team it acts for")
    .option("--name <name>", "What it is for; lists show it")
    .option("--expires <when>", "A date (its midnight in UTC), a timestamp, or a duration such as 90d or 12h")
    .action(({ name, expires }: CreateOptions, command: Command) =>
      operateTeam(io, command.optsWithGlobals(), async (em, team) => {
        const { createKey } = await import("../../server/teams/keys.ts");
        const expiresAt = expires === undefined ? undefined : await readExpiry(em, expires);
        const { key, ...created } = await createKey(em, team, { name, expiresAt });
        return { ...created, team: team.name, key };
      }),
    );

  keys
    .command("list")
    .description("List a team's keys, revoked ones too, with their last use; the keys themselves are not kept")
    .requiredOption("--team <name>", "The team")
    .action((_, command: Command) =>
      operateTeam(io, command.optsWithGlobals(), async (em, team) => {
        const { listKeys } = await import("../../server/teams/keys.ts");
        return (await listKeys(em, team)).map(({ id, ...key }) => ({ id, team: team.name, ...key }));
      }),
    );

  keys
    .command("revoke <id>")
    .description("End a key's life; every server refuses it within a tenth of a second")
    .action((id: string, _, command: Command) =>
      operateDatabase(io, command.optsWithGlobals(), async ({ orm }) => {
        const { revokeKey } = await import("../../server/teams/keys.ts");
        return { ...(await revokeKey(orm.em.fork(), id)) };
      }),
    );
}
