import { expect, test } from "vitest";
import { migrate } from "../../server/process/migrate.ts";
import { useApp } from "../support/app.ts";

const app = useApp();

const body = { url: "https://endpoint.invalid/hook" };

test("older endpoints get the key that the audit event of their creation names, if there is one", async () => {
  const { client } = await app.signIn();
  const [{ webhookEndpoint: known }, { webhookEndpoint: unknown }] = [
    await client.createWebhookEndpoint({ body }),
    await client.createWebhookEndpoint({ body }),
  ];
  await client.updateWebhookEndpoint({ path: { id: unknown.id }, body: { enabled: false } });
  await app
    .em()
    .execute("delete from audit_event where operation = 'createWebhookEndpoint' and target = ?", [unknown.id]);
  const { id: apiKeyId } = await client.getKey();
  await app.em().execute("alter table webhook_endpoint drop column api_key_id");
  await app.em().execute("delete from mikro_orm_migrations where name = '20261125110000-keys-of-endpoints'");

  await migrate(app.database);

  const stored = await app
    .em()
    .execute<{ id: string; key: string | null }[]>("select id, api_key_id as key from webhook_endpoint");
  expect(new Map(stored.map(({ id, key }) => [id, key]))).toEqual(
    new Map([
      [known.id, apiKeyId],
      [unknown.id, null],
    ]),
  );
});
