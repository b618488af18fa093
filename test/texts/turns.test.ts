import { describe, expect, test } from "vitest";
import { transactOfTeam } from "../../server/db/commit/of-teams.ts";
import { plusMicroseconds, type Timestamp } from "../../server/db/timestamp.ts";
import { useApp } from "../support/app.ts";
import { storeDue } from "../support/due-texts.ts";
import { fromNow } from "../support/times.ts";

const app = useApp();

/** Stores due texts of a new team, and returns their ids. */
async function storeOfTeam(count: number, first: Timestamp): Promise<string[]> {
  const { client, team } = await app.signIn();
  const { id: apiKeyId } = await client.getKey();
  const owner = { teamId: team.id, apiKeyId, testMode: false };
  return transactOfTeam(app.database.orm, team.id, (tx) =>
    storeDue(tx, owner, count, (index) => plusMicroseconds(first, index)),
  );
}

/** The places of texts in the order in which the carrier got them. */
function placesOf(ids: string[]): number[] {
  const places = new Map(app.provider.texts.map(({ body }, index) => [body, index]));
  return ids.map((id) => places.get(id)!);
}

describe("a team with many due texts", () => {
  test("does not delay the texts of other teams, although they became due later", async () => {
    const earlier = await storeOfTeam(3_000, await fromNow(app.em(), -60));
    const one = await storeOfTeam(1, await fromNow(app.em(), -1));
    const many = await storeOfTeam(80, await fromNow(app.em(), -1));

    await app.dispatch();

    expect(app.provider.texts).toHaveLength(earlier.length + one.length + many.length);
    expect(Math.max(...placesOf(one))).toBeLessThan(256);
    expect(Math.max(...placesOf(many))).toBeLessThan(512);
  });
});
