import type { Command } from "commander";
import { listConsents, listOptOuts, setConsent } from "../server/opt-outs/change-opt-outs.ts";
import type { Consent } from "../server/opt-outs/keywords.ts";
import { type E164, isPhone } from "../server/phone.ts";
import { getTeam } from "../server/teams/teams.ts";
import { type CommonOptions, showFromDatabase } from "./database-action.ts";
import { CommandError } from "./failures.ts";
import { limitOption } from "./options.ts";
import type { Io } from "./output.ts";

interface TeamOptions extends CommonOptions {
  team: string;
}

/** `messaging opt-outs …` */
export function addOptOutCommands(program: Command, io: Io): void {
  const optOuts = program.command("opt-outs").description("Opt-outs: phones that want no texts from a team");
  const addCommand = (name: string, description: string) =>
    optOuts.command(name).description(description).requiredOption("--team <name>", "the team");

  addCommand("list", "list the phones that have opted out, the newest first")
    .addOption(limitOption())
    .action(({ limit, ...options }: TeamOptions & { limit: number }) =>
      showFromDatabase(io, options, async ({ orm }) => {
        const em = orm.em.fork();
        const { id } = await getTeam(em, options.team);
        const listed = await listOptOuts(em, id, limit);
        return listed.map(({ consent: _, createdAt, ...rest }) => ({ ...rest, since: createdAt }));
      }),
    );

  addCommand("add <phone>", "opt a phone out in the operator's name; every send is refused from then on").action(
    (phone: string, options: TeamOptions) => change(io, phone, "opted_out", options),
  );

  addCommand("remove <phone>", "opt a phone in again in the operator's name").action(
    (phone: string, options: TeamOptions) => change(io, phone, "opted_in", options),
  );

  addCommand("history <phone>", "list all that a phone has said, with when and by which message").action(
    (phone: string, options: TeamOptions) =>
      showFromDatabase(io, options, async ({ orm }) => {
        const em = orm.em.fork();
        const { id } = await getTeam(em, options.team);
        return (await listConsents(em, id, readPhone(phone))).map((each) => ({ ...each }));
      }),
  );
}

function change(io: Io, phone: string, consent: Consent, options: TeamOptions): Promise<void> {
  return showFromDatabase(io, options, async ({ orm }) => {
    const em = orm.em.fork();
    const team = await getTeam(em, options.team);
    await setConsent(em, team.id, readPhone(phone), consent);
    return { team: team.name, phoneNumber: phone, consent };
  });
}

function readPhone(text: string): E164 {
  if (isPhone(text)) return text;
  throw new CommandError("invalid", `A phone is in E.164 format, such as +12025550123; not "${text}".`);
}
