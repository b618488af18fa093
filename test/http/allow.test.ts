import { expect, test } from "vitest";
import { type RouteId, routes } from "../../generated/operations.ts";
import { useApp } from "../support/app.ts";
import { refusalOf } from "../support/refusals.ts";

const app = useApp();

/** The methods that the contract gives each path. HEAD comes with GET. */
const methodsByPath = Map.groupBy(Object.keys(routes) as RouteId[], (id) => routes[id].path);

test.each([...methodsByPath])("%s allows exactly the methods of the contract", async (path, ids) => {
  const { client } = await app.signIn();
  const filled = path.replaceAll(/\{\w+\}/g, "x");
  const methods = ids.map((id) => routes[id].method as string);
  if (methods.includes("GET")) methods.push("HEAD");

  for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    const answer = await client.request(method, filled);
    if (methods.includes(method)) expect(answer.status, method).not.toBe(405);
    else {
      // The errors of a door have a shape of their own.
      if (method !== "HEAD" && routes[ids[0]!].door === null)
        expect(refusalOf(answer), method).toBe("405 method_not_allowed");
      expect(answer.status).toBe(405);
      expect(answer.headers.get("allow")?.split(", ").toSorted(), method).toEqual(methods.toSorted());
    }
  }
});
