import { expect, test, vi } from "vitest";
import { migrate } from "../../server/process/migrate.ts";
import { useApp } from "../support/app.ts";
import { uniquePhone } from "../support/factories.ts";
import { answer, useFakeServer } from "../support/fake-server.ts";
import { readDelivery, receiveText, startTestDeliverer } from "../support/webhooks.ts";

const app = useApp();
const target = useFakeServer();

test("a delivery that a version without targets has queued gets its target and is posted", async () => {
  target.behaviour = answer(200, "");
  const { client, team } = await app.signIn();
  const replyWebhookUrl = target.url.replace("http://", "HTTP://user:p%40ss@");
  const sent = await client.sendText({ body: { phone_number: uniquePhone(), message: "hello", replyWebhookUrl } });
  const messageId = await receiveText(app, team, sent);
  const readTargets = () => app.em().execute("select name from webhook_target where team_id = ?", [team.id]);
  const targets = await readTargets();
  await app.em().execute("update webhook_delivery set target = null where team_id = ?", [team.id]);
  await app.em().execute("delete from webhook_target where team_id = ?", [team.id]);
  await app.em().execute("delete from mikro_orm_migrations where name like '%targets-of-early-deliveries'");

  await migrate(app.database);

  expect(await readTargets()).toEqual(targets);
  const deliverer = startTestDeliverer(app);
  await vi.waitFor(async () => expect(await readDelivery(app, team, messageId)).toMatchObject({ status: "delivered" }));
  await deliverer.stop();
});
