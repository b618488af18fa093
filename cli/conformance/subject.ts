/** The server that is checked. */
import { setTimeout as wait } from "node:timers/promises";
import { operations } from "../../generated/operations.ts";
import { parseJson } from "../bytes/parse-json.ts";
import type { Answer as PlainAnswer, Transport } from "../client/message.ts";
import { sendByFetch } from "../client/send-by-fetch.ts";
import type { CheckedId } from "./operations.ts";

export interface Input {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  /** A text is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Answer extends PlainAnswer {
  /** The parsed body; undefined if it is not JSON. */
  body: Record<string, unknown> | undefined;
}

export interface Subject {
  /**
   * Calls an operation, and repeats the call while the key is over its rate limit.
   *
   * @throws NoAnswer
   */
  ask(id: CheckedId, input: Input): Promise<Answer>;
}

/** The maximum number of refusals for the rate of a key. Each names the time to wait. */
const maxRefusals = 20;

const timeoutMilliseconds = 30_000;

export function createSubject(url: string, key: string, transport: Transport = sendByFetch): Subject {
  return {
    async ask(id, { path = {}, query = {}, body, headers = {} }) {
      const message = {
        method: operations[id].method,
        url: `${url}${pathOf(id, path)}${queryOf(query)}`,
        headers: { "x-api-key": key, ...(body !== undefined && { "content-type": "application/json" }), ...headers },
        body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
      };
      for (let refusals = 0; ; refusals += 1) {
        const answer = await transport(message, timeoutMilliseconds);
        const parsed = parseJson(answer.text) as Answer["body"];
        if (answer.status !== 429 || parsed?.error !== "rate_limited" || refusals === maxRefusals)
          return { ...answer, body: parsed };
        await wait(Number(answer.headers["retry-after"] ?? 1) * 1_000);
      }
    },
  };
}

const pathOf = (id: CheckedId, path: Record<string, unknown>) =>
  operations[id].path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));

function queryOf(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, String(each)]),
  );
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
}
