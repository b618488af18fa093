import fc from "fast-check";
import { expect, test } from "vitest";
import { type HistoryTarget, runHistory } from "../prove/consent-histories.ts";
import { histories } from "../prove/model/consents.ts";
import { useApp } from "../support/app.ts";
import { postCallback } from "../support/callbacks.ts";

const app = useApp();

test("keywords, their repetitions, late callbacks, requests, imports and refusals leave what the model says", async () => {
  const { client, number, team } = await app.signIn();
  const post = (form: Record<string, string>) => postCallback(app, "inbound", form);
  const target: HistoryTarget = { orm: app.database.orm, teamId: team.id, number, client, post };

  await fc.assert(
    fc.asyncProperty(histories, async (steps) => {
      expect(await runHistory(target, steps)).toBeUndefined();
    }),
    { numRuns: 60 },
  );
});
