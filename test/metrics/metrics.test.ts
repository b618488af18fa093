import { expect, onTestFinished, test, vi } from "vitest";
import contract from "../../generated/openapi.json" with { type: "json" };
import { operations } from "../../generated/operations.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { useApp } from "../support/app.ts";
import { postCallback, statusForm } from "../support/callbacks.ts";
import { countWaiting, createAwayDatabase } from "../support/database.ts";
import { buildBusinessNumber, buildMessage, buildTeam, uniquePhone } from "../support/factories.ts";
import { makeOverdue, sendTo, signInAgent } from "../support/held-texts.ts";
import { growth as growthAt, scrape as scrapeAt } from "../support/scrape.ts";
import { buildCase } from "../support/suspected.ts";
import { fromNow } from "../support/times.ts";

const app = useApp();
const away = useApp({ database: createAwayDatabase });
const keeping = useApp({ metricsMaxAge: 60_000 });

const scrape = (url = app.url) => scrapeAt(url);

const growth = (names: string[], work: () => Promise<unknown>) => growthAt(app.url, names, work);

test("metrics are public, in the text format of Prometheus", async () => {
  const response = await fetch(`${app.url}/metrics`);

  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const text = await response.text();
  for (const line of text.split("\n").filter(Boolean)) {
    expect(line).toMatch(
      /^(# (HELP|TYPE) [a-z_\d]+ .+|[a-z_\d]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? [-+\d.eENan]+)$/,
    );
  }
  expect(text).toMatch(/^process_resident_memory_bytes \d+/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m);
});

test("requests are counted by operation and status, and timed by operation", async () => {
  const { client } = await app.signIn();
  const names = [
    'messaging_http_requests_total{operation="getThread",status="404"}',
    'messaging_http_requests_total{operation="listThreads",status="200"}',
    'messaging_http_request_duration_seconds_count{operation="listThreads"}',
    'messaging_http_requests_total{operation="none",status="404"}',
  ];

  const grown = await growth(names, async () => {
    await client.raw("getThread", { path: { id: newId() } });
    await client.listThreads();
    await client.listThreads();
    await client.request("GET", `/nowhere/${newId()}`);
  });

  expect(grown).toEqual([1, 2, 2, 1]);
});

test("a request that is refused before its operation runs is counted for the operation", async () => {
  const names = ['messaging_http_requests_total{operation="sendText",status="401"}'];

  expect(await growth(names, () => fetch(`${app.url}/api/text`, { method: "POST" }))).toEqual([1]);
});

test("a process has at most the 3,000 series that docs/operating.md states, when every operation has had every answer", async () => {
  const series = [...(await scrape()).keys()];
  const others = series.filter((name) => !name.startsWith("messaging_http_"));
  const names = [...Object.keys(operations), "none"];
  const buckets = series.filter(
    (name) => name.startsWith("messaging_http_request_duration_seconds") && /operation="getMetrics"/.test(name),
  );
  const { paths }: { paths: Record<string, Record<string, { responses?: object }>> } = contract;
  const answers = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ responses = {} }) => Object.keys(responses));

  expect(buckets.length).toBeGreaterThan(10);
  expect(others.length + names.length * buckets.length + answers.length).toBeLessThan(3_000);
});

test("sends are counted by mode and outcome, and timed", async () => {
  const { client } = await app.signIn();
  const body = () => ({ phone_number: uniquePhone(), message: "hello" });
  const outcomes = ["accepted", "refused", "unknown"];
  const names = [
    ...outcomes.map((outcome) => `messaging_sends_total{mode="live",outcome="${outcome}"}`),
    'messaging_provider_duration_seconds_count{mode="live"}',
    ...outcomes.map((outcome) => `messaging_sends_total{mode="test",outcome="${outcome}"}`),
    'messaging_provider_duration_seconds_count{mode="test"}',
  ];

  const accept = app.provider.answer;
  const grown = await growth(names, async () => {
    await client.sendText({ body: body() });
    app.provider.answer = () => ({ kind: "refused", errorCode: "30007", optedOut: false });
    await client.raw("sendText", { body: body() });
    app.provider.answer = () => ({ kind: "unknown" });
    await client.raw("sendText", { body: body() });
    await client.inTestMode().sendText({ body: body() });
    await client.inTestMode().sendText({ body: body() });
  });
  app.provider.answer = accept;

  expect(grown).toEqual([1, 1, 1, 3, 2, 0, 0, 2]);
});

test("a status that no known team has a text for is counted, once for each kind of record that is searched", async () => {
  const { client, number } = await app.signIn();
  const { textId } = await client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
  const names = ["message", "otp"].map(
    (records) => `messaging_statuses_searched_in_every_team_total{records="${records}"}`,
  );
  const report = (sid: string) => async () => {
    await postCallback(app, "status", statusForm(number, sid, "delivered"));
    await app.jobs.drain();
  };

  expect(await growth(names, report(`SM${textId.replaceAll("-", "")}`))).toEqual([0, 0]);
  expect(await growth(names, report("SMunknown"))).toEqual([1, 1]);
});

test("an outcome that never occurred is zero, so that its rate is known", async () => {
  const samples = await scrape(away.url);

  expect(samples.get('messaging_sends_total{mode="live",outcome="unknown"}')).toBe(0);
});

test("the depths of the queues are reported by queue and state", async () => {
  const em = app.em();
  await em.execute("select pgboss.create_queue('test.depth', '{\"policy\": \"standard\"}')");
  const insert = "insert into pgboss.job (name, state, start_after) values ('test.depth', ?::pgboss.job_state, ";
  for (const state of ["created", "created", "retry"]) await em.execute(`${insert} now())`, [state]);
  await em.execute(`${insert} now() + interval '1 day')`, ["created"]);
  await em.execute(`${insert} now())`, ["completed"]);
  await em.execute("update pgboss.queue set active_count = 5, failed_count = 6 where name = 'test.depth'");

  const samples = await scrape();

  const depths = ["waiting", "scheduled", "active", "failed"].map((state) =>
    samples.get(`messaging_queue_jobs{queue="test.depth",state="${state}"}`),
  );
  expect(depths).toEqual([3, 1, 5, 6]);
});

test("deliveries to webhooks are reported as waiting or scheduled", async () => {
  const em = app.em();
  const team = await buildTeam(em);
  const number = await buildBusinessNumber(em, { team });
  const insert = `insert into webhook_delivery (team_id, id, message_id, url, payload, status, attempt_count,
    next_attempt_at, created_at, updated_at) values (?, gen_random_uuid(), ?, '', '', ?, 0, `;
  const read = async (state: string) =>
    (await scrape()).get(`messaging_queue_jobs{queue="webhooks.deliver",state="${state}"}`);
  for (const [status, at] of [
    ["pending", "now()"],
    ["pending", "now() + interval '1 day'"],
    ["pending", "now() + interval '1 day'"],
    ["delivered", "null"],
  ] as const) {
    const { id } = await buildMessage(em, { team, number });
    await em.execute(`${insert}${at}, now(), now())`, [team.id, id, status]);
  }

  expect([await read("waiting"), await read("scheduled")]).toEqual([1, 2]);
});

test("texts and cases that wait for a person are counted, and those that are overdue", async () => {
  const figuresOf = (records: string) => ["open", "overdue"].map((state) => `messaging_${records}{state="${state}"}`);
  const names = ["approvals", "suspected_revocations"].flatMap(figuresOf);
  const [{ team, agent }, { team: other, agent: otherAgent }] = [await signInAgent(app), await signInAgent(app)];

  const grown = await growth(names, async () => {
    for (const client of [agent, otherAgent, otherAgent]) await sendTo(client);
    await makeOverdue(app, team);
    for (const owner of [team, other, other]) await buildCase(app, owner);
    const dueAt = await fromNow(app.em(), -1);
    await app.em().execute("update suspected_revocation set due_at = ? where team_id = ?", [dueAt, team.id]);
  });

  expect(grown).toEqual([2, 1, 2, 1]);
  expect([...(await scrape(away.url)).keys()].filter((name) => /approvals|revocations/.test(name))).toEqual([]);
});

test("the connections to the database are counted", async () => {
  const samples = await scrape();

  const [total, idle, waiting] = ["total", "idle", "waiting"].map((state) =>
    samples.get(`messaging_database_pool{state="${state}"}`),
  );
  expect(total).toBeGreaterThan(0);
  expect(idle).toBeLessThanOrEqual(total!);
  expect(waiting).toBe(0);
});

test("without the database, a scrape succeeds and omits the figures of the database", async () => {
  const names = [...(await scrape(away.url)).keys()];

  expect(names.filter((name) => /^messaging_(queue_|database_bytes)/.test(name))).toEqual([]);
  expect(names.filter((name) => name.startsWith("process_"))).not.toEqual([]);
});

test("old figures of the database are not repeated while it does not respond", async () => {
  const em = app.em();
  await em.execute(`select pgboss.create_queue('test.gone', '{"policy": "standard"}')`);
  const name = 'messaging_queue_jobs{queue="test.gone",state="waiting"}';
  expect((await scrape()).get(name)).toBe(0);

  await em.execute("alter schema pgboss rename to elsewhere");
  onTestFinished(() => em.execute("alter schema elsewhere rename to pgboss").then(() => {}));

  expect((await scrape()).has(name)).toBe(false);
});

test("the labels have a bounded set of values for any request", async () => {
  const { client, team } = await app.signIn();
  const message = `secret ${newId()}`;
  const { threadId } = await client.sendText({ body: { phone_number: uniquePhone(), message } });
  await client.getThread({ path: { id: threadId } });
  await client.request("BREW", "/api/threads");
  await client.request("GET", "/api/threads?per_page=none");

  const names = [...(await scrape()).keys()];

  expect(names.join("\n")).not.toMatch(new RegExp(`${threadId}|${team.id}|secret|BREW|\\+1`));
  const known = [...Object.keys(operations), "none"];
  expect(names.length).toBeLessThan(2_000);
  for (const name of names) {
    const operation = /operation="([^"]*)"/.exec(name)?.[1];
    if (operation !== undefined) expect(known).toContain(operation);
  }
});

test("two servers have separate counts", async () => {
  const name = 'messaging_http_requests_total{operation="getHealth",status="200"}';
  await fetch(`${away.url}/healthz`);
  const before = (await scrape(away.url)).get(name);

  await fetch(`${app.url}/healthz`);

  expect((await scrape(away.url)).get(name)).toBe(before);
});

test("concurrent scrapes share one reading on its own connection, which ends with its time limit", async () => {
  const { client } = await app.signIn();
  let scrapes: Promise<Map<string, number>>[] = [];
  let waited = 0;

  await app.em().transactional(async (em) => {
    await em.execute("lock table pgboss.queue in access exclusive mode");
    const started = performance.now();
    scrapes = Array.from({ length: 12 }, () => scrape());
    await vi.waitFor(async () => expect(await countWaiting(app.database)).toBe(1));

    await client.listThreads();
    await client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });

    expect(performance.now() - started).toBeLessThan(1_900);
    const names = (await Promise.all(scrapes)).flatMap((samples) => [...samples.keys()]);
    waited = performance.now() - started;
    expect(names.filter((name) => name.startsWith("messaging_queue_jobs"))).toEqual([]);
    await vi.waitFor(async () => expect(await countWaiting(app.database)).toBe(0));
  });

  expect(waited).toBeGreaterThan(1_900);
});

test("the reading of the queues is cached for a while", async () => {
  const em = keeping.em();
  const name = 'messaging_queue_jobs{queue="test.kept",state="waiting"}';
  await em.execute(`select pgboss.create_queue('test.kept', '{"policy": "standard"}')`);
  expect((await scrape(keeping.url)).get(name)).toBe(0);
  await em.execute("insert into pgboss.job (name, state, start_after) values ('test.kept', 'created', now())");

  expect((await scrape(keeping.url)).get(name)).toBe(0);
  expect((await scrape(keeping.url)).get('messaging_http_requests_total{operation="getMetrics",status="200"}')).toBe(2);
});
