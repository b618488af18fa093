import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";

const app = useApp();

// What only a format of the contract can tell, not its patterns, breaks its field like anything else.
const impossiblePhone = "+9991234567";

test("an invalid phone decides the code before a later broken field, and both are listed", async () => {
  const { client } = await app.signIn();

  const refused = client.sendText({ body: { phone_number: impossiblePhone, message: "" } });

  await expect(refused).rejects.toMatchObject({
    status: 422,
    error: "invalid_phone",
    details: [
      { field: "phone_number", code: "invalid_phone" },
      { field: "message", code: "message_required_or_empty" },
    ],
  });
});

test("an invalid phone of a business number is listed beside its other broken fields", async () => {
  const { client } = await app.signIn();
  const body = { name: "A", phoneNumber: impossiblePhone, phoneNumberSid: "PN1", isPrimary: 1 as never };

  await expect(client.createBusinessNumber({ body })).rejects.toMatchObject({
    error: "validation_error",
    details: [{ field: "phoneNumber" }, { field: "isPrimary" }],
  });
});

test("a date that does not exist is an invalid `since`, with or without other faults", async () => {
  const { client } = await app.signIn();
  const { threadId } = await client.sendText({ body: { phone_number: "+12025550123", message: "hello" } });

  const refused = client.listThreadReplies({ path: { id: threadId }, query: { per_page: 0, since: "2026-02-30" } });

  // The contract lists `since` before `per_page`.
  await expect(refused).rejects.toMatchObject({
    error: "invalid_since",
    details: [{ field: "since" }, { field: "per_page" }],
  });
});
