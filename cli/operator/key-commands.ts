import type { Command } from "commander";
import type { Io } from "../io.ts";
import { operateDatabase, operateTeam } from "./operate.ts";

/** `messaging keys …` */
export function addKeyCommands(program: Command, io: Io): void {
  const keys = program.command("keys").description("API keys: what a client acts for a team with");

  keys
    .command("create")
    .description("Make a key and show it, this once")
    .requiredOption("--team <name>", "The team it acts for")
    .action((_, command: Command) =>
      operateTeam(io, command.optsWithGlobals(), async (em, team) => {
        const { createKey } = await import("../../server/teams/keys.ts");
        const { id, key } = await createKey(em, team);
        return { id, team: team.name, key };
      }),
    );

  keys
    .command("list")
    .description("List a team's keys, revoked ones too; the keys themselves are not kept")
    .requiredOption("--team <name>", "The team")
    .action((_, command: Command) =>
      operateTeam(io, command.optsWithGlobals(), async (em, team) => {
        const { listKeys } = await import("../../server/teams/keys.ts");
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
    .description("End a key's life; every server refuses it within a tenth of a second")
    .action((id: string, _, command: Command) =>
      operateDatabase(io, command.optsWithGlobals(), async ({ orm }) => {
        const { revokeKey } = await import("../../server/teams/keys.ts");
        const { createdAt, revokedAt } = await revokeKey(orm.em.fork(), id);
        return { id, createdAt, revokedAt: revokedAt ?? null };
      }),
    );
}
