const words = ["amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heath", "inlet", "jetty"];

/** A chain of names: each is similar only to the previous and the next name. */
export const chainedNames = words.slice(3).map((_, start) => words.slice(start, start + 4).join(" "));
