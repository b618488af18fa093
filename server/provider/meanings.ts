import type { Meaning } from "./provider.ts";

/** Makes an entry of a carrier's table of codes. */
export const about = (cause: Meaning["about"], meaning: string): Meaning => ({ about: cause, meaning });
