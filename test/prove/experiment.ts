/**
 * An experiment tests a claim about the service on real processes.
 */
import type { ExperimentContext } from "./context.ts";

/** Databases for experiments: a PostgreSQL, or a Citus cluster. */
export type Topology = "single" | "citus";

export interface Experiment {
  /** The name on the command line and in docs/reliability.md. */
  id: string;
  /** The actions of the experiment. */
  title: string;
  /** The condition for success. */
  passesWhen: string;
  /** The databases that it runs on; one PostgreSQL by default. */
  on?: Topology[];
  /** The time limits of the full and the short form. */
  seconds: { full: number; short: number };
  run(context: ExperimentContext): Promise<Findings>;
}

export interface Findings {
  /** The number of tests, in the unit of the experiment. */
  n: number;
  /** The failures. The experiment passes if there are none. */
  problems: string[];
  /** Figures for the report. */
  details: Record<string, unknown>;
}

/** The printed result of an experiment. */
export interface Result {
  id: string;
  pass: boolean;
  n: number;
  seed: number;
  seconds: number;
  details: Record<string, unknown>;
}
