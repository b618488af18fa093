import type { Command } from "commander";
import type { OperatedNumber } from "../../server/business-numbers/move-business-numbers.ts";
import type { Io } from "../io.ts";
import { operateDatabase, operateTeam } from "./operate.ts";
import { readPhone } from "./read-phone.ts";

/** Adds the commands of `messaging numbers …` that work on the database, beside the commands that call the API. */
export function addNumberCommands(numbers: Command, io: Io): Command[] {
  const release = numbers
    .command("release <phone>")
    .summary("Free the phone number of an archived number")
    .description(
      "Free the phone number of an archived number, so that any team can create it; its threads stay with the team",
    )
    .action((phone: string, _, command: Command) =>
      operateDatabase(io, command.optsWithGlobals(), async ({ orm }) => {
        const { releaseBusinessNumber } = await import("../../server/business-numbers/move-business-numbers.ts");
        return present(await releaseBusinessNumber(orm.em.fork(), await readPhone(phone)));
      }),
    );

  const move = numbers
    .command("move <phone>")
    .summary("Move a number to another team")
    .description("Archive a number in its team and create it in another team; its threads stay with the old team")
    .requiredOption("--to <team>", "The team that gets the number")
    .option("--name <name>", "Its name in the new team (default: its current name)")
    .action((phone: string, { to, name }: { to: string; name?: string }, command: Command) =>
      operateTeam(io, { ...command.optsWithGlobals(), team: to }, async (em, team) => {
        const { moveBusinessNumber } = await import("../../server/business-numbers/move-business-numbers.ts");
        const moved = await moveBusinessNumber(em, await readPhone(phone), team, name);
        return { ...present(moved), movedFrom: moved.from.name };
      }),
    );

  const use = numbers
    .command("use <phone>")
    .summary("Choose the account that sends for a number")
    .description(
      "Choose the account at a carrier that sends the texts of a number; every server follows within a second",
    )
    .requiredOption("--provider <name>", "The account, or `default` for the carrier of the environment")
    .action((phone: string, { provider }: { provider: string }, command: Command) =>
      operateDatabase(io, command.optsWithGlobals(), async ({ orm }) => {
        const { useProvider } = await import("../../server/business-numbers/use-provider.ts");
        return { ...present(await useProvider(orm.em.fork(), await readPhone(phone), provider)), provider };
      }),
    );

  return [release, move, use];
}

function present({ number, team }: OperatedNumber) {
  const { id, name, phoneNumber, status, isPrimary, releasedAt } = number;
  return { id, team: team.name, name, phoneNumber, status, isPrimary, releasedAt: releasedAt ?? null };
}
