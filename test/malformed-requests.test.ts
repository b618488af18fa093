import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { type OperationId, operations } from "../generated/operations.ts";
import { inputSchemas } from "../server/contract/schemas.ts";
import { newId } from "../server/db/columns.ts";
import { useApp } from "./support/app.ts";
import { breakagesOf, type Draft, refusalsOf } from "./support/breakages.ts";
import type { Client } from "./support/client.ts";
import { buildContact, buildMessage, uniquePhone } from "./support/factories.ts";
import { refusalOf } from "./support/refusals.ts";

const app = useApp();
let client: Client;
/** What the paths name: something of the team. */
let paths: { [area: string]: Record<string, string> };

beforeAll(async () => {
  const session = await app.signIn();
  client = session.client;
  const { threadId } = await buildMessage(app.em(), { team: session.team });
  const [number] = (await client.listBusinessNumbers()).businessNumbers;
  const { id, phones } = await buildContact(client, { phones: [uniquePhone(), uniquePhone()] });
  const another = await buildContact(client);
  paths = {
    threads: { id: threadId },
    "business-numbers": { id: number!.id },
    contacts: { id, phoneId: phones[1]!.id, phone: uniquePhone() },
  };
  good.targetContactId = () => id;
  good.sourceContactId = () => another.id;
});

const guarded = (Object.keys(operations) as OperationId[]).filter((id) => operations[id].auth === "apiKey");

/** What the fields that a request needs are filled with. A new one shows by the first test that leaves it empty. */
const good: Record<string, () => string | string[]> = {
  message: () => "hello",
  phone_number: uniquePhone,
  phoneNumber: uniquePhone,
  phoneNumberSid: () => "PN1",
  phones: () => [uniquePhone()],
  name: newId,
  since: () => "2026-01-01T00:00:00Z",
  phone: uniquePhone,
  recipient_id: () => "user",
  otp: () => "123456",
};

/** What else a request needs, because one of several fields has to be there. */
const alsoNeeded: { [Id in OperationId]?: string[] } = {
  sendText: ["phone_number"],
  upsertContact: ["name", "phones"],
};

/** A request that would be good. */
function draftOf(id: OperationId): Draft {
  const { parameters, body } = inputSchemas[id];
  const needed = [...(body?.required ?? []), ...(alsoNeeded[id] ?? [])];
  const asked = parameters.filter((parameter) => parameter.in === "query" && parameter.required);
  return {
    path: { ...paths[operations[id].area] },
    query: asked.map(({ name }) => [name, String(good[name]!())]),
    headers: {},
    body: body && Object.fromEntries(needed.map((name) => [name, good[name]!()])),
  };
}

function send(id: OperationId, { path, query, headers, body, text }: Draft) {
  const content = text ?? (body && JSON.stringify(body));
  const filled = operations[id].path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name]!));
  return client.request(operations[id].method, `${filled}?${new URLSearchParams(query)}`, {
    headers: { ...(content !== undefined && { "content-type": "application/json" }), ...headers },
    ...(content !== undefined && { body: content }),
  });
}

test.each(guarded)("%s refuses whatever breaks the contract with what the contract has for it", async (id) => {
  const declared = refusalsOf(id);

  await fc.assert(
    fc.asyncProperty(fc.array(breakagesOf(id), { minLength: 1, maxLength: 3 }), async (breakages) => {
      const draft = draftOf(id);
      for (const { apply } of breakages) apply(draft);

      const refusal = refusalOf(await send(id, draft));

      expect(declared).toContain(refusal);
      // One of them decides; none may do so with another one's code.
      expect(breakages.flatMap(({ expected }) => expected)).toContain(refusal);
    }),
    { numRuns: 45 },
  );
});

test("the requests that the malformed ones are made of are good", async () => {
  // What these say means that the request was read: it is the primary number; there is no such passcode.
  const archived = await send("archiveBusinessNumber", draftOf("archiveBusinessNumber"));
  expect(refusalOf(archived)).toBe("409 cannot_delete_primary_business_number");
  expect(refusalOf(await send("verifyOtp", draftOf("verifyOtp")))).toBe("422 otp_invalid");

  // What takes something away comes last.
  const takesAway = (id: OperationId) => Number(operations[id].method === "DELETE");
  const others = guarded.filter((each) => each !== "archiveBusinessNumber" && each !== "verifyOtp");
  for (const id of others.toSorted((a, b) => takesAway(a) - takesAway(b))) {
    const { status, text } = await send(id, draftOf(id));
    expect(status, `${id} ${text}`).toBe(operations[id].status);
  }
});
