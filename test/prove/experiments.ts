import type { Experiment } from "./experiment.ts";
import { c1 } from "./experiments/c1-one-key.ts";
import { c2 } from "./experiments/c2-two-bodies.ts";
import { c5 } from "./experiments/c5-first-texts.ts";
import { k1 } from "./experiments/k1-killed-server.ts";
import { k2 } from "./experiments/k2-retried-keys.ts";
import { k3 } from "./experiments/k3-database-away.ts";

/** All experiments, in the order in which they run. */
export const experiments: Experiment[] = [k1, k2, k3, c1, c2, c5];
