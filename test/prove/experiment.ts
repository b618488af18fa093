/**
 * What an experiment is: a claim about the service that is tried on real processes.
 */
import type { Bench } from "./bench.ts";

export interface Experiment {
  /** As it is called on the command line and in docs/reliability.md. */
  id: string;
  /** What is done. */
  title: string;
  /** What must be true of it afterwards. */
  passesWhen: string;
  /** How many seconds it may take, in its full form and in the short one. */
  seconds: { full: number; short: number };
  run(bench: Bench): Promise<Findings>;
}

export interface Findings {
  /** How many things were tried, of the kind that the experiment counts. */
  n: number;
  /** What was not as it must be; the experiment passes when there is nothing. */
  problems: string[];
  /** Figures worth knowing. */
  details: Record<string, unknown>;
}

/** An experiment as its result is told. */
export interface Result {
  id: string;
  pass: boolean;
  n: number;
  seed: number;
  seconds: number;
  details: Record<string, unknown>;
}
