import { expect, test, vi } from "vitest";
import { Concurrency } from "../../server/webhooks/concurrency.ts";
import { HeldTarget } from "../../server/webhooks/held-target.ts";
import type { PostOnce } from "../../server/webhooks/post.ts";
import { PostPlaces } from "../../server/webhooks/post-places.ts";
import { replyKind } from "../../server/webhooks/replies/reply-kind.ts";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { type TestTeam, uniquePhone } from "../support/factories.ts";
import { receiveText, startTestDeliverer } from "../support/webhooks.ts";

const app = useApp();
const limits = { perProcess: 16, perTeam: 8, perTarget: { first: 2, most: 4 } };

/** Replies to texts of a team, on their way to a host. */
async function reply({ client, team }: { client: Client; team: TestTeam }, host: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const body = { phone_number: uniquePhone(), message: "hello", replyWebhookUrl: `http://${host}.localhost/` };
    await receiveText(app, team, await client.sendText({ body }));
  }
}

/** A poster whose posts to hosts `hanging…` end only when a test says so. Others are answered at once. */
function createHangingPoster() {
  const hanging = new Map<string, (() => void)[]>();
  const answered: string[] = [];
  const post: PostOnce = async ({ url }, stop) => {
    const [host = ""] = new URL(url).hostname.split(".");
    if (!host.startsWith("hanging")) {
      answered.push(host);
      return { status: 200, answer: "" };
    }
    await new Promise<void>((resolve, reject) => {
      hanging.set(host, [...(hanging.get(host) ?? []), resolve]);
      stop.addEventListener("abort", () => reject(stop.reason));
    });
    return { error: "timeout" };
  };
  return {
    post,
    answered,
    /** The number of posts that hang, by host. */
    counts: () => Object.fromEntries([...hanging].map(([host, ends]) => [host, ends.length])),
    /** Lets the posts to all hosts time out. */
    timeOut() {
      for (const end of [...hanging.values()].flat()) end();
      hanging.clear();
    },
  };
}

test("eight targets of two teams that hang delay no post of a third team", async () => {
  const { post, answered, counts } = createHangingPoster();
  const [one, two, other] = [await app.signIn(), await app.signIn(), await app.signIn()];
  for (let index = 0; index < 4; index += 1) {
    await reply(one, `hanging-a${index}`, 2);
    await reply(two, `hanging-b${index}`, 2);
  }
  const deliverer = startTestDeliverer(app, { limits, post });
  // The posts to targets that do not answer are half of all, and half of those are for first posts.
  await vi.waitFor(() => expect(Object.values(counts()).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(4));

  await reply(other, "good", 1);

  await vi.waitFor(() => expect(answered).toEqual(["good"]), { timeout: 500 });
  expect(Object.values(counts()).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(8);
  void deliverer.stop();
});

test("a target whose posts timed out gets one at a time, also after it was idle, until it answers", async () => {
  const { post, counts, timeOut } = createHangingPoster();
  const team = await app.signIn();
  await reply(team, "hanging", 8);
  const deliverer = startTestDeliverer(app, { limits, post });
  await vi.waitFor(() => expect(counts()).toEqual({ hanging: 2 }));
  timeOut();
  await vi.waitFor(() => expect(counts()).toEqual({ hanging: 1 }));
  for (let round = 0; round < 6; round += 1) {
    timeOut();
    await vi.waitFor(() => expect(Object.values(counts()).length).toBeLessThanOrEqual(1));
  }
  await app
    .em()
    .execute("update webhook_delivery set status = 'failed', next_attempt_at = null where team_id = ?", [team.team.id]);
  await vi.waitFor(async () => {
    // A post that was chosen before may begin only now.
    timeOut();
    const leased = await app
      .em()
      .execute("select from webhook_target where team_id = ? and leased_by is not null", [team.team.id]);
    expect(leased).toEqual([]);
  });

  await reply(team, "hanging", 4);
  await vi.waitFor(() => expect(counts()).toEqual({ hanging: 1 }));
  expect(counts()).toEqual({ hanging: 1 });
  void deliverer.stop();
});

test("many teams with a target each that hangs leave places for first posts of others", () => {
  const places = new PostPlaces({ perProcess: 512, perTeam: 128, perTarget: { first: 8, most: 96 } });
  const create = (teamId: string) =>
    new HeldTarget({ teamId, name: "host" }, replyKind, new Concurrency({ first: 8, most: 96 }));
  const teams = Array.from({ length: 80 }, (_, index) => create(`team ${index}`));
  for (const target of teams) {
    while (target.room > 0 && places.hasRoomFor(target)) {
      places.take(target);
      target.running += 1;
    }
    expect(target.running).toBeGreaterThan(0);
  }

  expect(places.hasRoomFor(create("another team"))).toBe(true);
});

test("a target that answered its last post needs no place among those that do not answer", () => {
  const places = new PostPlaces({ perProcess: 8, perTeam: 8, perTarget: { first: 1, most: 1 } });
  const create = (teamId: string) =>
    new HeldTarget({ teamId, name: "host" }, replyKind, new Concurrency({ first: 1, most: 1 }));
  const answers = create("answers");
  answers.concurrency.report(200);
  const fails = create("fails");
  fails.concurrency.report(200);
  fails.concurrency.report(undefined);
  for (const name of ["a", "b", "c", "d"]) {
    const target = create(name);
    expect(places.hasRoomFor(target)).toBe(true);
    places.take(target);
  }

  expect([answers, fails, create("new")].map((target) => places.hasRoomFor(target))).toEqual([true, false, false]);
});
