import { expect, test } from "vitest";
import { errors } from "../../generated/errors.ts";
import { useApp } from "../support/app.ts";
import { createAwayDatabase, createBlankDatabase } from "../support/database.ts";
import { refusalOf } from "../support/refusals.ts";
import { waysToErrors } from "./error-ways.ts";

const ways = waysToErrors({
  app: useApp({ phone: true }),
  limited: useApp({ rateLimit: { burst: 1, perSecond: 0.001 } }),
  broken: useApp({ database: createBlankDatabase }),
  away: useApp({ database: createAwayDatabase }),
});

const rows = Object.entries(ways).flatMap(([code, statuses]) =>
  Object.entries(statuses).map(([status, provoke]) => ({ code, status: Number(status), provoke })),
);

test.each(rows)("$code is answered with $status in the common error shape", async ({ code, status, provoke }) => {
  const answer = await provoke();

  expect(answer.status, answer.text).toBe(status);
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  expect(refusalOf(answer)).toBe(`${status} ${code}`);
  expect(answer.body.message).toMatch(/^\S.*\.$/);
});

test("this file provokes every code and status of the catalogue", () => {
  const provoked = rows.map(({ code, status }) => `${code} ${status}`);
  const catalogue = Object.entries(errors).flatMap(([code, variants]) =>
    variants.map(({ status }) => `${code} ${status}`),
  );
  expect(provoked.toSorted()).toEqual(catalogue.toSorted());
});
