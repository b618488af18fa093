import { type Command, InvalidArgumentError } from "commander";
import type { Team } from "../server/db/entities/team.ts";
import { parseTimestamp } from "../server/db/timestamp.ts";
import { createTeam, getTeam, listTeams, setLicense, setTeamStatus } from "../server/teams/teams.ts";
import { type Io, type OutputFormat, writeResult } from "./output.ts";
import { withDatabase } from "./with-database.ts";

interface Options {
  output?: OutputFormat;
}

/** `messaging teams …` */
export function addTeamCommands(program: Command, io: Io): void {
  const teams = program.command("teams").description("Teams: who owns keys, numbers, threads and contacts");

  teams
    .command("create <name>")
    .description("make an active team")
    .action((name: string, { output }: Options) =>
      withDatabase(io, async ({ orm }) => writeResult(io, present(await createTeam(orm.em.fork(), name)), output)),
    );

  teams
    .command("list")
    .description("list all teams")
    .action(({ output }: Options) =>
      withDatabase(io, async ({ orm }) => writeResult(io, (await listTeams(orm.em.fork())).map(present), output)),
    );

  teams
    .command("show <name>")
    .description("show one team")
    .action((name: string, { output }: Options) =>
      withDatabase(io, async ({ orm }) => writeResult(io, present(await getTeam(orm.em.fork(), name)), output)),
    );

  teams
    .command("suspend <name>")
    .description("refuse the team's live requests from now on; test mode goes on")
    .action((name: string, { output }: Options) =>
      withDatabase(io, async ({ orm }) =>
        writeResult(io, present(await setTeamStatus(orm.em.fork(), name, "suspended")), output),
      ),
    );

  teams
    .command("resume <name>")
    .description("serve a suspended team again")
    .action((name: string, { output }: Options) =>
      withDatabase(io, async ({ orm }) =>
        writeResult(io, present(await setTeamStatus(orm.em.fork(), name, "active")), output),
      ),
    );

  teams
    .command("license <name>")
    .description("set until when the team's live requests are served")
    .requiredOption("--until <date>", "an ISO 8601 date or timestamp, or `never` for no end", readUntil)
    .action((name: string, { until, output }: Options & { until: string | null }) =>
      withDatabase(io, async ({ orm }) =>
        writeResult(io, present(await setLicense(orm.em.fork(), name, until)), output),
      ),
    );
}

function present({ id, name, status, licensedUntil, createdAt }: Team) {
  return { id, name, status, licensedUntil: licensedUntil ?? null, createdAt };
}

function readUntil(text: string): string | null {
  if (text === "never") return null;
  const until = parseTimestamp(text);
  if (until === undefined) throw new InvalidArgumentError("It must be an ISO 8601 date or timestamp, or never.");
  return until;
}
