import { expect, test, vi } from "vitest";
import { Concurrency } from "../../server/webhooks/concurrency.ts";
import type { PostOnce } from "../../server/webhooks/post.ts";
import { useApp } from "../support/app.ts";
import { uniquePhone } from "../support/factories.ts";
import { answer, hang, reset, useFakeServer } from "../support/fake-server.ts";
import { createTestPoster, receiveText, startTestDeliverer } from "../support/webhooks.ts";

const app = useApp();
const target = useFakeServer();
const limits = { perProcess: 40, perTeam: 40, perTarget: { first: 2, most: 6 } };

/** Creates replies to an address of the target. */
async function reply(count: number): Promise<void> {
  const { client, team } = await app.signIn();
  await Promise.all(
    Array.from({ length: count }, async () => {
      const body = { phone_number: uniquePhone(), message: "hello", replyWebhookUrl: target.url };
      await receiveText(app, team, await client.sendText({ body }));
    }),
  );
}

/** A poster that counts how many posts run, and ran at most since the last reset. */
function countPosts(post: PostOnce) {
  const posts = { now: 0, most: 0, ended: 0 };
  const counting: PostOnce = async (...given) => {
    posts.most = Math.max(posts.most, ++posts.now);
    return post(...given).finally(() => {
      posts.now -= 1;
      posts.ended += 1;
    });
  };
  return { posts, counting };
}

test("a target that accepts its posts gets more at a time, and the first number when it stops to answer", async () => {
  const { posts, counting } = countPosts(createTestPoster());
  target.behaviour = (request, response) => void setTimeout(() => answer(200, "")(request, response), 5);
  await reply(60);

  const deliverers = [1, 2].map(() => startTestDeliverer(app, { limits, post: counting }));
  await vi.waitFor(() => expect(posts.ended).toBe(60), { timeout: 10_000 });
  expect(posts.most).toBe(limits.perTarget.most);

  target.behaviour = hang;
  await reply(20);
  // The posts that began before the target stopped to answer.
  await vi.waitFor(() => expect(posts.ended).toBeGreaterThanOrEqual(60 + limits.perTarget.most), { timeout: 10_000 });
  posts.most = posts.now;
  await vi.waitFor(() => expect(posts.ended).toBe(80), { timeout: 15_000 });
  expect(posts.most).toBeLessThanOrEqual(limits.perTarget.first);
  await Promise.all(deliverers.map((deliverer) => deliverer.stop()));
}, 40_000);

test("a connection is used again, and a post is repeated on a new one if the target has closed the connection", async () => {
  const behaviours = [answer(200, ""), answer(200, ""), reset, answer(200, ""), reset];
  target.behaviour = (request, response) => behaviours.shift()!(request, response);
  const post = createTestPoster(15_000);
  const { opened } = target.connections;
  const postOnce = () => post({ url: target.url, headers: {}, body: "{}" }, new AbortController().signal);

  expect([await postOnce(), await postOnce()]).toEqual(Array(2).fill({ status: 200, answer: "" }));
  expect(target.connections.opened - opened).toBe(1);

  expect(await postOnce()).toEqual({ status: 200, answer: "" });
  expect(target.connections.opened - opened).toBe(2);
  expect(await postOnce()).toEqual({ error: "ECONNRESET" });
  expect(behaviours).toEqual([]);
});

test("only accepted posts raise the number of concurrent posts, an overload ends that, and silence leaves one", () => {
  const concurrency = new Concurrency({ first: 2, most: 4 });
  const after = (...statuses: (number | undefined)[]) => {
    for (const status of statuses) concurrency.report(status);
    return concurrency.limit;
  };

  expect(after()).toBe(2);
  expect(after(500, 404, 301)).toBe(2);
  expect(after(200, 204)).toBe(4);
  expect(after(200)).toBe(4);
  expect(after(500)).toBe(4);
  expect(after(429)).toBe(2);
  expect(after(200)).toBe(3);
  expect(after(503)).toBe(2);
  expect(after(200)).toBe(3);
  expect(after(undefined)).toBe(1);
  expect(after(undefined)).toBe(1);
  expect(after(500)).toBe(2);
});

test("a target without an answer for a second gets the first number of posts", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const concurrency = new Concurrency({ first: 2, most: 4 });
    concurrency.report(200);
    expect(concurrency.limit).toBe(3);

    vi.advanceTimersByTime(1_100);
    expect(concurrency.limit).toBe(2);
    concurrency.report(200);
    expect(concurrency.limit).toBe(3);
  } finally {
    vi.useRealTimers();
  }
});
