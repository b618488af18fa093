/** What an answer must be. A check fails by a `Breach`, and is left out by a `Skip`. */
import { errors } from "../../generated/errors.ts";
import { operations } from "../../generated/operations.ts";
import { findBreaches } from "../../server/contract/answers.ts";
import { type CheckedId, refusalsOf } from "./operations.ts";
import type { Answer } from "./subject.ts";

/** The server breaks the contract. */
export class Breach extends Error {}

/** The check cannot be made with this key, or on this server. */
export class Skip extends Error {}

const nameOf = ({ status, body }: Answer) => (body?.error === undefined ? `${status}` : `${status} ${body.error}`);

function refuseBreaches(id: CheckedId, { status, body, text }: Answer): void {
  const breaches = findBreaches(id, status, body ?? text);
  if (breaches.length > 0) throw new Breach(breaches.join("\n"));
}

/**
 * Checks the answer of a call that must succeed, and returns its body.
 *
 * @throws Breach, or Skip if the key may not do this, or the server has no simulated handsets
 */
export function expectSuccess(id: CheckedId, answer: Answer): Record<string, unknown> {
  const name = nameOf(answer);
  if (answer.status !== operations[id].status) {
    if (name === "403 insufficient_scope") throw new Skip(`the key lacks a scope of ${id}`);
    if (name === "404 not_found" && operations[id].area === "simulator") throw new Skip("the simulated phone is off");
    throw new Breach(`${id} answered ${name}, and not ${operations[id].status}: ${answer.body?.message ?? ""}`);
  }
  refuseBreaches(id, answer);
  return answer.body ?? {};
}

/**
 * Checks that an answer is one of the named refusals, each as `404 not_found`, in the shape of all errors.
 *
 * @throws Breach, or Skip if the key may not do this
 */
export function expectRefusal(id: CheckedId, answer: Answer, ...named: string[]): void {
  const name = nameOf(answer);
  if (name === "403 insufficient_scope" && !named.includes(name)) throw new Skip(`the key lacks a scope of ${id}`);
  if (!named.includes(name)) throw new Breach(`${id} answered ${name}, and not ${named.join(" or ")}`);
  if (!refusalsOf(id).includes(name)) throw new Breach(`${id} does not declare ${name}`);
  refuseBreaches(id, answer);
  const { error, requestId } = answer.body as { error: keyof typeof errors; requestId?: string };
  if (!(error in errors)) throw new Breach(`${error} is no code of the contract`);
  if (requestId !== answer.headers["x-request-id"])
    throw new Breach(`the requestId ${requestId} is not the X-Request-Id ${answer.headers["x-request-id"]}`);
}
