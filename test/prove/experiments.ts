import type { Experiment } from "./experiment.ts";
import { c1 } from "./experiments/c1-one-key.ts";
import { c2 } from "./experiments/c2-two-bodies.ts";
import { c4 } from "./experiments/c4-rate-limit.ts";
import { c5 } from "./experiments/c5-first-texts.ts";
import { c6 } from "./experiments/c6-stop-in-flight.ts";
import { c7 } from "./experiments/c7-primary-number.ts";
import { c8 } from "./experiments/c8-contacts.ts";
import { c9 } from "./experiments/c9-guesses.ts";
import { c10 } from "./experiments/c10-walks.ts";
import { c11 } from "./experiments/c11-cancels.ts";
import { d1 } from "./experiments/d1-chained-servers.ts";
import { f1 } from "./experiments/f1-malformed.ts";
import { f2 } from "./experiments/f2-model.ts";
import { f3 } from "./experiments/f3-consents.ts";
import { i1 } from "./experiments/i1-other-teams.ts";
import { i4 } from "./experiments/i4-inner-addresses.ts";
import { i5 } from "./experiments/i5-secrets.ts";
import { i6 } from "./experiments/i6-hostile-texts.ts";
import { k1 } from "./experiments/k1-killed-server.ts";
import { k2 } from "./experiments/k2-retried-keys.ts";
import { k3 } from "./experiments/k3-database-away.ts";
import { k5 } from "./experiments/k5-sigterm.ts";
import { k6 } from "./experiments/k6-migrations.ts";
import { k7, k8 } from "./experiments/k7-silent-network.ts";
import { k9 } from "./experiments/k9-ended-sessions.ts";
import { k10 } from "./experiments/k10-lost-machine.ts";
import { k11 } from "./experiments/k11-budgets.ts";
import { k12 } from "./experiments/k12-events.ts";
import { k13 } from "./experiments/k13-due-texts.ts";
import { k14 } from "./experiments/k14-approvals.ts";
import { k15 } from "./experiments/k15-accounts.ts";
import { k16 } from "./experiments/k16-erasures.ts";
import { n1, n4 } from "./experiments/n1-killed-node.ts";
import { n2 } from "./experiments/n2-moved-shards.ts";
import { n3 } from "./experiments/n3-migrated-cluster.ts";
import { q1 } from "./experiments/q1-inbound.ts";
import { q2 } from "./experiments/q2-status-orders.ts";
import { q5 } from "./experiments/q5-poison.ts";
import { q7 } from "./experiments/q7-webhook-targets.ts";
import { q8 } from "./experiments/q8-backlog.ts";
import { r3 } from "./experiments/r3-half-load.ts";
import { r4 } from "./experiments/r4-rolling-update.ts";
import { s1 } from "./experiments/s1-idle-callbacks.ts";
import { s2 } from "./experiments/s2-unfinished-bodies.ts";
import { s3 } from "./experiments/s3-hanging-endpoints.ts";
import { s4 } from "./experiments/s4-endless-streams.ts";

/** Killed and stopped processes, including PostgreSQL. */
const processes = [k1, k2, k3, k5, k6, k11, k12, k13, k14, k15, k16, d1];

/** Changes of the nodes of a cluster. */
const nodes = [n1, n2, n3, n4];

/** Failing connections to the database. */
const connections = [k7, k8, k9, k10];

/** Servers under load for a long time, or during a rolling update. */
const load = [r3, r4];

/** Background jobs. */
const jobs = [q1, q5, q7, q8];

/** Many requests at once, and callbacks in every order. Most share a pair of servers. */
const races = [c1, c2, c4, c5, c6, c7, c8, c9, c10, c11, q2];

/** Callers that hold all that they can. */
const shares = [s1, s2, s3, s4];

/** Isolation, secrets, hostile and random input. */
const inputs = [i1, i4, i5, i6, f1, f2, f3];

/** All experiments, in the order in which they run; the long one comes last. */
export const experiments: Experiment[] = [processes, nodes, connections, load, jobs, races, shares, inputs]
  .flat()
  .toSorted((a, b) => Number(a === r3) - Number(b === r3));
