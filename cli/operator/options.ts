import { Option } from "commander";
import { readCount } from "../operation-commands.ts";

/** How many rows a list shows. */
export const limitOption = () =>
  new Option("--limit <number>", "How many to show, the newest first").default(50).argParser(readCount);

/**
 * An option that takes one of the words that the server has for something. They stand here once more, because the help
 * is to be there before the server's modules are; of the server's own type, so that none is forgotten.
 */
export const choiceOption = <Word extends string>(flags: string, description: string, words: Record<Word, true>) =>
  new Option(flags, description).choices(Object.keys(words));
