import { InvalidArgumentError, Option } from "commander";

/** How many rows a list shows. */
export const limitOption = () =>
  new Option("--limit <count>", "how many to show").default(50).argParser((text) => {
    const limit = Number(text);
    if (!Number.isInteger(limit) || limit < 1) throw new InvalidArgumentError("must be a whole number, at least 1");
    return limit;
  });
