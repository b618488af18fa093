import { type Command, InvalidArgumentError, Option } from "commander";
import { readCount } from "../read-count.ts";
import { maxConcurrency } from "./concurrency.ts";

/** The options of every command that processes the rows of a file. */
export interface RunOptions {
  /** The maximum number of rows per second. */
  rate?: number;
  /** Undefined if the command finds the number itself. */
  concurrency?: number;
  checkpoint?: string;
  report?: string;
  restart?: boolean;
}

/** Adds the `RunOptions` to a command. Without a default, the command finds the number of concurrent rows itself. */
export function addRunOptions(command: Command, defaultConcurrency?: number): Command {
  command.option("--rate <rate>", "The maximum rate of rows, such as 5/s, 100/m or 1000/h", readRate).addOption(
    new Option(
      "--concurrency <number>",
      `The maximum number of concurrent rows${defaultConcurrency === undefined ? " (default: as many as raise the rate)" : ""}`,
    )
      .default(defaultConcurrency)
      .argParser((text) => {
        const count = readCount(text);
        if (count > maxConcurrency) throw new InvalidArgumentError(`Expected at most ${maxConcurrency}.`);
        return count;
      }),
  );
  return addProgressOptions(command);
}

/** Adds those of the `RunOptions` that name files, for a command that decides itself how many rows it processes at once. */
export function addProgressOptions(command: Command): Command {
  return command
    .option("--report <file>", "The CSV file for failed rows and the reasons (default: FILE.failed.csv)")
    .option("--checkpoint <file>", "The file that records the progress (default: FILE.checkpoint)")
    .option("--restart", "Start over from the first row, ignoring the checkpoint");
}

const unitSeconds = { s: 1, m: 60, h: 3_600 };

function readRate(text: string): number {
  const [, count, unit] = /^(\d{1,6}(?:\.\d+)?)\/([smh])$/.exec(text) ?? [];
  if (!(Number(count) > 0))
    throw new InvalidArgumentError("Expected a number of rows per unit of time, such as 5/s or 100/m.");
  return Number(count) / unitSeconds[unit as "s"];
}
