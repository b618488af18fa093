import { InvalidArgumentError } from "commander";

/** Reads the value of an option: a positive whole number. */
export function readCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("Expected a whole number of at least 1.");
  return Number(text);
}
