/** The quantile of the figures at `part` (0 to 1); 0 if there are no figures. */
export function quantileOf(figures: number[], part: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
