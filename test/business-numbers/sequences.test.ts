import fc from "fast-check";
import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import type { Client, RawAnswer } from "../support/client.ts";
import { uniquePhone } from "../support/factories.ts";

const app = useApp();

/** What the document says of a number, without a database. A number is known by its phone. */
interface Modelled {
  team: number;
  phone: number;
  id: string;
  name: string;
  status: "active" | "paused" | "archived";
  isPrimary: boolean;
}

type Step =
  | { do: "create"; team: number; phone: number; name: string; isPrimary: boolean }
  | { do: "rename"; team: number; phone: number; name: string }
  | { do: "pause" | "activate" | "promote" | "archive"; team: number; phone: number };

const team = fc.constantFrom(0, 0, 0, 1);
const phone = fc.nat(2);
const name = fc.constantFrom("Sales", "SALES", "Ümlaut", "üMLAUT");
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("create"), team, phone, name, isPrimary: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("rename"), team, phone, name }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom("pause", "activate", "promote", "archive", "archive"), team, phone }),
  },
);

/** Otherwise most steps would find nothing to change. */
const firstSteps: Step[] = [
  { do: "create", team: 0, phone: 0, name: "Sales", isPrimary: false },
  { do: "create", team: 0, phone: 1, name: "Ümlaut", isPrimary: false },
];

/** What a step answers, success or a code, and what it leaves. */
function apply(numbers: Modelled[], step: Step): { outcome: string; after: Modelled[] } {
  const own = numbers.filter((each) => each.team === step.team);
  const target = own.find((each) => each.phone === step.phone);
  const refuse = (outcome: string) => ({ outcome, after: numbers });
  const nameIsTaken = (wanted: string) =>
    own.some(
      (each) => each !== target && each.status !== "archived" && each.name.toLowerCase() === wanted.toLowerCase(),
    );
  const change = (changes: Partial<Modelled>) => ({
    outcome: "ok",
    after: numbers.map((each) => {
      if (each === target) return { ...each, ...changes };
      return changes.isPrimary && each.team === step.team ? { ...each, isPrimary: false } : each;
    }),
  });

  if (step.do === "create") {
    const holder = numbers.find((each) => each.phone === step.phone);
    if (holder && (holder.team !== step.team || holder.status !== "archived")) {
      return refuse("duplicate_business_number_phone");
    }
    if (nameIsTaken(step.name)) return refuse("duplicate_business_number_name");
    const isPrimary = step.isPrimary || !own.some((each) => each.isPrimary);
    const fields = { name: step.name, status: "active" as const, isPrimary };
    if (target) return change(fields);
    const others = isPrimary
      ? numbers.map((each) => (own.includes(each) ? { ...each, isPrimary: false } : each))
      : numbers;
    return { outcome: "ok", after: [...others, { team: step.team, phone: step.phone, id: "", ...fields }] };
  }
  if (!target) return refuse("business_number_not_found");
  if (step.do === "archive") {
    if (target.status === "archived") return refuse("business_number_not_found");
    return target.isPrimary ? refuse("cannot_delete_primary_business_number") : change({ status: "archived" });
  }
  if (step.do === "promote") {
    return target.status === "active" ? change({ isPrimary: true }) : refuse("invalid_business_number_status");
  }
  if (target.status === "archived") return refuse("invalid_business_number_status");
  if (step.do === "rename") {
    return nameIsTaken(step.name) ? refuse("duplicate_business_number_name") : change({ name: step.name });
  }
  return change({ status: step.do === "pause" ? "paused" : "active" });
}

function call(client: Client, step: Step, id: string, phoneNumber: string): Promise<RawAnswer> {
  const path = { id };
  switch (step.do) {
    case "create": {
      const { name, isPrimary } = step;
      return client.raw("createBusinessNumber", { body: { name, isPrimary, phoneNumber, phoneNumberSid: "PN1" } });
    }
    case "rename":
      return client.raw("updateBusinessNumber", { path, body: { name: step.name } });
    case "pause":
      return client.raw("updateBusinessNumber", { path, body: { status: "paused" } });
    case "activate":
      return client.raw("updateBusinessNumber", { path, body: { status: "active" } });
    case "promote":
      return client.raw("makePrimaryBusinessNumber", { path });
    case "archive":
      return client.raw("archiveBusinessNumber", { path });
  }
}

async function readAll(clients: Client[]) {
  const lists = await Promise.all(
    clients.flatMap((client) => [
      client.listBusinessNumbers(),
      client.listBusinessNumbers({ query: { status: "archived" } }),
    ]),
  );
  return lists.flatMap(({ businessNumbers }) =>
    businessNumbers.map(({ id, name, status, isPrimary }) => ({ id, name, status, isPrimary })),
  );
}

const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);

test("any sequence of changes by two teams has the outcomes and effects that the rules define", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 25, size: "max" }), async (steps) => {
      const clients = (await Promise.all([0, 1].map(() => app.signIn({ withNumber: false })))).map(
        ({ client }) => client,
      );
      const phones = Array.from({ length: 3 }, uniquePhone);
      let numbers: Modelled[] = [];
      for (const step of [...firstSteps, ...steps]) {
        const known = numbers.find((each) => each.phone === step.phone);
        const { outcome, after } = apply(numbers, step);

        // The other team tries ids that exist, too.
        const id = known?.id ?? "019aa4a1-7c3e-7d52-9a0e-000000000000";
        const { status, body } = await call(clients[step.team]!, step, id, phones[step.phone]!);

        expect(status < 300 ? "ok" : body.error).toBe(outcome);
        numbers = after.map((each) => (each.id === "" ? { ...each, id: body.businessNumber.id } : each));
      }
      const expected = numbers.map(({ id, name, status, isPrimary }) => ({ id, name, status, isPrimary }));
      expect((await readAll(clients)).toSorted(byId)).toEqual(expected.toSorted(byId));
    }),
    { numRuns: 8 },
  );
});
