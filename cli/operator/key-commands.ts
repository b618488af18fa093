import type { Command } from "commander";
import { createKey, listKeys, revokeKey } from "../server/teams/keys.ts";
import { getTeam } from "../server/teams/teams.ts";
import { type CommonOptions, showFromDatabase } from "./database-action.ts";
import type { Io } from "./output.ts";

interface TeamOptions extends CommonOptions {
  team: string;
}

/** `messaging keys …` */
export function addKeyCommands(program: Command, io: Io): void {
  const keys = program.command("keys").description("API keys: what a client acts for a team with");

  keys
    .command("create")
    .description("make a key and show it, this once")
    .requiredOption("--team <name>", "the team it acts for")
    .action((options: TeamOptions) =>
      showFromDatabase(io, options, async ({ orm }) => {
        const em = orm.em.fork();
        const team = await getTeam(em, options.team);
        const { id, key } = await createKey(em, team);
        return { id, team: team.name, key };
      }),
    );

  keys
    .command("list")
    .description("list a team's keys, revoked ones too; the keys themselves are not kept")
    .requiredOption("--team <name>", "the team")
    .action((options: TeamOptions) =>
      showFromDatabase(io, options, async ({ orm }) => {
        const em = orm.em.fork();
        const team = await getTeam(em, options.team);
        const listed = await listKeys(em, team);
        return listed.map(({ id, createdAt, revokedAt }) => ({
          id,
          team: team.name,
          createdAt,
          revokedAt: revokedAt ?? null,
        }));
      }),
    );

  keys
    .command("revoke <id>")
    .description("end a key's life; every server refuses it from its next request on")
    .action((id: string, options: CommonOptions) =>
      showFromDatabase(io, options, async ({ orm }) => {
        const { createdAt, revokedAt } = await revokeKey(orm.em.fork(), id);
        return { id, createdAt, revokedAt: revokedAt ?? null };
      }),
    );
}
