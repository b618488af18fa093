/** A row of the bench: a measure with its references and bounds. */
import type { Measure } from "./measures.ts";

/** The required value and the goal of a figure or a ratio: a minimum, or a maximum for times and memory. */
export interface Bounds {
  must: number;
  goal: number;
}

export interface Reference {
  name: string;
  measure: Measure;
  /** The bounds of the ratio of the row's figure to the reference's figure; without bounds, both are only shown. */
  bounds?: Bounds;
  /** Whether this machine has the reference; true by default. */
  isThere?: () => boolean;
}

/** The unit of a figure. Times and memory should be small, the others large. */
export type Unit = "/s" | "µs" | "ms" | "MB" | "×";

export interface Row {
  /** The name on the command line. */
  id: string;
  what: string;
  unit: Unit;
  measure: Measure;
  /** The bounds of the figure itself. */
  bounds?: Bounds;
  references: Reference[];
  /** The warm-up before the first round; by default the measure itself. */
  warmUp?: Measure;
  /** Whether the row reads data of a given size. It then starts when the servers have refreshed the statistics. */
  isAtSize?: boolean;
  /** The number of rounds, if it differs from the option. */
  rounds?: number;
}
