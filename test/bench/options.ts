/** Reads the command line of the bench. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { DataSetSize } from "./data-set.ts";

export interface Options {
  /** The rows or curves to measure; if empty, all. */
  names: string[];
  help: boolean;
  growth: boolean;
  /** Whether a Citus cluster is compared with one PostgreSQL. */
  citus: boolean;
  /** Whether wrk measures the rows, too. */
  wrk: boolean;
  rounds: number;
  seconds: number;
  warmUp: { seconds: number; requests: number };
  sends: number;
  callbacks: number;
  importedRows: number;
  /** The data of the team that most requests use. */
  size: DataSetSize;
  /** The largest step of each growth curve. */
  growthLimits: { contacts: number; messages: number; teams: number; connections: number; processes: number };
  /** Other checkouts to compare with. */
  against: string[];
  /** The file for the figures. */
  output: string;
  /** The directory for the plots. */
  plots: string;
}

const full = {
  rounds: 5,
  seconds: 3,
  "warm-up": 30_000,
  sends: 100_000,
  callbacks: 100_000,
  rows: 100_000,
  contacts: 20_000,
  threads: 10_000,
  messages: 100_000,
  teams: 1_000,
  connections: 200,
  processes: 3,
};
const fullCitus = { rounds: 3, seconds: 2, "warm-up": 2_500 };
const fullGrowth = { rounds: 3, seconds: 1.5, contacts: 100_000, messages: 1_000_000 };
/** Tests that everything works, without useful figures. */
const quick = {
  rounds: 1,
  seconds: 0.1,
  "warm-up": 20,
  sends: 100,
  callbacks: 100,
  rows: 100,
  contacts: 100,
  threads: 50,
  messages: 200,
  teams: 3,
  connections: 5,
  processes: 2,
};

const sizeOf = ({ contacts, threads, messages }: DataSetSize): DataSetSize => ({ contacts, threads, messages });

/** @throws Error for invalid options */
export function readOptions(argv: string[]): Options {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      rounds: { type: "string" },
      seconds: { type: "string" },
      "warm-up": { type: "string" },
      sends: { type: "string" },
      callbacks: { type: "string" },
      rows: { type: "string" },
      contacts: { type: "string" },
      threads: { type: "string" },
      messages: { type: "string" },
      teams: { type: "string" },
      connections: { type: "string" },
      processes: { type: "string" },
      against: { type: "string", multiple: true, default: [] },
      growth: { type: "boolean", default: false },
      citus: { type: "boolean", default: false },
      wrk: { type: "boolean", default: false },
      output: { type: "string" },
      plots: { type: "string" },
      quick: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const defaults = {
    ...full,
    ...(values.growth && fullGrowth),
    ...(values.citus && fullCitus),
    ...(values.quick && quick),
  };
  const numberOf = (name: keyof typeof defaults) => {
    const number = Number(values[name] ?? defaults[name]);
    if (!(number > 0)) throw new Error(`--${name} must be a number greater than 0`);
    return number;
  };
  const size = { contacts: numberOf("contacts"), threads: numberOf("threads"), messages: numberOf("messages") };
  if (values.growth && values.against.length > 0) throw new Error("--growth cannot be combined with --against");
  if (values.wrk && (values.growth || values.against.length > 0)) {
    throw new Error("--wrk cannot be combined with --growth or --against");
  }
  if (values.citus && (values.growth || values.wrk || values.against.length > 0)) {
    throw new Error("--citus cannot be combined with --growth, --wrk or --against");
  }
  return {
    names: positionals,
    help: values.help,
    growth: values.growth,
    citus: values.citus,
    wrk: values.wrk,
    rounds: numberOf("rounds"),
    seconds: numberOf("seconds"),
    warmUp: { seconds: 15, requests: numberOf("warm-up") },
    sends: numberOf("sends"),
    callbacks: numberOf("callbacks"),
    importedRows: numberOf("rows"),
    size: values.growth ? sizeOf(values.quick ? quick : full) : size,
    growthLimits: {
      ...size,
      teams: numberOf("teams"),
      connections: numberOf("connections"),
      processes: numberOf("processes"),
    },
    against: values.against.map((checkout) => resolve(checkout)),
    output: values.output ?? `.data/${values.growth ? "growth" : values.citus ? "citus" : "bench"}.json`,
    plots: values.plots ?? (values.quick ? ".data" : "docs/performance"),
  };
}

/** Returns the named items, or all. @throws Error for an unknown name */
export function choose<Named extends { id: string }>(all: Named[], names: string[], what: string): Named[] {
  const unknown = names.filter((name) => !all.some(({ id }) => id === name));
  if (unknown.length > 0) throw new Error(`There is no ${what} ${unknown.join(", ")}; --help lists them.`);
  return names.length === 0 ? all : all.filter(({ id }) => names.includes(id));
}
