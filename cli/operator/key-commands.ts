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
  const keys = program.command("keys").description("Manage API keys, with which clients act for a team");

  keys
    .command("create")
    .description("Create a key and show it; the key cannot be shown again")
    .requiredOption("--team <name>", "The team that the key acts for")
    .option("--name <name>", "A name for the key, shown in lists")
    .option("--expires <when>", "A date (midnight UTC), a timestamp, or a duration such as 90d or 12h")
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
    .description(
      "List a team's keys with their last use, including revoked keys; the secrets themselves are not stored",
    )
    .requiredOption("--team <name>", "The team")
    .action((_, command: Command) =>
      operateTeam(io, command.optsWithGlobals(), async (em, team) => {
        const { listKeys } = await import("../../server/teams/keys.ts");
        return (await listKeys(em, team)).map(({ id, ...key }) => ({ id, team: team.name, ...key }));
      }),
    );

  keys
    .command("revoke <id>")
    .description("Revoke a key; every server refuses it within a tenth of a second")
    .action((id: string, _, command: Command) =>
      operateDatabase(io, command.optsWithGlobals(), async ({ orm }) => {
        const { revokeKey } = await import("../../server/teams/keys.ts");
        return { ...(await revokeKey(orm.em.fork(), id)) };
      }),
    );
}
