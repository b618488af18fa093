import { type DeliverySummary, getDelivery, listDeliveries } from "../../../server/webhooks/deliveries.ts";
import { inboundForm } from "../../support/callbacks.ts";
import { createClient } from "../../support/client.ts";
import { uniquePhone } from "../../support/factories.ts";
import { changeJobs } from "../../support/jobs.ts";
import { answer, drip, flood, hang, reset, type StandIn } from "../../support/stand-in.ts";
import { makeDue } from "../../support/webhooks.ts";
import { callbackSettings, postSigned } from "../callbacks.ts";
import type { Experiment } from "../experiment.ts";
import { forEach, measure, times, until } from "../load.ts";
import { type SignedIn, settingsOf, signIn } from "../team.ts";

/** The seconds between the attempts, as docs/decisions.md promises them. */
const schedule = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

/** How long an attempt may take, and a little for what is around it. */
const maxAttemptMilliseconds = 15_000 + 1_500;

/** How long replies to a good target may take while bad ones hold what they get. */
const maxGoodMilliseconds = 5_000;

/** What of ten megabytes is on its way before anybody can say stop. */
const maxBytes = 8_000_000;

const maxStopMilliseconds = 10_000;

export const q7: Experiment = {
  id: "Q7",
  title:
    "reply webhooks to targets that fail, hang, redirect, reset, drip and send 10 MB; their worker stopped and killed",
  passesWhen:
    "the schedule is kept, every attempt has the same id and body, takes 15 s at most and reads little; no redirect is " +
    "followed; other targets have their replies at once; no attempt that a worker's end broke off is counted",
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

    /** Replies to texts that named a target. */
    const reply = ({ key, number }: SignedIn, { url }: StandIn, count = 1) =>
      forEach(context, times(count, uniquePhone), 10, async (phone) => {
        const body = { phone_number: phone, message: "hello", replyWebhookUrl: url };
        await createClient(api.url, key).sendText({ body });
        const taken = await postSigned(api, "inbound", inboundForm(phone, number, "a reply"));
        check(taken?.status === 200, `a reply was not taken: ${taken?.status}`);
      });
    const deliveriesTo = async ({ team }: SignedIn, { url }: StandIn) => {
      const all = (await listDeliveries(em(), team, { limit: 100 })).filter((each) => each.url === url);
      return Promise.all(all.map(({ id }) => getDelivery(em(), team, id)));
    };
    const areAll = async (status: DeliverySummary["status"], of: SignedIn, target: StandIn, count: number) =>
      (await deliveriesTo(of, target)).filter((each) => each.status === status).length === count;

    // Those that hold what they get have it first.
    const taken = { bytes: 0 };
    const [hanging, dripping, flooding, good] = await Promise.all(
      [hang, drip, flood(taken), answer(200, "")].map((behaviour) => context.startStandIn(behaviour)),
    );
    await Promise.all([hanging!, dripping!, flooding!].map((target) => reply(busy, target, 3)));
    await until("the targets hold what they get", () =>
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
    await until("ten megabytes are an answer", () => areAll("delivered", busy, flooding!, 3), { seconds: 5 });
    check(taken.bytes < maxBytes * 3, `${taken.bytes} bytes were read of three answers`);
    if (context.size(1, 0) === 1) {
      await until("what drips is an answer", () => areAll("delivered", busy, dripping!, 3));
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
        check(isKnown, `written down: ${JSON.stringify(attempts[0])}`);
      }
    }

    // What is under way is given back by a worker that stops, and taken from one that is killed.
    const stuck = await context.startStandIn(hang);
    const own = await team();
    await reply(own, stuck);
    await until("it is under way", () => stuck.requests.length === 1);
    const stopped = await measure(() => worker.stop());
    check(stopped.value.code === 0, `the worker ended with ${stopped.value.code ?? stopped.value.signal}`);
    check(stopped.milliseconds < maxStopMilliseconds, `the worker took ${stopped.milliseconds} ms to end`);
    const held = "select from pgboss.job where name = 'webhooks.deliver' and state = 'active'";
    check((await em().execute(held)).length === 0, "the worker that stopped gave nothing back");
    const second = await startWorker();
    await until("it is under way again", () => stuck.requests.length === 2);
    await second.kill();
    stuck.behaviour = answer(200, "");
    // As long as an attempt takes at most.
    await changeJobs(em(), "state = 'active'", "started_on = started_on - interval '21 seconds'");
    await startWorker();

    // Each keeps the schedule to its end; the first wait is waited for, the others are moved up.
    const elsewhere = await context.startStandIn(answer(200, ""));
    const failing = {
      "fails with 500": answer(500, "not now"),
      redirects: answer(302, "", { location: elsewhere.url }),
      resets: reset,
    };
    await Promise.all(
      Object.entries(failing).map(async ([what, behaviour]) => {
        const [target, own] = [await context.startStandIn(behaviour), await team()];
        await reply(own, target);
        for (const [index, seconds] of schedule.entries()) {
          const read = async () => (await deliveriesTo(own, target))[0];
          const made = `attempt ${index + 1} at a target that ${what}`;
          await until(made, async () => (await read())?.attemptCount === index + 1, { every: 20 });
          const { nextAttemptAt, attempts } = (await read())!;
          const { startedAt, durationMilliseconds } = attempts.at(-1)!;
          const planned = Date.parse(nextAttemptAt ?? "") - Date.parse(startedAt) - durationMilliseconds;
          check(Math.abs(planned / 1_000 - seconds) < 0.1, `after ${made} it waits ${planned} ms, not ${seconds} s`);
          if (index === 0 && context.size(1, 0) === 1) {
            const waited = await measure(() => until(made, () => target.requests.length > 1, { every: 5 }));
            const isInTime = waited.milliseconds > 4_500 && waited.milliseconds < 7_000;
            check(isInTime, `the second attempt at a target that ${what} came after ${waited.milliseconds} ms`);
          } else await makeDue({ em }, own.team);
        }
        await until(`a target that ${what} is given up`, () => areAll("failed", own, target, 1));
        check(target.requests.length === schedule.length + 1, `${target.requests.length} posts to one that ${what}`);
        check(isOne(target), `posts to a target that ${what} differ`);
      }),
    );
    check(elsewhere.requests.length === 0, "a redirect was followed");

    await until("it is delivered", () => areAll("delivered", own, stuck, 1));
    const [delivered] = await deliveriesTo(own, stuck);
    check(delivered!.attempts.length === 1, `${delivered!.attempts.length} attempts are counted`);
    check(stuck.requests.length === 3 && isOne(stuck), `${stuck.requests.length} posts, or several ids`);
    const posts = [hanging!, dripping!, flooding!, good!, stuck].reduce(
      (sum, { requests }) => sum + requests.length,
      0,
    );
    return {
      n: posts + 3 * (schedule.length + 1),
      problems,
      details: { goodMilliseconds: milliseconds, bytesRead: taken.bytes, stopMilliseconds: stopped.milliseconds },
    };
  },
};

/** Whether a target was posted one and the same again and again. */
const isOne = ({ requests }: StandIn) =>
  new Set(requests.map(({ headers, body }) => `${headers["webhook-id"]} ${body}`)).size === 1;
