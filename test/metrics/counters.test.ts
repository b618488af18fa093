import { expect, test, vi } from "vitest";
import { errors } from "../../generated/errors.ts";
import { useApp } from "../support/app.ts";
import { inboundForm, newSid, postCallback, statusForm } from "../support/callbacks.ts";
import type { Client } from "../support/client.ts";
import { uniquePhone } from "../support/factories.ts";
import { answer, useFakeServer } from "../support/fake-server.ts";
import { postNewEra } from "../support/mcp.ts";
import { growth, scrape } from "../support/scrape.ts";
import { makeDue as makeTextsDue, schedule } from "../support/waiting-texts.ts";
import { createTestPoster, makeDue, readDelivery, receiveText, useDeliverer } from "../support/webhooks.ts";

const app = useApp();
const slow = useApp({ rateLimit: { burst: 1, perSecond: 0.001 } });
const target = useFakeServer();
// A target has time on a busy machine, because a post that takes too long would be retried.
useDeliverer(app, { post: createTestPoster(20_000) });

const finals = (carrier: string) =>
  ["delivered", "undelivered", "failed", "read"].map(
    (status) => `messaging_texts_final_total{status="${status}",carrier="${carrier}"}`,
  );

const send = (client: Client) => client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });

test("texts are counted at their final status, and not before it", async () => {
  const { client, number } = await app.signIn();
  const report = async (status: string, id: string) => {
    await postCallback(app, "status", statusForm(number, `SM${id.replaceAll("-", "")}`, status));
    await app.jobs.drain();
  };

  const grown = await growth(app.url, finals("simulated"), async () => {
    const [first, second] = [await send(client), await send(client)];
    for (const status of ["sent", "delivered", "delivered", "read"]) await report(status, first.textId);
    await report("undelivered", second.textId);
  });

  expect(grown).toEqual([1, 1, 0, 1]);
});

test("a text that the provider refuses is counted as failed, and one with an unknown outcome is not", async () => {
  const { client } = await app.signIn();
  const accept = app.provider.answer;

  const grown = await growth(app.url, finals("simulated"), async () => {
    app.provider.answer = () => ({ kind: "refused", errorCode: "30007", optedOut: false });
    await client.raw("sendText", { body: { phone_number: uniquePhone(), message: "hello" } });
    app.provider.answer = () => ({ kind: "unknown" });
    await send(client);
  });
  app.provider.answer = accept;

  expect(grown).toEqual([0, 0, 1, 0]);
});

test("texts of test mode are counted as those of the simulated carrier", async () => {
  const { client } = await app.signIn();

  const grown = await growth(app.url, finals("simulated"), async () => {
    await send(client.inTestMode());
    await client.inTestMode().sendText({ body: { phone_number: "+15005550002", message: "hello" } });
    await app.deliver();
  });

  expect(grown).toEqual([1, 1, 0, 0]);
});

test("inbound texts are counted by what became of them", async () => {
  const { number } = await app.signIn();
  const outcomes = ["stored", "duplicate", "unknown_number", "unreadable"];
  const names = outcomes.map((outcome) => `messaging_inbound_texts_total{outcome="${outcome}"}`);

  const grown = await growth(app.url, names, async () => {
    for (const text of ["hello", "STOP"]) await postCallback(app, "inbound", inboundForm(uniquePhone(), number, text));
    await postCallback(app, "inbound", inboundForm(uniquePhone(), uniquePhone(), "hello"));
    await postCallback(app, "inbound", { MessageSid: newSid(), To: number, Body: "hello" });
    await app.jobs.drain();
  });

  expect(grown).toEqual([2, 0, 1, 1]);
});

test("posts of webhooks are counted by outcome", async () => {
  const { client, team } = await app.signIn();
  const outcomes = ["delivered", "retried", "failed"];
  const names = outcomes.map((outcome) => `messaging_webhook_attempts_total{outcome="${outcome}"}`);
  const reply = async () => {
    const body = { phone_number: uniquePhone(), message: "hello", replyWebhookUrl: `${target.url}/counted` };
    return receiveText(app, team, await client.sendText({ body }));
  };
  const attempted = (id: string, count: number) =>
    vi.waitFor(async () => expect((await readDelivery(app, team, id)).attempts).toHaveLength(count));

  const grown = await growth(app.url, names, async () => {
    target.behaviour = answer(500, {});
    const first = await reply();
    await attempted(first, 1);
    target.behaviour = answer(200, {});
    await makeDue(app, team);
    await attempted(first, 2);
    target.behaviour = answer(410, {});
    await attempted(await reply(), 1);
  });

  expect(grown).toEqual([1, 1, 1]);
});

test("refusals are counted by code, over HTTP and by tools", async () => {
  const { client, key } = await app.signIn();
  const codes = ["thread_not_found", "missing_team_context", "validation_error", "not_found", "rate_limited"];
  const names = codes.map((code) => `messaging_refusals_total{code="${code}"}`);

  const grown = await growth(app.url, names, async () => {
    await client.raw("getThread", { path: { id: "none" } });
    await fetch(`${app.url}/api/threads`);
    await client.request("GET", "/api/threads?per_page=none");
    await client.request("GET", "/nowhere");
    const call = { name: "get_thread", arguments: { id: "none" } };
    await postNewEra(app.url, "tools/call", call, { authorization: `Bearer ${key}` });
  });

  expect(grown).toEqual([2, 1, 1, 1, 0]);
});

test("requests beyond the rate limit are counted as refusals", async () => {
  const { client } = await slow.signIn();

  const grown = await growth(slow.url, ['messaging_refusals_total{code="rate_limited"}'], async () => {
    for (const _ of [1, 2, 3]) await client.raw("listThreads", {});
  });

  expect(grown).toEqual([2]);
});

test("every label that may occur is zero from the start, so that its rate is known", async () => {
  const samples = [...(await scrape(app.url)).keys()];

  for (const name of [...finals("twilio"), ...finals("simulated")]) expect(samples).toContain(name);
  const codes = samples.flatMap((name) => /^messaging_refusals_total\{code="(\w+)"\}/.exec(name)?.[1] ?? []);
  expect(codes.toSorted()).toEqual(Object.keys(errors).toSorted());
});

test("the age of the oldest job that could have started is reported by queue", async () => {
  const em = app.em();
  const age = async (queue: string) =>
    (await scrape(app.url)).get(`messaging_queue_oldest_waiting_seconds{queue="${queue}"}`);
  await em.execute("select pgboss.create_queue('test.age', '{\"policy\": \"standard\"}')");
  expect(await age("test.age")).toBe(0);
  const insert = "insert into pgboss.job (name, state, start_after) values (?, 'created', now() + ?::interval)";
  for (const interval of ["1 day", "-1 hour", "-1 minute"]) await em.execute(insert, ["test.age", interval]);
  await em.execute(insert, ["jobs.failed", "-1 day"]);

  expect(await age("test.age")).toBeCloseTo(3_600, -2);
  expect(await age("jobs.failed")).toBeUndefined();
});

test("texts that are overdue have an age, and those with a later time or in the line of a number have none", async () => {
  const { client, team } = await app.signIn();
  const read = async () => {
    const samples = await scrape(app.url);
    const [waiting, scheduled] = ["waiting", "scheduled"].map((state) =>
      samples.get(`messaging_queue_jobs{queue="texts.scheduled",state="${state}"}`),
    );
    return { waiting, scheduled, age: samples.get('messaging_queue_oldest_waiting_seconds{queue="texts.scheduled"}') };
  };
  await schedule(app, client);
  expect(await read()).toEqual({ waiting: 0, scheduled: 1, age: 0 });

  await makeTextsDue(app, team, 3);

  expect(await read()).toMatchObject({ waiting: 1, scheduled: 0, age: expect.closeTo(7_200, -2) });
  const standInLine = "update pending_message set line_number_id = id where team_id = ?";
  await app.em().execute(standInLine, [team.id]);
  expect(await read()).toEqual({ waiting: 1, scheduled: 0, age: 0 });
  await app.dispatch();
  expect(await read()).toEqual({ waiting: 0, scheduled: 0, age: 0 });
});

test("the size of the database is reported", async () => {
  expect((await scrape(app.url)).get("messaging_database_bytes")).toBeGreaterThan(1_000_000);
});
