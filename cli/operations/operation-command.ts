import type { operations } from "../../generated/operations.ts";
import type { OutlinedId } from "../../generated/outlines.ts";
import type { ResponseOf } from "../client/client.ts";

/**
 * How the command line shows an operation of the contract. Everything else about the command comes from the contract.
 */
export interface OperationCommand {
  /** The words after `messaging`: a command, after its groups. */
  name: string;
  aliases?: readonly string[];
  /**
   * The fields that are positional arguments, in their order. A field with `unless` is not an argument if the other
   * field is given. Path parameters come first.
   */
  positionals?: readonly (string | { field: string; unless: string })[];
  /** Whether the last positional can be given several times. Its command then handles them. */
  isVariadic?: boolean;
  /** The fields that are a phone number or another sender. People may write such a phone as they like. */
  senders?: readonly string[];
  /** The flags whose names differ from their fields, without the dashes. */
  flags?: Readonly<Record<string, string>>;
  /** The property of the response that contains the rows of a list. */
  rows?: string;
  /** The property of the response that contains the record. */
  record?: string;
  /** The columns of a table of the rows. */
  columns?: readonly string[];
  /** Columns that only a table has, by their names: each makes its cell from a row. */
  computed?: Readonly<Record<string, (row: Record<string, unknown>) => unknown>>;
  /** The field that identifies a row; `id` by default. */
  id?: string;
  examples?: readonly string[];
}

/** The names of the properties of an operation's response. */
type PropertyOf<Id extends OutlinedId> = keyof ResponseOf<Id> & string;

type CommandOf<Id extends OutlinedId> = OperationCommand & { rows?: PropertyOf<Id>; record?: PropertyOf<Id> };

/** The areas of the contract. */
type Area = (typeof operations)[OutlinedId]["area"];

/** One command for each operation of these areas, or of all, that is called with an API key. */
export type CommandsOf<Areas extends Area = Area> = {
  [Id in OutlinedId as (typeof operations)[Id]["area"] extends Areas ? Id : never]: CommandOf<Id>;
};
