/**
 * The rows of writes and imports of contacts.
 */
import { createSimilar } from "./contact-writes.ts";
import { importCpu, importRows } from "./imports.ts";
import { type Measure, nothing, type RequestOptions, sendRequests } from "./measures.ts";
import type { RequestKind } from "./requests.ts";
import type { Row } from "./row.ts";

const contactWrite = (id: string, what: string, request: RequestOptions): Row => ({
  id,
  what: `${what}, random names and companies`,
  unit: "/s",
  measure: sendRequests(request),
  references: [
    { name: "send", measure: sendRequests({ kind: "text" }), bounds: { must: 0.2, goal: 0.35 } },
    { name: "bare", measure: sendRequests({ kind: "new contact", of: "bare" }), bounds: { must: 0.7, goal: 1.2 } },
  ],
});

const importOf = (
  id: string,
  what: string,
  measure: Measure,
  { name, kind }: { name: string; kind: RequestKind },
): Row => ({
  id,
  what: `messaging contacts import of ${what}`,
  unit: "/s",
  measure,
  references: [{ name, measure: sendRequests({ kind }), bounds: { must: 0.55, goal: 0.7 } }],
  warmUp: sendRequests({ kind }),
  rounds: 1,
});

export const contactRows: Row[] = [
  contactWrite("create-contact", "POST /api/contacts", { kind: "new contact", status: 201 }),
  contactWrite("upsert-new", "POST /api/contacts/upsert, new contacts", { kind: "upsert of a new contact" }),
  contactWrite("upsert-known", "POST /api/contacts/upsert, 2,000 known contacts", {
    kind: "upsert of a known contact",
  }),
  importOf("import", "100,000 new contacts", importRows(), {
    name: "upsert-new",
    kind: "upsert of a new contact",
  }),
  importOf("import-again", "100,000 contacts that are already there, without a change", importRows({ again: true }), {
    name: "upsert-known",
    kind: "upsert of a known contact",
  }),
  {
    id: "import-cpu",
    what: "messaging contacts import of 100,000 new contacts, CPU time of the command per row",
    unit: "µs",
    measure: importCpu,
    bounds: { must: 200, goal: 200 },
    references: [],
    warmUp: sendRequests({ kind: "upsert of a new contact" }),
    rounds: 1,
  },
  {
    id: "similar-names",
    what: "POST /api/contacts, the 5,000th similar name of a company, one connection",
    unit: "ms",
    measure: createSimilar(5_000),
    references: [{ name: "the 100th", measure: createSimilar(100), bounds: { must: 1.3, goal: 1.1 } }],
    warmUp: nothing,
  },
  {
    id: "contact-teams",
    what: "POST /api/contacts, 100 teams in rotation",
    unit: "/s",
    measure: sendRequests({ kind: "new contact", status: 201, teams: 100 }),
    references: [
      {
        name: "one team",
        measure: sendRequests({ kind: "new contact", status: 201, teams: 1 }),
        bounds: { must: 0.8, goal: 1 },
      },
    ],
  },
];
