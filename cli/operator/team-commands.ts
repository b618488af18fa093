import type { Command } from "commander";
import type { EntityManager } from "../../server/db/orm.ts";
import type { Team } from "../../server/db/schema/entities/team.ts";
import type { Io } from "../io.ts";
import { operateDatabase, operateTeam } from "./operate.ts";

type Teams = typeof import("../../server/keys/teams.ts");

/** `messaging teams …` */
export function addTeamCommands(program: Command, io: Io): void {
  const teams = program.command("teams").description("Manage teams, which own keys, numbers, threads and contacts");
  teams
    .command("create <name>")
    .description("Create an active team")
    .action((name: string, _, command: Command) =>
      operateTeams(io, command, ({ createTeam }, em) => createTeam(em, name)),
    );

  teams
    .command("list")
    .description("List all teams")
    .action((_, command: Command) => operateTeams(io, command, ({ listTeams }, em) => listTeams(em)));

  teams
    .command("show <name>")
    .description("Show one team")
    .action((name: string, _, command: Command) => operateTeams(io, command, ({ getTeam }, em) => getTeam(em, name)));

  addStatusCommands(teams, io);
  addLicense(teams, io);
  addWebhookSecret(teams, io);
}

/** Runs a command with the server's functions, which are loaded on first use, so that the help need not load them. */
function operateTeams(
  io: Io,
  command: Command,
  work: (teams: Teams, em: EntityManager) => Promise<Team | Team[]>,
): Promise<void> {
  return operateDatabase(io, command.optsWithGlobals(), async ({ orm }) => {
    const found = await work(await import("../../server/keys/teams.ts"), orm.em.fork());
    return Array.isArray(found) ? found.map(present) : present(found);
  });
}

function addStatusCommands(teams: Command, io: Io): void {
  teams
    .command("suspend <name>")
    .description("Refuse the team's live requests; test mode remains available")
    .action((name: string, _, command: Command) =>
      operateTeams(io, command, ({ setTeamStatus }, em) => setTeamStatus(em, name, "suspended")),
    );

  teams
    .command("resume <name>")
    .description("Accept the live requests of a suspended team again")
    .action((name: string, _, command: Command) =>
      operateTeams(io, command, ({ setTeamStatus }, em) => setTeamStatus(em, name, "active")),
    );
}

function addLicense(teams: Command, io: Io): void {
  teams
    .command("license <name>")
    .description("Set the end of the team's license for live requests")
    .requiredOption("--until <date>", "An ISO 8601 date or timestamp, or `never`")
    .action((name: string, { until }: { until: string }, command: Command) =>
      operateTeams(io, command, async ({ setLicense, TeamError }, em) => {
        const { parseTimestamp } = await import("../../server/db/timestamp.ts");
        const licensedUntil = until === "never" ? null : parseTimestamp(until);
        if (licensedUntil === undefined) {
          throw new TeamError("invalid", `Expected an ISO 8601 date or timestamp, or never, not "${until}".`);
        }
        return setLicense(em, name, licensedUntil);
      }),
    );
}

function addWebhookSecret(teams: Command, io: Io): void {
  teams
    .command("webhook-secret <name>")
    .description("Show the secrets that sign the team's reply webhooks")
    .option("--rotate", "Create a new secret; the previous secret also signs for one more day")
    .action((name: string, { rotate }: { rotate?: boolean }, command: Command) =>
      operateTeam(io, { ...command.optsWithGlobals(), team: name }, async (em, team) => {
        const { getTeamSecrets, rotateTeamSecret } = await import("../../server/webhooks/replies/team-secrets.ts");
        const secrets = await (rotate ? rotateTeamSecret : getTeamSecrets)(em, await loadSealer(io), team);
        return secrets.map(({ secret, createdAt, expiresAt }) => ({ team: name, secret, createdAt, expiresAt }));
      }),
    );
}

/** Seals and opens secrets with the server's secret key. */
async function loadSealer(io: Io) {
  const { loadConfig } = await import("../../server/config.ts");
  const { loadSecrets } = await import("../../server/secrets/load-secrets.ts");
  const { createSealer } = await import("../../server/secrets/sealing.ts");
  const { withDataDir } = await import("./locate-data.ts");
  const { secretKey, oldSecretKey } = await loadSecrets(loadConfig(await withDataDir(io.env)));
  return createSealer(secretKey, oldSecretKey);
}

function present({ id, name, status, licensedUntil, createdAt }: Team) {
  return { id, name, status, licensedUntil: licensedUntil ?? null, createdAt };
}
