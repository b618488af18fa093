import type { Command } from "commander";
import type { FindHashers } from "../../server/opt-outs/erased/find-hashers.ts";
import type { Consent } from "../../server/opt-outs/keywords.ts";
import type { Io } from "../io.ts";
import { operateTeam } from "./operate.ts";
import { limitOption } from "./options.ts";
import { readPhone } from "./read-phone.ts";

/** `messaging opt-outs …` */
export function addOptOutCommands(program: Command, io: Io): void {
  const optOuts = program
    .command("opt-outs")
    .description("Manage the phone numbers that have opted out of a team's texts");
  const addCommand = (name: string, description: string) =>
    optOuts.command(name).description(description).requiredOption("--team <name>", "The team");

  addCommand("list", "List the phone numbers that have opted out")
    .addOption(limitOption())
    .action(({ limit }: { limit: number }, command: Command) =>
      operateTeam(io, command.optsWithGlobals(), async (em, { id }) => {
        const { listOptOuts } = await import("../../server/opt-outs/change-opt-outs.ts");
        const phones = await listOptOuts(em, id, limit);
        return phones.map(({ consent: _, createdAt, ...rest }) => ({ ...rest, since: createdAt }));
      }),
    );

  addCommand("add <phone>", "Opt a phone number out on behalf of the operator; later sends to it are refused").action(
    (phone: string, _, command: Command) => change(io, command, phone, "opted_out"),
  );

  addCommand("remove <phone>", "Opt a phone number in again on behalf of the operator").action(
    (phone: string, _, command: Command) => change(io, command, phone, "opted_in"),
  );

  addCommand("history <phone>", "List every opt-out and opt-in of a phone number, with its time and message").action(
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
    // Only a team that has erased somebody needs the secret key.
    const findHashers = team.erasureKey ? await findHashersOf(io) : undefined;
    await setConsent(em, team.id, await readPhone(phone), consent, findHashers);
    return { team: team.name, phoneNumber: phone, consent };
  });
}

async function findHashersOf(io: Io): Promise<FindHashers> {
  const { readHashers } = await import("../../server/opt-outs/erased/find-hashers.ts");
  const { createPhoneHashes } = await import("../../server/secrets/phone-hashes.ts");
  const { loadSealer } = await import("./load-sealer.ts");
  return readHashers(createPhoneHashes(await loadSealer(io)));
}
