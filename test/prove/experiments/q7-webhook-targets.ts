import { type DeliverySummary, getDelivery, listDeliveries } from "../../../server/webhooks/deliveries.ts";
import { inboundForm } from "../../support/callbacks.ts";
import { createClient } from "../../support/client.ts";
import { uniquePhone } from "../../support/factories.ts";
import { answer, drip, type FakeServer, flood, hang, reset } from "../../support/fake-server.ts";
import { endLeases, makeDue } from "../../support/webhooks.ts";
import { callbackSettings, postSigned } from "../callbacks.ts";
import type { Experiment } from "../experiment.ts";
import { forEach, measure, times, until } from "../load.ts";
import { type SignedIn, settingsOf, signIn } from "../team.ts";

/** The seconds between the attempts, as docs/decisions.md promises them. */
const schedule = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

/** The maximum duration of an attempt, with a margin. */
const maxAttemptMilliseconds = 15_000 + 1_500;

/** The maximum duration of deliveries to a good target while other targets hang. */
const maxGoodMilliseconds = 5_000;

/** The bytes of a response that are in flight before the connection closes. */
const maxBytes = 8_000_000;

const maxStopMilliseconds = 10_000;

export const q7: Experiment = {
  id: "Q7",
  title:
    "reply webhooks to targets that fail, hang, redirect, reset, drip and send 10 MB, while their worker is stopped and killed",
  passesWhen:
    "every attempt follows the schedule with the same id and body and the limits of time and size, and other targets are not delayed",
  seconds: { full: 300, short: 60 },
  async run(context) {
    const database = await context.createDatabase();
    const em = () => database.orm.em.fork();
    const team = () => signIn(database);
    const busy = await team();
    const settings = settingsOf(database, { ...callbackSettings, WEBHOOK_ALLOW_PRIVATE: "127.0.0.0/8" });
    const startWorker = () => context.startServer({ ...settings, ROLE: "worker" });
    const [api, worker] = await Promise.all([context.startServer({ ...settings, ROLE: "api" }), startWorker()]);
    const problems: string[] = [];
    const check = (isSo: boolean, otherwise: string) => isSo || problems.push(otherwise);

    /** Replies to texts with the URL of a target. */
    const reply = ({ key, number }: SignedIn, { url }: FakeServer, count = 1) =>
      forEach(context, times(count, uniquePhone), 10, async (phone) => {
        const body = { phone_number: phone, message: "hello", replyWebhookUrl: url };
        await createClient(api.url, key).sendText({ body });
        const answer = await postSigned(api, "inbound", inboundForm(phone, number, "a reply"));
        check(answer?.status === 200, `a reply was refused: ${answer?.status}`);
      });
    const deliveriesTo = async ({ team }: SignedIn, { url }: FakeServer) => {
      const all = (await listDeliveries(em(), team, { limit: 100 })).filter((each) => each.url === url);
      return Promise.all(all.map(({ id }) => getDelivery(em(), team, id)));
    };
    const areAll = async (status: DeliverySummary["status"], of: SignedIn, target: FakeServer, count: number) =>
      (await deliveriesTo(of, target)).filter((each) => each.status === status).length === count;

    // The hanging targets get their replies first.
    const written = { bytes: 0 };
    const [hanging, dripping, flooding, good] = await Promise.all(
      [hang, drip, flood(written), answer(200, "")].map((behaviour) => context.startFakeServer(behaviour)),
    );
    await Promise.all([hanging!, dripping!, flooding!].map((target) => reply(busy, target, 3)));
    await until("the targets have received their replies", () =>
      [hanging!, dripping!].every(({ requests }) => requests.length === 3),
    );
    const other = await team();
    const { milliseconds } = await measure(async () => {
      await Promise.all([busy, other].map((each) => reply(each, good!, 20)));
      for (const each of [busy, other]) {
        await until("the good target has its replies", () => areAll("delivered", each, good!, 20), { every: 50 });
      }
    });
    check(milliseconds < maxGoodMilliseconds, `the good target had its replies after ${milliseconds} ms`);
    await until("a response of ten megabytes is a success", () => areAll("delivered", busy, flooding!, 3), {
      seconds: 5,
    });
    check(written.bytes < maxBytes * 3, `${written.bytes} bytes were read of three answers`);
    if (context.size(1, 0) === 1) {
      await until("a dripping response is a success", () => areAll("delivered", busy, dripping!, 3));
      await until("the delivery to the hanging target times out", async () =>
        (await deliveriesTo(busy, hanging!)).every(({ attemptCount }) => attemptCount === 1),
      );
      for (const target of [hanging!, dripping!]) {
        const attempts = (await deliveriesTo(busy, target)).map(({ attempts }) => attempts[0]!);
        const longest = Math.max(...attempts.map(({ durationMilliseconds }) => durationMilliseconds));
        check(longest < maxAttemptMilliseconds, `an attempt took ${longest} ms`);
        const isKnown = attempts.every(({ status, error }) =>
          target === hanging ? error === "timeout" : status === 200,
        );
        check(isKnown, `recorded: ${JSON.stringify(attempts[0])}`);
      }
    }

    // A worker that stops releases its targets. The leases of a killed worker end.
    const stuck = await context.startFakeServer(hang);
    const own = await team();
    await reply(own, stuck);
    await until("the post is in flight", () => stuck.requests.length === 1);
    const stopped = await measure(() => worker.stop());
    check(stopped.value.code === 0, `the worker ended with ${stopped.value.code ?? stopped.value.signal}`);
    check(stopped.milliseconds < maxStopMilliseconds, `the worker took ${stopped.milliseconds} ms to end`);
    const held = "select from webhook_target where leased_by is not null";
    check((await em().execute(held)).length === 0, "the stopped worker did not release its targets");
    const second = await startWorker();
    await until("the post is in flight again", () => stuck.requests.length === 2);
    await second.kill();
    stuck.behaviour = answer(200, "");
    await endLeases(em());
    await startWorker();

    // Each target follows the whole schedule. Only the first delay really passes.
    const elsewhere = await context.startFakeServer(answer(200, ""));
    const failing = {
      "fails with 500": answer(500, "not now"),
      redirects: answer(302, "", { location: elsewhere.url }),
      resets: reset,
    };
    await Promise.all(
      Object.entries(failing).map(async ([what, behaviour]) => {
        const [target, own] = [await context.startFakeServer(behaviour), await team()];
        await reply(own, target);
        for (const [index, seconds] of schedule.entries()) {
          const read = async () => (await deliveriesTo(own, target))[0];
          const description = `attempt ${index + 1} at a target that ${what}`;
          await until(description, async () => (await read())?.attemptCount === index + 1, { every: 20 });
          const { nextAttemptAt, attempts } = (await read())!;
          const { startedAt, durationMilliseconds } = attempts.at(-1)!;
          const planned = Date.parse(nextAttemptAt ?? "") - Date.parse(startedAt) - durationMilliseconds;
          check(
            Math.abs(planned / 1_000 - seconds) < 0.1,
            `after ${description} it waits ${planned} ms, not ${seconds} s`,
          );
          if (index === 0 && context.size(1, 0) === 1) {
            const waited = await measure(() => until(description, () => target.requests.length > 1, { every: 5 }));
            const isInTime = waited.milliseconds > 4_500 && waited.milliseconds < 7_000;
            check(isInTime, `the second attempt at a target that ${what} came after ${waited.milliseconds} ms`);
          } else await makeDue({ em }, own.team);
        }
        await until(`a target that ${what} is given up`, () => areAll("failed", own, target, 1));
        check(
          target.requests.length === schedule.length + 1,
          `${target.requests.length} posts to a target that ${what}`,
        );
        check(areEqual(target), `posts to a target that ${what} differ`);
      }),
    );
    check(elsewhere.requests.length === 0, "a redirect was followed");

    await until("it is delivered", () => areAll("delivered", own, stuck, 1));
    const [delivered] = await deliveriesTo(own, stuck);
    check(delivered!.attempts.length === 1, `${delivered!.attempts.length} attempts are counted`);
    check(stuck.requests.length === 3 && areEqual(stuck), `${stuck.requests.length} posts, or several ids`);
    const posts = [hanging!, dripping!, flooding!, good!, stuck].reduce(
      (sum, { requests }) => sum + requests.length,
      0,
    );
    return {
      n: posts + 3 * (schedule.length + 1),
      problems,
      details: { goodMilliseconds: milliseconds, bytesRead: written.bytes, stopMilliseconds: stopped.milliseconds },
    };
  },
};

/** Whether all posts to a target have the same id and body. */
const areEqual = ({ requests }: FakeServer) =>
  new Set(requests.map(({ headers, body }) => `${headers["webhook-id"]} ${body}`)).size === 1;
