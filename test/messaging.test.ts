import { expect, test } from "vitest";
import { useApp } from "./support/app.ts";
import { uniquePhone } from "./support/factories.ts";

const app = useApp();

test("a text to a phone starts a thread with the message in it", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();

  const sent = await client.sendText({ body: { phone_number: phone, message: "hello" } });

  expect(sent).toMatchObject({ success: true, to: phone, status: "queued", testMode: false });
  const { messages } = await client.listThreadMessages({ path: { id: sent.threadId } });
  expect(messages).toMatchObject([{ id: sent.textId, direction: "outbound", body: "hello", status: "queued" }]);
});
