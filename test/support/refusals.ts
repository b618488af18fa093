import { expect } from "vitest";
import type { RouteId } from "../../generated/operations.ts";
import { describe, type Response, type Schema } from "../../server/contract/schemas.ts";
import type { RawAnswer } from "./client.ts";

const idOrNull = expect.toBeOneOf([null, expect.stringMatching(/^[0-9a-f-]{36}$/)]);

/** Status and code of an answer, such as `404 not_found`. Checks that its body has exactly the error shape. */
export function refusalOf({ status, headers, body }: RawAnswer): string {
  const { details, textId, threadId, provider, nextAllowedAt, consent, mergedInto, ...rest } = body;
  expect(rest).toEqual({
    success: false,
    error: expect.stringMatching(/^[a-z_]+$/),
    message: expect.stringMatching(/\S/),
    nextStep: expect.stringMatching(/^[A-Z].*\.$/),
    requestId: headers.get("x-request-id"),
  });
  if (body.error === "message_failed" || provider) {
    expect({ textId, threadId }).toEqual({ textId: idOrNull, threadId: idOrNull });
    expect(provider).toEqual({
      code: expect.stringMatching(/^[\x21-\x7e]+$/),
      message: expect.toBeOneOf([null, expect.stringMatching(/\S/)]),
      moreInfo: expect.toBeOneOf([null, expect.stringMatching(/^https?:/)]),
      meaning: expect.stringMatching(/^[A-Z].*\.$/),
      about: expect.stringMatching(/^[a-z]+$/),
    });
  } else expect([textId, threadId]).toEqual([undefined, undefined]);
  if (consent !== undefined) {
    expect(body.error).toBe("recipient_opted_out");
    expect(consent).toEqual({
      since: expect.stringMatching(/\.\d{6}Z$/),
      source: expect.toBeOneOf([null, expect.stringMatching(/^[a-z]+$/)]),
    });
  }
  if (mergedInto !== undefined) {
    expect([body.error, mergedInto]).toEqual(["contact_not_found", expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  }
  expect(nextAllowedAt === undefined).toBe(body.error !== "quiet_hours");
  for (const each of details ?? []) {
    expect(each).toEqual({
      field: expect.any(String),
      code: expect.stringMatching(/^[a-z_]+$/),
      message: expect.stringMatching(/\S/),
    });
  }
  return `${status} ${body.error}`;
}

/** The answers that the contract gives an operation beside its success, each as `404 not_found`. */
export function refusalsOf(id: RouteId): string[] {
  return answersOf(id).filter((answer) => answer.includes(" "));
}

/** All answers of an operation in the contract: a status, with its code if it has one, such as `404 not_found`. */
export function answersOf(id: RouteId): string[] {
  return Object.entries(describe(id).responses ?? {}).flatMap(([status, response]) => {
    const { "x-error-codes": codes, content } = response as Response;
    const named = (codes ?? []).map(({ code }) => `${status} ${code}`);
    const { anyOf } = (content?.["application/json"]?.schema ?? {}) as Schema;
    // One of these alternatives is an error of JSON-RPC, which has no code of ours.
    return codes && !anyOf ? named : [status, ...named];
  });
}
