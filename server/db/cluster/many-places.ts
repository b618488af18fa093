/** A cluster, where the rows of a team are on one of several nodes; see `db/commit/places.ts`. */
import { batchByNode } from "./node-batches.ts";
import { checkReach, findOrms, findOutOfReach, onCoordinator, readAnywhere, usableOrms } from "./nodes.ts";
import { openAtPlace, runAtPlaces, transactAtPlace } from "./places.ts";
import { readEachNode } from "./read-each-node.ts";

export const manyPlaces = {
  transact: transactAtPlace,
  open: openAtPlace,
  run: runAtPlaces,
  read: readEachNode,
  batch: batchByNode,
  readAnywhere,
  withoutTeam: onCoordinator,
  find: findOrms,
  usable: usableOrms,
  checkReach,
  findOutOfReach,
};
