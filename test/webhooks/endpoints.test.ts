import { expect, test } from "vitest";
import { readClock } from "../../server/db/clock.ts";
import { plusMicroseconds } from "../../server/db/timestamp.ts";
import { pruneEvents } from "../../server/events/prune-events.ts";
import { createSealer } from "../../server/secrets/sealing.ts";
import { pruneSecrets } from "../../server/webhooks/prune.ts";
import { resealSecrets } from "../../server/webhooks/secrets.ts";
import { useApp } from "../support/app.ts";
import { readAllEvents } from "../support/events.ts";
import { buildContact } from "../support/factories.ts";
import { secretKey } from "../support/passcodes.ts";

const app = useApp();
const lenient = useApp({ webhookAllowPrivate: ["127.0.0.0/8"] });

const url = "https://example.com/hook";

test("an endpoint is created, listed, read, changed and deleted", async () => {
  const { client, number } = await app.signIn();
  const { businessNumbers } = await client.listBusinessNumbers();
  const businessNumberId = businessNumbers.find(({ phoneNumber }) => phoneNumber === number)!.id;
  const body = { url, types: ["message.status"] as const, businessNumberId, mode: "test" as const };

  const { webhookEndpoint: created } = await client.createWebhookEndpoint({
    body: { ...body, types: [...body.types] },
  });
  const path = { id: created.id };

  expect(created).toEqual({
    ...body,
    id: expect.any(String),
    enabled: true,
    disabledAt: null,
    failingSince: null,
    replaying: false,
    createdAt: expect.any(String),
    updatedAt: created.createdAt,
  });
  expect(await client.getWebhookEndpoint({ path })).toEqual(created);
  expect(await client.listWebhookEndpoints()).toEqual({ webhookEndpoints: [created] });

  const cleared = { types: [], businessNumberId: null, mode: null, enabled: false };
  const { webhookEndpoint: changed } = await client.updateWebhookEndpoint({ path, body: cleared });

  expect(changed).toMatchObject({ url, types: [], businessNumberId: null, mode: null, enabled: false });
  expect(changed.disabledAt).toEqual(expect.any(String));
  expect(await client.getWebhookEndpoint({ path })).toEqual(changed);

  await client.deleteWebhookEndpoint({ path });

  expect(await client.listWebhookEndpoints()).toEqual({ webhookEndpoints: [] });
});

test.each([
  ["a private IPv4 address", { url: "http://10.0.0.1/hook" }, "url"],
  ["an address of the loopback in another form", { url: "http://0x7f.1/hook" }, "url"],
  ["an address of the loopback with a dot", { url: "http://127.0.0.1./hook" }, "url"],
  ["a private IPv6 address", { url: "http://[fd00::1]/hook" }, "url"],
  ["an IPv6 form of a private IPv4 address", { url: "http://[::ffff:10.0.0.1]/hook" }, "url"],
  ["the address of a cloud's metadata", { url: "http://169.254.169.254/" }, "url"],
  ["localhost", { url: "http://LOCALHOST:4000/hook" }, "url"],
  ["a name below localhost", { url: "http://a.localhost./hook" }, "url"],
  ["another protocol", { url: "ftp://example.com/hook" }, "url"],
  ["2,049 characters", { url: `https://example.com/${"x".repeat(2_029)}` }, "url"],
  ["no address", {}, "url"],
  ["an unknown type", { url, types: ["message.deleted"] }, "types.0"],
  ["an unknown mode", { url, mode: "both" }, "mode"],
  ["an unknown field", { url, secret: "whsec_x" }, "secret"],
  ["an unknown business number", { url, businessNumberId: "019aa4a1-7c3e-7d52-9a0e-3b8f6f1d8a20" }, "businessNumberId"],
])("%s is refused and changes nothing", async (_, body, field) => {
  const { client } = await app.signIn();

  const answer = await client.raw("createWebhookEndpoint", { body: body as never });

  expect(answer).toMatchObject({ status: 422, body: { error: "validation_error", details: [{ field }] } });
  expect(await client.listWebhookEndpoints()).toEqual({ webhookEndpoints: [] });
});

test("an address of 2,048 characters, a name of a private address and a public address are accepted", async () => {
  const { client } = await app.signIn();
  for (const each of [
    `https://example.com/${"x".repeat(2_028)}`,
    "https://localhost.example/",
    "http://93.184.215.14",
  ]) {
    const { webhookEndpoint } = await client.createWebhookEndpoint({ body: { url: each } });
    expect(webhookEndpoint.url).toBe(each);
  }
});

test("an address that the operator allows is accepted, and an update checks its address, too", async () => {
  const { client } = await lenient.signIn();
  const { webhookEndpoint } = await client.createWebhookEndpoint({ body: { url: "http://localhost:4000/hook" } });
  const path = { id: webhookEndpoint.id };

  const answer = await client.raw("updateWebhookEndpoint", { path, body: { url: "http://10.0.0.1" } });

  expect(answer).toMatchObject({ status: 422, body: { error: "validation_error" } });
  expect(await client.getWebhookEndpoint({ path })).toEqual(webhookEndpoint);
});

test("of 25 concurrent creations, 20 succeed, and a deletion makes room for another", async () => {
  const { client } = await app.signIn();

  const answers = await Promise.all(
    Array.from({ length: 25 }, () => client.raw("createWebhookEndpoint", { body: { url } })),
  );

  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(20).fill(200), ...Array(5).fill(422)]);
  const { webhookEndpoints } = await client.listWebhookEndpoints();
  expect(webhookEndpoints).toHaveLength(20);
  await client.deleteWebhookEndpoint({ path: { id: webhookEndpoints[0]!.id } });
  await client.createWebhookEndpoint({ body: { url } });
});

const operationsOfOne = [
  ...(["getWebhookEndpoint", "updateWebhookEndpoint", "deleteWebhookEndpoint", "getWebhookEndpointSecret"] as const),
  ...(["rotateWebhookEndpointSecret", "testWebhookEndpoint", "replayWebhookEndpoint"] as const),
  "listWebhookEndpointDeliveries" as const,
];

test.each(operationsOfOne)("%s does not find an unknown, a malformed, a deleted or another team's id", async (id) => {
  const [{ client }, { client: other }] = await Promise.all([app.signIn(), app.signIn()]);
  const body = id === "replayWebhookEndpoint" ? { since: "2099-01-01" } : undefined;
  const { webhookEndpoint: foreign } = await other.createWebhookEndpoint({ body: { url } });
  const { webhookEndpoint: deleted } = await client.createWebhookEndpoint({ body: { url } });
  await client.deleteWebhookEndpoint({ path: { id: deleted.id } });

  for (const each of ["019aa4a1-7c3e-7d52-9a0e-3b8f6f1d8a20", "x", deleted.id, foreign.id]) {
    const answer = await client.raw(id, { path: { id: each }, ...(body && { body }) } as never);
    expect(answer).toMatchObject({ status: 404, body: { error: "webhook_endpoint_not_found" } });
  }
  expect(await other.getWebhookEndpoint({ path: { id: foreign.id } })).toEqual(foreign);
});

test("a secret is read only from its own operation, is not cached, and is sealed in the database", async () => {
  const { client } = await app.signIn();
  const { webhookEndpoint } = await client.createWebhookEndpoint({ body: { url }, idempotencyKey: "create" });
  const path = { id: webhookEndpoint.id };

  const answer = await client.raw("getWebhookEndpointSecret", { path });
  await client.rotateWebhookEndpointSecret({ path, idempotencyKey: "rotate" });
  const rotated = await client.getWebhookEndpointSecret({ path });

  const { secret, previousUntil } = answer.body;
  expect({ secret, previousUntil }).toEqual({
    secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/),
    previousUntil: null,
  });
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(rotated.secret).not.toBe(secret);
  expect(Date.parse(rotated.previousUntil!) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
  const [dump] = await app.em().execute<{ all: string }[]>(
    `select (select string_agg(s::text, '') from webhook_endpoint_secret s)
       || (select string_agg(encode(sealed, 'escape'), '') from webhook_endpoint_secret)
       || (select string_agg(k::text, '') from idempotency_key k) as all`,
  );
  const log = app.logLines.join("");
  for (const each of [secret, rotated.secret]) {
    const value = each.slice("whsec_".length);
    expect(dump!.all.includes(value) || log.includes(value)).toBe(false);
  }
});

test("at most five secrets sign at a time, and a secret of the old secret key is sealed anew", async () => {
  const { client } = await app.signIn();
  const { webhookEndpoint } = await client.createWebhookEndpoint({ body: { url } });
  const path = { id: webhookEndpoint.id };
  for (let i = 0; i < 7; i += 1) await client.rotateWebhookEndpointSecret({ path });
  const { secret } = await client.getWebhookEndpointSecret({ path });
  const stored = () =>
    app
      .em()
      .execute<{ id: string; sealed: Buffer }[]>(
        "select id, sealed from webhook_endpoint_secret where endpoint_id = ? order by id desc",
        [path.id],
      );
  expect(await stored()).toHaveLength(5);
  const newer = createSealer("another secret key of 32 characters", secretKey);

  expect(await resealSecrets(app.em(), newer)).toBeGreaterThanOrEqual(5);
  expect(await resealSecrets(app.em(), newer)).toBe(0);

  const [current] = await stored();
  expect(createSealer(secretKey).open("", current!.sealed)).toBeUndefined();
  // The other tests read their secrets with the present key.
  await resealSecrets(app.em(), createSealer(secretKey, "another secret key of 32 characters"));
  expect((await client.getWebhookEndpointSecret({ path })).secret).toBe(secret);
});

test("events are recorded while a team has an endpoint, and until 30 days after its deletion", async () => {
  const { client, team } = await app.signIn();
  const { webhookEndpoint } = await client.createWebhookEndpoint({ body: { url } });
  await buildContact(client);
  const age = (days: number) =>
    app
      .em()
      .execute(
        "update event_feed set used_at = (used_at at time zone 'UTC' - make_interval(days => ?)) at time zone 'UTC' where team_id = ?",
        [days, team.id],
      );
  const isOpen = async () => {
    const before = plusMicroseconds(await readClock(app.em()), -30 * 86_400_000_000);
    await pruneEvents(app.em(), before);
    const [feed] = await app
      .em()
      .execute<{ is_open: boolean }[]>("select is_open from event_feed where team_id = ?", [team.id]);
    return feed!.is_open;
  };

  await age(60);
  expect(await isOpen()).toBe(true);
  await client.deleteWebhookEndpoint({ path: { id: webhookEndpoint.id } });
  expect(await isOpen()).toBe(true);
  expect(await readAllEvents(client)).toMatchObject([{ type: "contact.changed" }]);
  await age(32);
  expect(await isOpen()).toBe(false);
});

test("a deleted endpoint is gone a day later, with its secrets", async () => {
  const { client } = await app.signIn();
  const { webhookEndpoint } = await client.createWebhookEndpoint({ body: { url } });
  await client.deleteWebhookEndpoint({ path: { id: webhookEndpoint.id } });
  await app
    .em()
    .execute(
      "update webhook_endpoint set deleted_at = (deleted_at at time zone 'UTC' - interval '25 hours') at time zone 'UTC' where id = ?",
      [webhookEndpoint.id],
    );

  await pruneSecrets(app.em(), await readClock(app.em()));

  expect(await app.em().execute("select from webhook_endpoint where id = ?", [webhookEndpoint.id])).toEqual([]);
});

test("a new secret repairs an endpoint whose secret was sealed by a secret key that is gone", async () => {
  const { client } = await app.signIn();
  const { webhookEndpoint } = await client.createWebhookEndpoint({ body: { url } });
  const path = { id: webhookEndpoint.id };
  await app.em().execute("update webhook_endpoint_secret set sealed = sha512(sealed) where endpoint_id = ?", [path.id]);

  await client.rotateWebhookEndpointSecret({ path });

  expect(await client.getWebhookEndpointSecret({ path })).toMatchObject({ previousUntil: null });
});
