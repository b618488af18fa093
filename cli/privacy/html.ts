/** The data about a phone as one page of HTML, which needs no other file and runs no script. */
import type { PhoneDataItem, PhoneDataKind } from "../../generated/api.ts";

/** The title of each kind's section. A kind that is not here, of a newer server, has its name. */
const titles: Record<PhoneDataKind, string> = {
  contact: "Contacts",
  merge: "Merges of contacts",
  thread: "Conversations",
  message: "Messages",
  pending_text: "Texts that wait or were canceled",
  approval: "Approvals",
  passcode: "One-time passcodes",
  consent: "Consent log",
  opt_out: "Opt-out",
  suspected_revocation: "Texts that may withdraw consent",
  callback: "Callbacks of the carrier",
};

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 50em; margin: 2em auto; padding: 0 1em; }
article { border-top: 1px solid #ccc; padding: 0.5em 0; break-inside: avoid; }
h3 { font-size: 1em; margin: 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1em; margin: 0.5em 0; }
dt { color: #555; }
dd { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext; }
`;

/** Writes a text as the content of an element. */
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const head = (phone: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset=utf-8>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>Data about ${escaped(phone)}</title>
<style>${style}</style>
</head>
<body>
<h1>Data about ${escaped(phone)}</h1>
`;

/** Makes the page from pages of the export, part by part. A section begins where the kind changes. */
export async function* htmlOf(phone: string, pages: AsyncIterable<Record<string, unknown>>): AsyncGenerator<string> {
  let section: string | undefined;
  for await (const { items } of pages) {
    if (section === undefined) yield head(phone);
    section ??= "";
    for (const item of items as PhoneDataItem[]) {
      if (item.kind !== section) yield `<h2>${escaped(titles[item.kind] ?? item.kind)}</h2>\n`;
      section = item.kind;
      yield articleOf(item);
    }
  }
  if (section === "") yield "<p>Nothing is kept.</p>\n";
  yield "</body>\n</html>\n";
}

function articleOf({ id, createdAt, data }: PhoneDataItem): string {
  const fields = Object.entries(data).filter(
    ([name, value]) => value !== null && name !== "id" && name !== "createdAt",
  );
  const lines = fields.map(
    ([name, value]) => `<dt>${escaped(name)}</dt><dd dir="auto">${escaped(textOf(value))}</dd>\n`,
  );
  return `<article>\n<h3>${escaped(createdAt)} ${escaped(id)}</h3>\n<dl>\n${lines.join("")}</dl>\n</article>\n`;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value, null, 2));
