import { expect, test } from "vitest";
import { readClock } from "../../server/db/clock.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { listKeys } from "../../server/keys/keys.ts";
import { allRights } from "../../server/operations/key-rights.ts";
import type { Claim } from "../../server/operations/once/claims.ts";
import { textRecording } from "../../server/texts/record-texts.ts";
import { measureText } from "../../server/texts/segments.ts";
import type { NewText } from "../../server/texts/texts.ts";
import { useApp } from "../support/app.ts";
import { type TestTeam, uniquePhone } from "../support/factories.ts";
import { allowFiles } from "../support/uploads.ts";

const app = useApp();

const media = [{ url: "https://example.com/cat.png", contentType: "image/png" }];

/** Records texts of a team in one batch, each with a key. Returns what became of each, and its thread. */
async function record(team: TestTeam, texts: Partial<NewText>[]) {
  const [key] = await listKeys(app.em(), team);
  await allowFiles(app.em(), team);
  const now = await readClock(app.em());
  const owner = { teamId: team.id, apiKeyId: key!.id, testMode: false, now };
  const batch = texts.map((text): NewText => {
    const claim: Claim = { ...owner, key: newId(), fingerprint: Buffer.alloc(32) };
    return {
      ...owner,
      ...measureText("hello"),
      id: newId(),
      body: "hello",
      foresee: undefined,
      rights: allRights,
      claim,
      phone: uniquePhone(),
      threadId: undefined,
      sender: undefined,
      replyWebhookUrl: null,
      webhookData: null,
      ...text,
    };
  });
  const results = await app.inTeam(team.id, (tx) => textRecording.run(tx, batch));
  return results.map((result) => {
    if (!result.ok) throw result.error;
    return result.value;
  });
}

test("a batch with files stores them, and other texts of the batch have none", async () => {
  const { client, team } = await app.signIn();

  const results = await record(team, [{ media }, {}]);

  const found = results.map(async (result) => {
    if (result.kind !== "stored") throw new Error(result.kind);
    const { messages } = await client.listThreadMessages({ path: { id: result.stored.threadId } });
    return messages.map((message) => message.media);
  });
  expect(await Promise.all(found)).toMatchObject([[media], [[]]]);
});

test("a text that ignores an opt-out is stored, and another one of its batch is refused", async () => {
  const { team } = await app.signIn();
  const phone = uniquePhone();
  await app
    .em()
    .execute("insert into opt_out (team_id, phone_number, created_at) values (?, ?, now())", [team.id, phone]);

  const [ignoring, other] = await record(team, [{ phone, ignoresOptOut: true }, { phone }]);

  expect(ignoring).toMatchObject({ kind: "stored", stored: { to: phone } });
  expect(other).toMatchObject({ kind: "refused", error: { code: "recipient_opted_out" } });
});

test("a batch with something rare counts the budget of its key", async () => {
  const { team } = await app.signIn();
  const rights = { ...allRights, segmentsPerDay: 1 };

  const results = await record(team, [
    { media, rights },
    { media, rights },
  ]);

  expect(results.map(({ kind }) => kind).toSorted()).toEqual(["refused", "stored"]);
});
