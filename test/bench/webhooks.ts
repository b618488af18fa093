/** Measures how fast replies reach the webhook of a team. */
import { setTimeout as wait } from "node:timers/promises";
import { connections, load, type Measure, takeNumbers, withCpu } from "./measures.ts";
import type { Listening } from "./programs.ts";
import type { Target } from "./requests.ts";
import type { Setup } from "./setup.ts";

/** The replies of a round; fewer if the option asks for fewer callbacks. */
const maxReplies = 3_000;

const pauseMilliseconds = 10;

/**
 * Replies that arrive at once at a new server with an empty database, for one target that answers after some time. The
 * figure is their number divided by the time from the first reply to the last post. The server has carried the texts
 * before, and has made no post.
 */
export function deliverReplies(answerMilliseconds: number): Measure {
  return async (setup, { callbacks }) => {
    const count = Math.min(maxReplies, callbacks);
    const webhook = await setup.reference("webhook-target");
    const server = await startPosting(setup);
    const target: Target = {
      ...setup.target,
      key: setup.target.key.replace(/_test$/, ""),
      number: await findNumber(server, setup.target.key),
      recipients: count,
      replyWebhookUrl: `${webhook.url}/${answerMilliseconds}`,
    };
    const job = { connections, seconds: 3_600, status: 200, targets: [target] };
    await load(setup, [server], { ...job, kind: "text with webhook", ...takeNumbers(count) });
    await awaitDelivered(server, target);

    const before = await countPosts(webhook);
    const began = performance.now();
    const { cpu } = await withCpu(setup, [server], async () => {
      await load(setup, [server], { ...job, kind: "inbound", ...takeNumbers(count) });
      while ((await countPosts(webhook)) - before < count) await wait(pauseMilliseconds);
      return { requests: count };
    });
    const seconds = (performance.now() - began) / 1_000;
    await server.stop();
    // The server has a PostgreSQL of its own, whose time is not known here.
    return { figure: count / seconds, ...(cpu.cpu && { cpu: { program: cpu.cpu.program } }) };
  };
}

/** Starts a server with an empty database, which may post to loopback and accepts the callbacks of the first team. */
export const startPosting = (setup: Setup) =>
  setup.startFresh({
    WEBHOOK_ALLOW_PRIVATE: "127.0.0.0/8",
    WEBHOOK_CLIENT_SECRET: setup.target.secret,
    BASE_URL: setup.target.publicUrl,
  });

/** The number of different deliveries that a target has received. */
export const countPosts = async ({ url }: Listening) => Number(await (await fetch(url)).text());

/** The phone of the first team's business number. */
export async function findNumber({ url }: Listening, key: string): Promise<string> {
  const answer = await fetch(`${url}/api/business-numbers`, { headers: { "x-api-key": key } });
  const { businessNumbers } = (await answer.json()) as { businessNumbers: { phoneNumber: string }[] };
  return businessNumbers[0]!.phoneNumber;
}

/** Waits until the simulated carrier has delivered the newest text. */
async function awaitDelivered({ url }: Listening, { key }: Target): Promise<void> {
  const read = async (path: string) => (await fetch(url + path, { headers: { "x-api-key": key } })).json();
  const { threads } = (await read("/api/threads?per_page=1")) as { threads: { id: string }[] };
  for (;;) {
    const { messages } = (await read(`/api/threads/${threads[0]!.id}/messages`)) as { messages: { status: string }[] };
    if (messages[0]!.status === "delivered") return;
    await wait(10 * pauseMilliseconds);
  }
}
