import { expect, test } from "vitest";
import { checkEndpoints } from "../../cli/doctor/endpoints.ts";
import { createKey } from "../../server/keys/keys.ts";
import { useApp } from "../support/app.ts";
import { runInProcess } from "../support/cli.ts";
import { createClient } from "../support/client.ts";
import type { TestTeam } from "../support/factories.ts";
import { noSettings, settingsFor } from "../support/process.ts";

const app = useApp();

const url = "https://endpoint.invalid/hook?token=hidden";

const run = (...argv: string[]) =>
  runInProcess(argv, { env: { ...noSettings, MESSAGING_CONFIG_DIR: "/nonexistent", ...settingsFor(app.database) } });

/** A team with its first key, and a second key with an endpoint. */
async function prepare(options: Parameters<typeof createKey>[2] = {}) {
  const { team, client } = await app.signIn();
  const { id, key } = await createKey(app.em(), team, options);
  const maker = createClient(app.url, key);
  const { webhookEndpoint } = await maker.createWebhookEndpoint({ body: { url } });
  return { team, client, maker, keyId: id, endpoint: webhookEndpoint, path: { id: webhookEndpoint.id } };
}

/** What the doctor says about the endpoints of a team. */
async function examine({ name }: TestTeam): Promise<string | undefined> {
  const [finding] = await checkEndpoints(app.database);
  return finding?.found.split("; ").find((each) => each.includes(`team ${name} `));
}

test("a revoked key is shown with its endpoints, which go on, and the doctor lists them", async () => {
  const { team, client, keyId, endpoint, path } = await prepare();
  await client.createWebhookEndpoint({ body: { url } });
  expect(await examine(team)).toBeUndefined();

  const { code, stdout, stderr } = await run("keys", "revoke", keyId, "-o", "json");

  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringContaining(`keys revoke ${keyId} --with-endpoints`),
  });
  expect(JSON.parse(stdout).endpoints).toEqual([
    { id: endpoint.id, host: "endpoint.invalid", mode: null, enabled: true },
  ]);
  expect(stdout + stderr).not.toContain("hidden");
  expect(await client.getWebhookEndpoint({ path })).toMatchObject({ enabled: true });
  expect(await examine(team)).toMatch(
    new RegExp(`^${endpoint.id} of .+ at endpoint.invalid, whose key ${keyId} is revoked$`),
  );
});

test("keys revoke --with-endpoints disables the endpoints of the key, also when it is revoked already", async () => {
  const { team, client, keyId, path } = await prepare();
  const { webhookEndpoint: own } = await client.createWebhookEndpoint({ body: { url } });
  await run("keys", "revoke", keyId);

  const { stdout, stderr } = await run("keys", "revoke", keyId, "--with-endpoints", "-o", "json");

  expect({ stderr, endpoints: JSON.parse(stdout).endpoints }).toMatchObject({
    stderr: "",
    endpoints: [{ enabled: false }],
  });
  expect(await client.getWebhookEndpoint({ path })).toMatchObject({ enabled: false });
  expect(await client.getWebhookEndpoint({ path: { id: own.id } })).toEqual(own);
  expect(await examine(team)).toBeUndefined();
  const { auditEvents } = await client.listAuditEvents();
  expect(
    auditEvents
      .filter(({ operation }) => operation === "keys revoke")
      .map(({ target }) => target)
      .toSorted(),
  ).toEqual([keyId, path.id].toSorted());
});

test("an endpoint belongs to the key that gave it its present address", async () => {
  const { team, client, maker, keyId, path } = await prepare();
  await maker.updateWebhookEndpoint({ path, body: { types: [] } });
  await client.updateWebhookEndpoint({ path, body: { url: "https://endpoint.invalid/other" } });

  const { stdout } = await run("keys", "revoke", keyId, "--with-endpoints", "-o", "json");

  expect(JSON.parse(stdout).endpoints).toEqual([]);
  expect(await client.getWebhookEndpoint({ path })).toMatchObject({ enabled: true });
  expect(await examine(team)).toBeUndefined();
});

test("the doctor lists endpoints of an expired key, and those of a test key that get live events", async () => {
  const expired = await prepare();
  const tester = await prepare();
  const { webhookEndpoint } = await tester.client.inTestMode().createWebhookEndpoint({ body: { url } });
  await app.em().execute("update api_key set expires_at = now() where id = ?", [expired.keyId]);
  await app.em().execute("update api_key set mode = 'test' where id = ?", [tester.keyId]);
  await app.em().execute("update webhook_endpoint set api_key_id = ? where id = ?", [tester.keyId, webhookEndpoint.id]);

  expect(await examine(expired.team)).toContain(`key ${expired.keyId} has expired`);
  expect(await examine(tester.team)).toContain(`${tester.endpoint.id} of`);
  const [finding] = await checkEndpoints(app.database);
  expect(finding).toMatchObject({ status: "warn", todo: expect.stringContaining("--with-endpoints") });
  expect(finding!.found).not.toContain(webhookEndpoint.id);
});
