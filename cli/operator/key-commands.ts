import type { Command } from "commander";
import { type KeyScope, keyScopes } from "../../generated/operations.ts";
import type { KeyMode } from "../../server/db/schema/entities/api-key.ts";
import type { Io } from "../io.ts";
import { operateDatabase, operateTeam } from "./operate.ts";
import { choiceOption, choicesOption } from "./options.ts";
import { readExpiry } from "./read-expiry.ts";

interface CreateOptions {
  name?: string;
  expires?: string;
  scope?: KeyScope[];
  mode?: KeyMode;
}

const modes: Record<KeyMode, true> = { any: true, test: true, live: true };

/** `messaging keys …` */
export function addKeyCommands(program: Command, io: Io): void {
  const keys = program.command("keys").description("Manage API keys, with which clients act for a team");

  keys
    .command("create")
    .description("Create a key and show it; the key cannot be shown again")
    .requiredOption("--team <name>", "The team that the key acts for")
    .option("--name <name>", "A name for the key, shown in lists")
    .option("--expires <when>", "A date (midnight UTC), a timestamp, or a duration such as 90d or 12h")
    .addOption(choicesOption("--scope <scope>", "A scope of the key; repeatable (default: all scopes)", keyScopes))
    .addOption(choiceOption("--mode <mode>", "The mode of the key: any, only test or only live (default: any)", modes))
    .action(({ name, expires, scope, mode }: CreateOptions, command: Command) =>
      operateTeam(io, command.optsWithGlobals(), async (em, team) => {
        const { createKey } = await import("../../server/teams/keys.ts");
        const expiresAt = expires === undefined ? undefined : await readExpiry(em, expires);
        const { key, ...created } = await createKey(em, team, { name, expiresAt, scopes: scope, mode });
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
