import { test } from "vitest";
import { checkRoundTrips } from "../contacts/round-trips.ts";
import { useApp } from "../support/app.ts";

const app = useApp();

test("the merges of 60 random pairs are as their previews say, and undoing them gives both contacts back", async () => {
  await checkRoundTrips(app, 60);
});
