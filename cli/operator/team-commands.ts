import type { Command } from "commander";
import type { Team } from "../server/db/entities/team.ts";
import { parseTimestamp, type Timestamp } from "../server/db/timestamp.ts";
import { createTeam, getTeam, listTeams, setLicense, setTeamStatus, TeamError } from "../server/teams/teams.ts";
import { type CommonOptions, showFromDatabase } from "./database-action.ts";
import type { Io } from "./output.ts";

/** `messaging teams …` */
export function addTeamCommands(program: Command, io: Io): void {
  const teams = program.command("teams").description("Teams: who owns keys, numbers, threads and contacts");

  teams
    .command("create <name>")
    .description("make an active team")
    .action((name: string, options: CommonOptions) =>
      showFromDatabase(io, options, async ({ orm }) => present(await createTeam(orm.em.fork(), name))),
    );

  teams
    .command("list")
    .description("list all teams")
    .action((options: CommonOptions) =>
      showFromDatabase(io, options, async ({ orm }) => (await listTeams(orm.em.fork())).map(present)),
    );

  teams
    .command("show <name>")
    .description("show one team")
    .action((name: string, options: CommonOptions) =>
      showFromDatabase(io, options, async ({ orm }) => present(await getTeam(orm.em.fork(), name))),
    );

  teams
    .command("suspend <name>")
    .description("refuse the team's live requests from now on; test mode goes on")
    .action((name: string, options: CommonOptions) =>
      showFromDatabase(io, options, async ({ orm }) => present(await setTeamStatus(orm.em.fork(), name, "suspended"))),
    );

  teams
    .command("resume <name>")
    .description("serve a suspended team again")
    .action((name: string, options: CommonOptions) =>
      showFromDatabase(io, options, async ({ orm }) => present(await setTeamStatus(orm.em.fork(), name, "active"))),
    );

  teams
    .command("license <name>")
    .description("set until when the team's live requests are served")
    .requiredOption("--until <date>", "an ISO 8601 date or timestamp, or `never` for no end", readUntil)
    .action((name: string, { until, ...options }: CommonOptions & { until: Until }) =>
      showFromDatabase(io, options, async ({ orm }) => present(await setLicense(orm.em.fork(), name, until.moment))),
    );
}

function present({ id, name, status, licensedUntil, createdAt }: Team) {
  return { id, name, status, licensedUntil: licensedUntil ?? null, createdAt };
}

/** In an object, because commander takes a parsed null for no value. */
interface Until {
  moment: Timestamp | null;
}

function readUntil(text: string): Until {
  if (text === "never") return { moment: null };
  const moment = parseTimestamp(text);
  if (moment === undefined) {
    throw new TeamError("invalid", `A license ends at an ISO 8601 date or timestamp, or never; not at "${text}".`);
  }
  return { moment };
}
