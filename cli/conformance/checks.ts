/** The checks of all operations, in suites. Each is derived from the contract. */
import { randomUUID } from "node:crypto";
import { errors } from "../../generated/errors.ts";
import { operations } from "../../generated/operations.ts";
import { contractDocument } from "../../server/contract/document.ts";
import { inputSchemas } from "../../server/contract/schemas.ts";
import { Breach, expectRefusal, expectSuccess } from "./expect.ts";
import { inputOf } from "./inputs.ts";
import { type CheckedId, checkedIds, exampleOf, fieldsOf, queryParameterOf, refusalsOf } from "./operations.ts";
import type { Input, Subject } from "./subject.ts";

type Run = (subject: Subject) => Promise<void>;

export interface Check {
  suite: string;
  name: string;
  /** @throws Breach, Skip or NoAnswer */
  run: Run;
}

/** The example as the contract has it, whose ids no record has. */
const strangeInputOf = (id: CheckedId): Input => {
  const { path, query, body } = exampleOf(id);
  const names = Object.keys(path).filter((name) => name !== "phone");
  const ids = Object.fromEntries(names.map((name) => [name, randomUUID()]));
  return { path: { ...path, ...ids }, query: { ...query }, ...(body !== undefined && { body }) };
};

const ask = (subject: Subject, id: CheckedId, changes: Input) => subject.ask(id, { ...strangeInputOf(id), ...changes });

/** A refusal that all operations share, and the request that provokes it. */
const sharedRefusals: Record<string, (id: CheckedId) => Input | undefined> = {
  "401 missing_team_context": () => ({ headers: { "x-api-key": "no-such-key_test" } }),
  "400 validation_error": (id) => (fieldsOf(id).length > 0 ? { body: "{" } : undefined),
  "415 unsupported_media_type": (id) =>
    fieldsOf(id).length > 0 ? { body: "text", headers: { "content-type": "text/plain" } } : undefined,
  "413 payload_too_large": (id) =>
    fieldsOf(id).length > 0 ? { body: " ".repeat(contractDocument["x-limits"].bodyBytes + 1) } : undefined,
  "400 invalid_idempotency_key": () => ({ headers: { "idempotency-key": "" } }),
  "422 validation_error": (id) =>
    fieldsOf(id).length > 0 ? { body: { ...(exampleOf(id).body as object), "no such field": 1 } } : undefined,
};

/** The operations answer as their examples say. */
const examples = (id: CheckedId): Record<string, Run> => ({
  "the example succeeds": async (subject) => {
    expectSuccess(id, await subject.ask(id, await inputOf(subject, id)));
  },
});

function refusals(id: CheckedId): Record<string, Run> {
  const declared = refusalsOf(id);
  const runs = declared.flatMap((refusal): [string, Run][] => {
    const changes = sharedRefusals[refusal]?.(id);
    return changes ? [[refusal, async (subject) => expectRefusal(id, await ask(subject, id, changes), refusal)]] : [];
  });
  const unknown = declared.filter((refusal) => /^404 \w+_not_found$/.test(refusal));
  if (unknown.length > 0 && /\{id\}/.test(operations[id].path))
    runs.push(["an unknown id", async (subject) => expectRefusal(id, await ask(subject, id, {}), ...unknown)]);
  return Object.fromEntries(runs);
}

/** A write runs at most once for a key. */
function idempotency(id: CheckedId): Record<string, Run> {
  if (operations[id].once === null) return {};
  const headers = () => ({ "idempotency-key": randomUUID() });
  return {
    "a repetition replays the first answer": async (subject) => {
      const input = { ...(await inputOf(subject, id)), headers: headers() };
      const first = await subject.ask(id, input);
      expectSuccess(id, first);
      const second = await subject.ask(id, input);
      if (second.status !== first.status || second.text !== first.text)
        throw new Breach(
          `the first answer was ${first.status} ${first.text}, the second ${second.status} ${second.text}`,
        );
      if (second.headers["x-idempotency-replayed"] !== "true") throw new Breach("X-Idempotency-Replayed is missing");
    },
    "a key of another write is refused": async (subject) => {
      const other = id === "createContact" ? "sendText" : "createContact";
      const key = headers();
      expectSuccess(other, await subject.ask(other, { ...(await inputOf(subject, other)), headers: key }));
      const answer = await subject.ask(id, { ...(await inputOf(subject, id)), headers: key });
      expectRefusal(id, answer, "422 idempotency_key_mismatch");
    },
  };
}

const isList = (id: CheckedId) => queryParameterOf(id, "cursor") !== undefined;

/** A list has pages, whose order does not change. */
function paging(id: CheckedId): Record<string, Run> {
  if (!isList(id)) return {};
  return {
    "pages of one item follow each other": async (subject) => {
      const { path = {}, query = {} } = await inputOf(subject, id);
      const seen = new Set<string>();
      let cursor: unknown;
      for (let page = 1; page <= 3; page += 1) {
        const asked = { ...query, per_page: 1, ...(cursor !== undefined && { cursor }) };
        const answer = expectSuccess(id, await subject.ask(id, { path, query: asked }));
        const [items = []] = Object.values(answer).filter(Array.isArray) as { id?: string }[][];
        if (items.length > 1) throw new Breach(`a page of one item has ${items.length}`);
        for (const item of items) {
          const name = item.id ?? JSON.stringify(item);
          if (seen.has(name)) throw new Breach(`${name} is on two pages`);
          seen.add(name);
        }
        if (!answer.hasMore) return;
        if (typeof answer.nextCursor !== "string") throw new Breach("a page with hasMore has no nextCursor");
        cursor = answer.nextCursor;
      }
    },
    "a cursor of nowhere is refused": async (subject) => {
      const { path = {}, query = {} } = await inputOf(subject, id);
      const answer = await subject.ask(id, { path, query: { ...query, cursor: "no-such-cursor" } });
      expectRefusal(id, answer, "422 validation_error");
    },
  };
}

/** A value beyond its limit is refused, with the code of its field. */
function limits(id: CheckedId): Record<string, Run> {
  const runs: [string, Run][] = [];
  const { maximum } = queryParameterOf(id, "per_page")?.schema ?? {};
  if (maximum !== undefined)
    runs.push([
      `per_page is at most ${maximum}`,
      async (subject) => {
        const query = { ...strangeInputOf(id).query, per_page: maximum + 1 };
        expectRefusal(id, await ask(subject, id, { query }), "422 validation_error");
      },
    ]);
  const example = exampleOf(id).body as object | undefined;
  for (const [name, schema] of example === undefined ? [] : fieldsOf(id)) {
    const { maxLength, maximum: most } = schema;
    if (maxLength === undefined && most === undefined) continue;
    const own = schema["x-error-code"] as keyof typeof errors | undefined;
    const code = own && inputSchemas[id].errorCodes.has(own) ? own : "validation_error";
    const value = maxLength === undefined ? most! + 1 : "a".repeat(maxLength + 1);
    runs.push([
      `${name} is at most ${maxLength === undefined ? most : `${maxLength} characters`}`,
      async (subject) => {
        const answer = await ask(subject, id, { body: { ...example, [name]: value } });
        expectRefusal(id, answer, ...errors[code].map(({ status }) => `${status} ${code}`));
      },
    ]);
  }
  return Object.fromEntries(runs);
}

/** All checks, in their order: the lists of later suites have the records of the examples. */
export const checks: Check[] = Object.entries({ examples, errors: refusals, idempotency, paging, limits }).flatMap(
  ([suite, checksOf]) =>
    checkedIds.flatMap((id) =>
      Object.entries(checksOf(id)).map(([name, run]) => ({ suite, name: `${id}: ${name}`, run })),
    ),
);
