import { expect, test } from "vitest";
import { collectWaiting } from "../../server/inbound/waiting-callbacks.ts";
import { createOrderedTaker } from "../../server/queue/take-in-order.ts";
import { useApp } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import { uniquePhone } from "../support/factories.ts";

const app = useApp();

test("callbacks that wait for a team fail no attempt and keep their order", async () => {
  const { client, number } = await app.signIn();
  const phone = uniquePhone();
  for (const text of ["first", "second"]) await postCallback(app, "inbound", inboundForm(phone, number, text));
  const take = createOrderedTaker(app.database.orm, "callbacks.inbound");
  const wait = () =>
    take(
      async (_, jobs) => {
        const tasks = jobs.flatMap((job) =>
          [job.data.callbackId].flat().map((callbackId) => ({ job, data: { ...job.data, callbackId }, teamId: "a" })),
        );
        return { failed: new Map(), waiting: collectWaiting(tasks) };
      },
      { early: true },
    );

  // The jobs become one. A failed job would be retried twelve times.
  expect(await wait()).toBe(2);
  for (let turn = 0; turn < 20; turn += 1) expect(await wait()).toBe(1);
  await postCallback(app, "inbound", inboundForm(phone, number, "third"));
  await app.jobs.drain({ early: true });

  const { threads } = await client.listThreads();
  const { messages } = await client.listThreadMessages({ path: { id: threads[0]!.id } });
  expect(messages.map(({ body }) => body).toReversed()).toEqual(["first", "second", "third"]);
});

test("waiting callbacks are collected in jobs of a thousand, without a loss", () => {
  const jobs = Array.from({ length: 50 }, (_, index) => ({ id: `job ${index}`, retryCount: 0, data: {} }));
  const tasks = jobs.flatMap((job, index) =>
    Array.from({ length: 50 }, (_, at) => ({
      job,
      data: { callbackId: `${index} ${at}`, attempt: index % 2 },
      teamId: `${at % 3}`,
    })),
  );

  const waiting = collectWaiting(tasks);

  const collected = waiting.map(({ data }) => data as { callbackId: string[]; awaitedTeams: string[] });
  expect(new Set(waiting.map(({ id }) => id)).size).toBe(4);
  expect(Math.max(...collected.map(({ callbackId }) => callbackId.length))).toBe(1_000);
  expect(new Set(collected.flatMap(({ callbackId }) => callbackId)).size).toBe(2_500);
  expect(collected[0]!.awaitedTeams.toSorted()).toEqual(["0", "1", "2"]);
});
