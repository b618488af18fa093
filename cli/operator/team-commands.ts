import type { Command } from "commander";
import type { EntityManager } from "../../server/db/orm.ts";
import type { Team } from "../../server/db/schema/entities/team.ts";
import { usageError } from "../failures.ts";
import type { Io } from "../io.ts";
import { readCount } from "../read-count.ts";
import { addDoorCommands } from "./door-commands.ts";
import { operateDatabase, operateTeam } from "./operate.ts";
import { choiceOption } from "./options.ts";

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
  addQuietHours(teams, io);
  addSuspectedRevocations(teams, io);
  addRetention(teams, io);
  addWebhookSecret(teams, io);
  addDoorCommands(teams, io);
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

interface QuietOptions {
  from?: string;
  to?: string;
  zones?: string;
  action: "wait" | "refuse";
  off?: true;
}

function addQuietHours(teams: Command, io: Io): void {
  teams
    .command("quiet-hours <name>")
    .description("Set the hours in which the team does not text, by the clock of the recipient, for POST /api/messages")
    .option("--from <time>", "The time of day when they begin, such as 21:00")
    .option("--to <time>", "The time of day when they end, such as 08:00")
    .option("--zones <names>", "The time zones of the recipients, by their IANA names, separated by commas")
    .addOption(
      choiceOption("--action <action>", "What becomes of a text: it waits for their end, or is refused", {
        wait: true,
        refuse: true,
      }).default("wait"),
    )
    .option("--off", "Remove the quiet hours; a text that waits for their end keeps its time")
    .addHelpText("after", quietHelp)
    .action((name: string, { off, ...options }: QuietOptions, command: Command) =>
      operateTeams(io, command, async ({ setQuietHours }, em) => {
        if (off) return setQuietHours(em, name, null);
        const { from, to, zones, action } = options;
        if (from === undefined || to === undefined || zones === undefined)
          throw usageError("Give --from, --to and --zones, or --off.");
        const { changeQuietHours } = await import("../../server/texts/quiet-hours/set-quiet-hours.ts");
        return changeQuietHours(em, name, { from, to, zones: zones.split(",").map((zone) => zone.trim()), action });
      }),
    );
}

function addSuspectedRevocations(teams: Command, io: Io): void {
  teams
    .command("suspected-revocations <name>")
    .description("Set what becomes of a phone whose text may withdraw consent in other words than a keyword")
    .addOption(
      choiceOption("--action <action>", "It is reported, or no more texts go to it until a person decides", {
        report: true,
        block: true,
      }).makeOptionMandatory(),
    )
    .action((name: string, { action }: { action: Team["suspectedRevocations"] }, command: Command) =>
      operateTeams(io, command, ({ setSuspectedRevocations }, em) => setSuspectedRevocations(em, name, action)),
    );
}

function addRetention(teams: Command, io: Io): void {
  teams
    .command("retention <name>")
    .description("Set how many days the team keeps its messages; MESSAGE_RETENTION_DAYS is the most for every team")
    .option("--messages <days>", "The number of days after which a message is deleted, at least 1", readCount)
    .option("--off", "Keep messages as long as the installation does")
    .action((name: string, { messages, off }: { messages?: number; off?: true }, command: Command) =>
      operateTeams(io, command, ({ setMessageRetention }, em) => {
        if ((messages === undefined) === (off === undefined)) throw usageError("Give --messages, or --off.");
        return setMessageRetention(em, name, messages ?? null);
      }),
    );
}

const quietHelp = `
The clock is that of the one contact with the phone, if its metadata has a timeZone such as America/New_York. For anybody
else, a time must be allowed in all of the zones. This is an estimate: people keep their number when they move.

Example: messaging teams quiet-hours acme --from 21:00 --to 08:00 --zones America/New_York,America/Los_Angeles`;

function addWebhookSecret(teams: Command, io: Io): void {
  teams
    .command("webhook-secret <name>")
    .description("Show the secrets that sign the team's reply webhooks")
    .option("--rotate", "Create a new secret; the previous secret also signs for one more day")
    .action((name: string, { rotate }: { rotate?: boolean }, command: Command) =>
      operateTeam(io, { ...command.optsWithGlobals(), team: name }, async (em, team) => {
        const { loadSealer } = await import("./load-sealer.ts");
        const { getTeamSecrets, rotateTeamSecret } = await import("../../server/webhooks/replies/team-secrets.ts");
        const secrets = await (rotate ? rotateTeamSecret : getTeamSecrets)(em, await loadSealer(io), team);
        return secrets.map(({ secret, createdAt, expiresAt }) => ({ team: name, secret, createdAt, expiresAt }));
      }),
    );
}

function present({ id, name, status, createdAt, ...team }: Team) {
  const { licensedUntil = null, quietHours = null, suspectedRevocations, messageRetentionDays = null } = team;
  return { id, name, status, licensedUntil, quietHours, suspectedRevocations, messageRetentionDays, createdAt };
}
