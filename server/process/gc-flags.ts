import { setFlagsFromString } from "node:v8";

/**
 * Disables V8's allocation-site pretenuring. Objects that lived long while the server was slow after its start would
 * otherwise always be allocated in the old generation. There they keep all objects of a request that they refer to from
 * an early collection.
 */
export function setCollectorFlags(): void {
  setFlagsFromString("--no-allocation-site-pretenuring");
}
