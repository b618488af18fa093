import type { Command } from "commander";
import { createKey, listKeys, revokeKey } from "../server/teams/keys.ts";
import { getTeam } from "../server/teams/teams.ts";
import { type Io, type OutputFormat, writeResult } from "./output.ts";
import { withDatabase } from "./with-database.ts";

interface Options {
  team: string;
  output?: OutputFormat;
}

/** `messaging keys …` */
export function addKeyCommands(program: Command, io: Io): void {
  const keys = program.command("keys").description("API keys: what a client acts for a team with");

  keys
    .command("create")
    .description("make a key and show it, this once")
    .requiredOption("--team <name>", "the team it acts for")
    .action(({ team: name, output }: Options) =>
      withDatabase(io, async ({ orm }) => {
        const em = orm.em.fork();
        const team = await getTeam(em, name);
        const { id, key } = await createKey(em, team);
        writeResult(io, { id, team: team.name, key }, output);
      }),
    );

  keys
    .command("list")
    .description("list a team's keys, revoked ones too; the keys themselves are not kept")
    .requiredOption("--team <name>", "the team")
    .action(({ team: name, output }: Options) =>
      withDatabase(io, async ({ orm }) => {
        const em = orm.em.fork();
        const team = await getTeam(em, name);
        const listed = (await listKeys(em, team)).map(({ id, createdAt, revokedAt }) => ({
          id,
          team: team.name,
          createdAt,
          revokedAt: revokedAt ?? null,
        }));
        writeResult(io, listed, output);
      }),
    );

  keys
    .command("revoke <id>")
    .description("end a key's life; every server refuses it from its next request on")
    .action((id: string, { output }: Pick<Options, "output">) =>
      withDatabase(io, async ({ orm }) => {
        const { createdAt, revokedAt } = await revokeKey(orm.em.fork(), id);
        writeResult(io, { id, createdAt, revokedAt: revokedAt ?? null }, output);
      }),
    );
}
