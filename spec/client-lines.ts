/**
 * Derives the lines that connect an app from `docs/doors.md`, their only place: the page has them as data.
 *
 * @returns a module with `clientLines`
 * @throws Error if the section is gone
 */
export function deriveClientLines(doors: string): string {
  const [, section = ""] = /^## Lines for each client\n(.*?)^## /ms.exec(doors) ?? [];
  const blocks = section.matchAll(/^### ([^\n]+)\n.*?^```\w+\n(.*?)\n```$/gms);
  const clients = [...blocks].map(([, name, lines]) => ({ name, lines }));
  if (clients.length === 0) throw new Error("docs/doors.md has no section with the lines for each client.");
  return `
/** What to write in an app, by its client: an example with the address of a server, an account and a recipient. */
export const clientLines = ${JSON.stringify(clients, null, 2)};
`;
}
