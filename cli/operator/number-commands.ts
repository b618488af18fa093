import { type Command, InvalidArgumentError } from "commander";
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
      "Choose the account at a carrier that sends the texts of a number, and its pace; every server follows within a second",
    )
    .requiredOption("--provider <name>", "The account, or `default` for the carrier of the environment")
    .option(
      "--per-second <count>",
      "How many segments to send a second, or `none` for any number (default: as before)",
      readPace,
    )
    .action((phone: string, { provider, perSecond }: UseOptions, command: Command) =>
      operateDatabase(io, command.optsWithGlobals(), async ({ orm }) => {
        const { useProvider } = await import("../../server/business-numbers/use-provider.ts");
        const pace = perSecond === "none" ? null : perSecond;
        const used = await useProvider(orm.em.fork(), await readPhone(phone), provider, pace);
        return { ...present(used), provider, perSecond: used.number.messagesPerSecond ?? null };
      }),
    );

  return [release, move, use];
}

interface UseOptions {
  provider: string;
  perSecond?: number | "none";
}

const maxPerSecond = 1_000;

/** Reads the pace of a number. */
function readPace(text: string): number | "none" {
  if (text === "none") return text;
  if (!/^[1-9]\d{0,3}$/.test(text) || Number(text) > maxPerSecond)
    throw new InvalidArgumentError(`Expected a whole number from 1 to ${maxPerSecond}, or none.`);
  return Number(text);
}

function present({ number, team }: OperatedNumber) {
  const { id, name, phoneNumber, status, isPrimary, releasedAt } = number;
  return { id, team: team.name, name, phoneNumber, status, isPrimary, releasedAt: releasedAt ?? null };
}
