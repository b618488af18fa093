import ICAL from "ical.js";
import type { SourceRow, Table } from "./row.ts";
import { openWindow } from "./text-window.ts";

/** The maximum number of characters of a card, which may contain a picture. */
const maxLength = 16_777_216;

const columns = ["name", "company", "role", "phones", "tags", "notes"] as const;

/** Opens vCards of the versions 3.0 and 4.0. Each card is a row with the columns of a contact. */
export async function openVcards(text: AsyncIterable<string>): Promise<Table> {
  return { columns, repeated: [], rows: readRows(text) };
}

async function* readRows(chunks: AsyncIterable<string>): AsyncGenerator<SourceRow> {
  let number = 0;
  for await (const { text, end } of splitCards(chunks)) {
    number += 1;
    const card = parse(text);
    yield "problem" in card
      ? { number, values: { name: text.slice(0, 1_000) }, end, problem: card.problem }
      : { number, values: card.values, end };
  }
}

async function* splitCards(chunks: AsyncIterable<string>): AsyncGenerator<{ text: string; end: number }> {
  const window = openWindow(chunks);
  let searched = 0;
  while (window.text !== "" || !window.isLast) {
    const lastLine = /^END:VCARD[ \t]*(?:\r\n|\n|\r)?/gim;
    lastLine.lastIndex = searched;
    const found = lastLine.exec(window.text);
    if (!found && !window.isLast && window.text.length < maxLength) {
      // The last characters may be the beginning of the last line.
      searched = Math.max(window.text.length - 20, 0);
      await window.readMore();
      continue;
    }
    searched = 0;
    const text = window.take(found ? found.index + found[0].length : window.text.length).trim();
    if (text !== "") yield { text, end: window.position };
  }
}

/** A property in the form of jCard: its name, parameters, type and values. */
type Property = [name: string, parameters: Record<string, string | string[]>, type: string, ...values: unknown[]];

function parse(text: string): { values: Record<string, unknown> } | { problem: string } {
  const [, version] = /^VERSION:(.*)$/im.exec(text) ?? [];
  if (version?.trim() === "2.1") return { problem: "vCard 2.1 cannot be read. Export the card as vCard 3.0 or 4.0." };
  try {
    const [, properties] = ICAL.parse(text) as [string, Property[]];
    return { values: valuesOf(properties) };
  } catch (error) {
    return { problem: `The card cannot be read: ${(error as Error).message}` };
  }
}

function valuesOf(properties: Property[]): Record<string, unknown> {
  const all = (name: string) => properties.filter(([each]) => each === name);
  const textsOf = (name: string) => all(name).flatMap(([, , , ...values]) => values.flat().map(String));
  const [familyName = "", givenName = ""] = textsOf("n");
  const [name] = [textsOf("fn").join(" ").trim(), `${givenName} ${familyName}`.trim()].filter((each) => each !== "");
  const phones = all("tel").map((each) => ({
    phoneNumber: String(each[3]),
    label: labelOf(each, all("x-ablabel")),
    isMarked: isPreferred(each),
  }));
  const preferred = phones.findIndex(({ isMarked }) => isMarked);
  return {
    name,
    company: textsOf("org")[0],
    role: textsOf("title")[0] ?? textsOf("role")[0],
    phones: phones.map(({ phoneNumber, label }, at) => ({ phoneNumber, label, isPrimary: at === preferred })),
    tags: textsOf("categories"),
    notes: textsOf("note"),
  };
}

const typesOf = ([, { type = [] }]: Property) => [type].flat().map((each) => each.toLowerCase());

const isPreferred = (phone: Property) => phone[1].pref === "1" || typesOf(phone).includes("pref");

/** The label of a phone: Apple's own label of the same group, or the first type that says something. */
function labelOf(phone: Property, labels: Property[]): string | undefined {
  const { group } = phone[1];
  const own = labels.find(([, parameters]) => group !== undefined && parameters.group === group);
  if (own) return String(own[3]).replace(/^_\$!<(.*)>!\$_$/, "$1");
  const [type] = typesOf(phone).filter((each) => !["voice", "pref", "text", "msg"].includes(each));
  return type === "cell" ? "mobile" : type;
}
