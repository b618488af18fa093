/** The figure that so large a part of all is below; 0 of none. */
export function quantileOf(figures: number[], part: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
