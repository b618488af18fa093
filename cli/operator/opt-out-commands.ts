import type { Command } from "commander";
import type { Consent } from "../../server/opt-outs/keywords.ts";
import type { Io } from "../io.ts";
import { operateTeam } from "./operate.ts";
import { limitOption } from "./options.ts";
import { readPhone } from "./read-phone.ts";

/** `messaging opt-outs …` */
export function addOptOutCommands(program: Command, io: Io): void {
  const optOuts = program.command("opt-outs").description("Phones that want no texts from a team");
  const addCommand = (name: string, description: string) =>
    optOuts.command(name).description(description).requiredOption("--team <name>", "The team");

  addCommand("list", "List the phones that have opted out")
    .addOption(limitOption())
    .action(({ limit }: { limit: number }, command: Command) =>
      operateTeam(io, command.optsWithGlobals(), async (em, { id }) => {
        const { listOptOuts } = await import("../../server/opt-outs/change-opt-outs.ts");
        const listed = await listOptOuts(em, id, limit);
        return listed.map(({ consent: _, createdAt, ...rest }) => ({ ...rest, since: createdAt }));
      }),
    );

  addCommand("add <phone>", "Opt a phone out in the operator's name; every send is refused from then on").action(
    (phone: string, _, command: Command) => change(io, command, phone, "opted_out"),
  );

  addCommand("remove <phone>", "Opt a phone in again in the operator's name").action(
    (phone: string, _, command: Command) => change(io, command, phone, "opted_in"),
  );

  addCommand("history <phone>", "List all that a phone has said, with when and by which message").action(
    (phone: string, _, command: Command) =>
      operateTeam(io, command.optsWithGlobals(), async (em, { id }) => {
        const { listConsents } = await import("../../server/opt-outs/change-opt-outs.ts");
        return (await listConsents(em, id, phone)).map((each) => ({ ...each }));
      }),
  );
}

function change(io: Io, command: Command, phone: string, consent: Consent): Promise<void> {
  return operateTeam(io, command.optsWithGlobals(), async (em, team) => {
    const { setConsent } = await import("../../server/opt-outs/change-opt-outs.ts");
    await setConsent(em, team.id, await readPhone(phone), consent);
    return { team: team.name, phoneNumber: phone, consent };
  });
}
