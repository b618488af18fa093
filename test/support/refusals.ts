import { expect } from "vitest";
import type { RawAnswer } from "./client.ts";

/** Status and code of an answer, as `404 not_found`, once its body is known to be of the error shape and nothing else. */
export function refusalOf({ status, headers, body }: RawAnswer): string {
  const { details, ...rest } = body;
  expect(rest).toEqual({
    success: false,
    error: expect.stringMatching(/^[a-z_]+$/),
    message: expect.stringMatching(/\S/),
    requestId: headers.get("x-request-id"),
  });
  for (const each of details ?? []) {
    expect(each).toEqual({
      field: expect.any(String),
      code: expect.stringMatching(/^[a-z_]+$/),
      message: expect.stringMatching(/\S/),
    });
  }
  return `${status} ${body.error}`;
}
