const words = ["amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heath", "inlet", "jetty"];

/** Names of which each is similar to the one before and the one after it, and to no other. */
export const chainedNames = words.slice(3).map((_, start) => words.slice(start, start + 4).join(" "));
