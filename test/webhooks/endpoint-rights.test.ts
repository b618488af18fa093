import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { createClient } from "../support/client.ts";
import { buildKey } from "../support/factories.ts";

const app = useApp();

const url = "https://endpoint.invalid/hook";
const other = "https://endpoint.invalid/other";

/** A team with an endpoint, and clients with `webhooks:write` alone, with `events:read`, and with both of mode `test`. */
async function prepare(mode?: "live" | "test") {
  const { team, client } = await app.signIn();
  const { webhookEndpoint } = await client.createWebhookEndpoint({ body: { url, ...(mode && { mode }) } });
  const withKey = async (options: Parameters<typeof buildKey>[2]) =>
    createClient(app.url, await buildKey(app.em(), team, options));
  const scopes = ["webhooks:write", "events:read"] as const;
  return {
    client,
    endpoint: webhookEndpoint,
    path: { id: webhookEndpoint.id },
    alone: await withKey({ scopes: ["webhooks:write"] }),
    both: await withKey({ scopes: [...scopes] }),
    tester: await withKey({ scopes: [...scopes], mode: "test" }),
  };
}

test("without events:read, a key gets no events sent anywhere, and reads no secret", async () => {
  const { client, endpoint, path, alone, both } = await prepare();
  const since = (await client.listEvents()).recordedSince;
  const attempts = [
    (with_: typeof alone) => with_.raw("createWebhookEndpoint", { body: { url: other } }),
    (with_: typeof alone) => with_.raw("updateWebhookEndpoint", { path, body: { url: other } }),
    (with_: typeof alone) => with_.raw("updateWebhookEndpoint", { path, body: { types: [] } }),
    (with_: typeof alone) => with_.raw("replayWebhookEndpoint", { path, body: { since } }),
    (with_: typeof alone) => with_.raw("getWebhookEndpointSecret", { path }),
  ];

  for (const attempt of attempts) {
    const refused = await attempt(alone);
    expect(refused).toMatchObject({ status: 403, body: { error: "insufficient_scope" } });
    expect(refused.headers.get("www-authenticate")).toContain('scope="events:read"');
  }

  expect(await client.listWebhookEndpoints()).toEqual({ webhookEndpoints: [endpoint] });
  for (const attempt of attempts) expect(await attempt(both)).toMatchObject({ status: 200 });
});

test("without events:read, a key may still see, disable, test and delete endpoints", async () => {
  const { path, alone } = await prepare();

  await alone.testWebhookEndpoint({ path });
  await alone.rotateWebhookEndpointSecret({ path });
  const body = { enabled: false, mode: "live" as const };
  expect((await alone.updateWebhookEndpoint({ path, body })).webhookEndpoint).toMatchObject(body);
  expect((await alone.listWebhookEndpoints()).webhookEndpoints).toHaveLength(1);
  await alone.deleteWebhookEndpoint({ path });

  expect(await alone.listWebhookEndpoints()).toEqual({ webhookEndpoints: [] });
});

test("a key in test mode makes endpoints of mode test, also if no mode is given", async () => {
  const { client, tester } = await prepare();

  for (const each of [tester, client.inTestMode()]) {
    const { webhookEndpoint } = await each.createWebhookEndpoint({ body: { url } });
    expect(webhookEndpoint.mode).toBe("test");
    const refused = await each.raw("createWebhookEndpoint", { body: { url, mode: "live" } });
    expect(refused).toMatchObject({ status: 422, body: { error: "validation_error", details: [{ field: "mode" }] } });
  }
  expect((await client.listWebhookEndpoints()).webhookEndpoints.map(({ mode }) => mode)).toEqual([
    null,
    "test",
    "test",
  ]);
});

test("a key in test mode keeps an endpoint in mode test", async () => {
  const { client, endpoint, path, tester } = await prepare("test");

  for (const mode of ["live", null] as const) {
    const refused = await tester.raw("updateWebhookEndpoint", { path, body: { mode } });
    expect(refused).toMatchObject({ status: 422, body: { error: "validation_error", details: [{ field: "mode" }] } });
  }
  expect(await client.getWebhookEndpoint({ path })).toEqual(endpoint);
  const { webhookEndpoint } = await tester.updateWebhookEndpoint({ path, body: { url: other, mode: "test" } });

  expect(webhookEndpoint).toMatchObject({ url: other, mode: "test" });
});

test.each([undefined, "live"] as const)("a key in test mode does not change an endpoint of mode %s", async (mode) => {
  const { client, endpoint, path, tester } = await prepare(mode);
  const since = (await client.listEvents()).recordedSince;

  for (const refused of [
    await tester.raw("updateWebhookEndpoint", { path, body: { url: other } }),
    await tester.raw("updateWebhookEndpoint", { path, body: { mode: "test" } }),
    await tester.raw("replayWebhookEndpoint", { path, body: { since } }),
    await tester.raw("rotateWebhookEndpointSecret", { path }),
    await tester.raw("deleteWebhookEndpoint", { path }),
  ]) {
    expect(refused).toMatchObject({ status: 422, body: { error: "validation_error", details: [{ field: "id" }] } });
  }

  expect(await client.getWebhookEndpoint({ path })).toEqual(endpoint);
});
