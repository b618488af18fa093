import { Option } from "commander";
import { usageError } from "../failures.ts";
import { readCount } from "../read-count.ts";

/** The option that limits the rows of a list. */
export const limitOption = () =>
  new Option("--limit <number>", "The maximum number of rows, newest first").default(50).argParser(readCount);

/**
 * An option whose choices are values of one of the server's types. The choices are repeated here, because the help must
 * not load the server's modules. The type makes sure that no value is missing.
 */
export const choiceOption = <Choice extends string>(
  flags: string,
  description: string,
  choices: Record<Choice, true>,
) => new Option(flags, description).choices(Object.keys(choices));

/** A repeatable option with choices. It takes one value at a time, so that arguments can follow it. */
export const choicesOption = <Choice extends string>(flags: string, description: string, choices: readonly Choice[]) =>
  new Option(flags, description).argParser((text: string, previous: Choice[] = []) => {
    const choice = choices.find((each) => each === text);
    if (choice === undefined) throw usageError(`${flags} takes one of ${choices.join(", ")}`);
    return [...previous, choice];
  });
