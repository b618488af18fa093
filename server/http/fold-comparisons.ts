import type { HttpMiddleware } from "./context.ts";

/**
 * Folds the comparisons of a query into the parameter that they compare. `DateSent>=2026-11-21` has the name `DateSent>`,
 * which no generator of clients could declare. The value of `DateSent` is then `>2026-11-21`; several are joined by commas.
 */
export function foldComparisons(): HttpMiddleware {
  return (ctx, next) => {
    const { query = {} } = ctx.state;
    const compared = Object.entries(query).filter(([name]) => /[<>]$/.test(name));
    const folded: Record<string, unknown> = { ...query };
    for (const [name, value] of compared) {
      const own = name.slice(0, -1);
      folded[own] = [folded[own] ?? [], [value].flat().map((each) => name.at(-1) + String(each))].flat(2).join(",");
    }
    ctx.state.query = folded;
    return next();
  };
}
