import { describe, expect, test } from "vitest";
import type { MessageRecord } from "../../generated/api.ts";
import { transactOfTeam } from "../../server/db/commit/of-teams.ts";
import { prunePending } from "../../server/texts/pending/prune-pending.ts";
import { useApp, useNeighbour } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import { type Client, createClient } from "../support/client.ts";
import { storeDue } from "../support/due-texts.ts";
import { uniquePhone } from "../support/factories.ts";
import { refusalOf } from "../support/refusals.ts";
import { fromNow } from "../support/times.ts";
import { makeDue, schedule } from "../support/waiting-texts.ts";

const app = useApp();
const neighbour = useNeighbour(app);

const campaign = "spring sale";

const cancel = (client: Client, name = campaign) => client.cancelCampaign({ body: { campaign: name } });

const statusOf = async (client: Client, { id }: MessageRecord) => (await client.getMessage({ path: { id } })).status;

test("the waiting texts of a campaign are canceled, and the answer counts those that had gone out", async () => {
  const { client, team, number } = await app.signIn();
  const gone = [await schedule(app, client, { campaign }), await schedule(app, client, { campaign })];
  const stopped = await schedule(app, client, { campaign });
  await postCallback(app, "inbound", inboundForm(stopped.to, number, "STOP"));
  await makeDue(app, team);
  await app.dispatch();
  const waiting = [await schedule(app, client, { campaign }), await schedule(app, client, { campaign })];
  const others = [await schedule(app, client, { campaign: "Spring sale" }), await schedule(app, client)];

  const first = await cancel(client);
  const again = await cancel(client);

  expect(waiting[0]).toMatchObject({ campaign, status: "scheduled" });
  expect(first).toEqual({ success: true, campaign, canceled: 2, sent: 2, hasMore: false });
  expect(again).toEqual({ ...first, canceled: 0 });
  expect(await Promise.all([...gone, stopped, ...waiting, ...others].map((text) => statusOf(client, text)))).toEqual([
    ...["queued", "queued", "canceled", "canceled", "canceled", "scheduled", "scheduled"],
  ]);
  await makeDue(app, team);
  await app.dispatch();
  const carried = app.provider.texts.map(({ to }) => to);
  expect(carried).toEqual(expect.not.arrayContaining(waiting.map(({ to }) => to)));
  const { auditEvents } = await client.listAuditEvents();
  expect(auditEvents[0]).toMatchObject({ operation: "cancelCampaign", target: campaign });
});

test("a campaign has texts and a count of its own in each mode", async () => {
  const { client, team } = await app.signIn();
  const inTest = client.inTestMode();
  await schedule(app, client, { campaign });
  await makeDue(app, team);
  await app.dispatch();
  const [live, test] = [await schedule(app, client, { campaign }), await schedule(app, inTest, { campaign })];

  expect(await cancel(inTest)).toMatchObject({ canceled: 1, sent: 0, hasMore: false });

  expect([await statusOf(client, live), await statusOf(inTest, test)]).toEqual(["scheduled", "canceled"]);
});

test("a message has no campaign, and a canceled text keeps it", async () => {
  const { client, team } = await app.signIn();
  const sent = await schedule(app, client, { campaign });
  await makeDue(app, team);
  await app.dispatch();
  const waiting = await schedule(app, client, { campaign });
  await cancel(client);

  expect(await client.getMessage({ path: { id: sent.id } })).toMatchObject({ status: "queued", campaign: null });
  expect(await client.getMessage({ path: { id: waiting.id } })).toMatchObject({ status: "canceled", campaign });
});

test("a request cancels 1,000 texts, and hasMore says that others wait", async () => {
  const { client, team } = await app.signIn();
  const { id: apiKeyId } = await client.getKey();
  const later = await fromNow(app.em(), 3_600);
  const owner = { teamId: team.id, apiKeyId, testMode: false, campaign };
  await transactOfTeam(app.database.orm, team.id, (tx) => storeDue(tx, owner, 1_500, () => later));

  expect(await cancel(client)).toMatchObject({ canceled: 1_000, sent: 0, hasMore: true });
  expect(await cancel(client)).toMatchObject({ canceled: 500, sent: 0, hasMore: false });
});

test("each text is canceled or handed over, and counted as what became of it, while two servers hand over", async () => {
  const { client, team } = await app.signIn();
  const { id: apiKeyId } = await client.getKey();
  const now = await fromNow(app.em(), -1);
  const count = 1_200;
  const owner = { teamId: team.id, apiKeyId, testMode: false, campaign };
  const ids = await transactOfTeam(app.database.orm, team.id, (tx) => storeDue(tx, owner, count, () => now));

  const dispatched = Promise.all([app.dispatch(), neighbour.dispatch()]);
  let canceled = 0;
  for (let answer = { hasMore: true, sent: 0 }; answer.hasMore; ) {
    const next = await client.raw("cancelCampaign", { body: { campaign } });
    // Before the first commit of a hand-over, and of the texts themselves, there is nothing to find.
    expect(next.status).toBe(200);
    answer = next.body;
    canceled += next.body.canceled;
  }
  await dispatched;

  const { sent } = await cancel(client);
  const carried = [app, neighbour].flatMap(({ provider }) => provider.texts).filter(({ body }) => ids.includes(body));
  expect(canceled + sent).toBe(count);
  expect(carried).toHaveLength(sent);
});

describe("another mode, another team and an unknown name", () => {
  test("have no such campaign, and nothing is canceled", async () => {
    const { client, key } = await app.signIn();
    const stranger = await app.signIn();
    const waiting = await schedule(app, client, { campaign });

    for (const [caller, name] of [
      [client, "Spring Sale"],
      [createClient(app.url, `${key}_test`), campaign],
      [stranger.client, campaign],
    ] as const) {
      const answer = await caller.raw("cancelCampaign", { body: { campaign: name } });
      expect(refusalOf(answer)).toBe("404 campaign_not_found");
    }
    expect(await statusOf(client, waiting)).toBe("scheduled");
  });
});

test("texts are listed by their campaign, and only those that wait or were canceled have one", async () => {
  const { client } = await app.signIn();
  const texts = [await schedule(app, client, { campaign }), await schedule(app, client, { campaign })];
  await schedule(app, client, { campaign: "other" });
  await schedule(app, client);
  const list = (query: object) => client.listMessages({ query: { status: "scheduled", campaign, ...query } });

  const [first, whole] = [await list({ per_page: 1 }), await list({})];
  const second = await list({ per_page: 1, cursor: first.nextCursor! });

  expect(whole.messages.map(({ id }) => id).toSorted()).toEqual(texts.map(({ id }) => id).toSorted());
  expect([...first.messages, ...second.messages]).toEqual(whole.messages);
  expect((await list({ status: "canceled" })).messages).toEqual([]);
  for (const status of [undefined, "delivered"] as const) {
    const answer = await client.raw("listMessages", { query: { campaign, ...(status && { status }) } });
    expect(refusalOf(answer)).toBe("422 validation_error");
    expect(answer.body.details).toMatchObject([{ field: "campaign" }]);
  }
});

describe("a name", () => {
  const at = () => fromNow(app.em(), 3_600);

  test.each(["Frühling 2027 ☀️", "a/b?c=%20", "x".repeat(64), "😀".repeat(64)])("%j is kept as it is", async (name) => {
    const { client } = await app.signIn();
    expect(await schedule(app, client, { campaign: name })).toMatchObject({ campaign: name });
    const { messages } = await client.listMessages({ query: { status: "scheduled", campaign: name } });
    expect(messages).toHaveLength(1);
    expect(await cancel(client, name)).toMatchObject({ campaign: name, canceled: 1 });
  });

  test.each(["", " ", " a", "a ", "a\nb", "a\u0000", "\u007f", "x".repeat(65), "\ud800", 7, ["a"]])(
    "%j is refused",
    async (name) => {
      const { client } = await app.signIn();
      const body = { phone_number: uniquePhone(), message: "hello", sendAt: await at(), campaign: name as string };
      expect(refusalOf(await client.raw("sendMessage", { body }))).toBe("422 validation_error");
      const answer = await client.raw("cancelCampaign", { body: { campaign: name as string } });
      expect(refusalOf(answer)).toBe("422 validation_error");
    },
  );

  test("without sendAt is refused, because a text that is sent at once cannot be canceled", async () => {
    const { client } = await app.signIn();
    const body = { phone_number: uniquePhone(), message: "hello", campaign };
    const answer = await client.raw("sendMessage", { body });
    expect(refusalOf(answer)).toBe("422 validation_error");
    expect(answer.body.details).toMatchObject([{ field: "campaign" }]);
  });
});

test("the count of a campaign is forgotten when no text can wait any more", async () => {
  const { client, team } = await app.signIn();
  for (const name of ["old", "new"]) await schedule(app, client, { campaign: name });
  await makeDue(app, team);
  await app.dispatch();
  const long = await fromNow(app.em(), -61 * 86_400);
  await app.em().execute("update campaign set updated_at = ? where team_id = ? and name = 'old'", [long, team.id]);

  await prunePending(app.em(), await fromNow(app.em(), -30 * 86_400));

  expect(refusalOf(await client.raw("cancelCampaign", { body: { campaign: "old" } }))).toBe("404 campaign_not_found");
  expect(await cancel(client, "new")).toMatchObject({ canceled: 0, sent: 1 });
});
