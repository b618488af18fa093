import { expect } from "vitest";

/** The samples of a scrape: name and labels → value. */
export async function scrape(url: string): Promise<Map<string, number>> {
  const response = await fetch(`${url}/metrics`);
  expect(response.status).toBe(200);
  const lines = (await response.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]));
}

/** How much some samples of a server grow while `work` is done. */
export async function growth(url: string, names: string[], work: () => Promise<unknown>): Promise<number[]> {
  const before = await scrape(url);
  await work();
  const after = await scrape(url);
  return names.map((name) => (after.get(name) ?? 0) - (before.get(name) ?? 0));
}
