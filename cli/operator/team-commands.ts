import type { Command } from "commander";
import type { Team } from "../../server/db/entities/team.ts";
import type { EntityManager } from "../../server/db/orm.ts";
import type { Io } from "../io.ts";
import { operateDatabase, operateTeam } from "./operate.ts";

type Teams = typeof import("../../server/teams/teams.ts");

/** `messaging teams …` */
export function addTeamCommands(program: Command, io: Io): void {
  const teams = program.command("teams").description("Who owns keys, numbers, threads and contacts");

  /** Does a command's work with the server's functions, loaded on first use: the help is to be there before they are. */
  const operateTeams = (command: Command, work: (teams: Teams, em: EntityManager) => Promise<Team | Team[]>) =>
    operateDatabase(io, command.optsWithGlobals(), async ({ orm }) => {
      const found = await work(await import("../../server/teams/teams.ts"), orm.em.fork());
      return Array.isArray(found) ? found.map(present) : present(found);
    });

  teams
    .command("create <name>")
    .description("Make an active team")
    .action((name: string, _, command: Command) => operateTeams(command, ({ createTeam }, em) => createTeam(em, name)));

  teams
    .command("list")
    .description("List all teams")
    .action((_, command: Command) => operateTeams(command, ({ listTeams }, em) => listTeams(em)));

  teams
    .command("show <name>")
    .description("Show one team")
    .action((name: string, _, command: Command) => operateTeams(command, ({ getTeam }, em) => getTeam(em, name)));

  teams
    .command("suspend <name>")
    .description("Refuse the team's live requests from now on; test mode goes on")
    .action((name: string, _, command: Command) =>
      operateTeams(command, ({ setTeamStatus }, em) => setTeamStatus(em, name, "suspended")),
    );

  teams
    .command("resume <name>")
    .description("Serve a suspended team again")
    .action((name: string, _, command: Command) =>
      operateTeams(command, ({ setTeamStatus }, em) => setTeamStatus(em, name, "active")),
    );

  teams
    .command("license <name>")
    .description("Set until when the team's live requests are served")
    .requiredOption("--until <date>", "An ISO 8601 date or timestamp, or `never` for no end")
    .action((name: string, { until }: { until: string }, command: Command) =>
      operateTeams(command, async ({ setLicense, TeamError }, em) => {
        const { parseTimestamp } = await import("../../server/db/timestamp.ts");
        const moment = until === "never" ? null : parseTimestamp(until);
        if (moment === undefined) {
          throw new TeamError(
            "invalid",
            `A license ends at an ISO 8601 date or timestamp, or never; not at "${until}".`,
          );
        }
        return setLicense(em, name, moment);
      }),
    );

  teams
    .command("webhook-secret <name>")
    .description("Show what signs the team's reply webhooks")
    .option("--rotate", "Make a new secret; the one before signs beside it for another day")
    .action((name: string, { rotate }: { rotate?: boolean }, command: Command) =>
      operateTeam(io, { ...command.optsWithGlobals(), team: name }, async (em, team) => {
        const { getSecrets, rotateSecret } = await import("../../server/webhooks/secrets.ts");
        const secrets = await (rotate ? rotateSecret(em, team) : getSecrets(em, team));
        return secrets.map(({ secret, createdAt, expiresAt }) => ({ team: name, secret, createdAt, expiresAt }));
      }),
    );
}

function present({ id, name, status, licensedUntil, createdAt }: Team) {
  return { id, name, status, licensedUntil: licensedUntil ?? null, createdAt };
}
