import type { MessageRecord, SendMessage } from "../../generated/api.ts";
import type { TestApp } from "./app.ts";
import type { Client } from "./client.ts";
import { type TestTeam, uniquePhone } from "./factories.ts";
import { fromNow } from "./times.ts";

/** Schedules a text for an hour from now, by default to a phone of its own. */
export async function schedule(app: TestApp, client: Client, given: Partial<SendMessage> = {}): Promise<MessageRecord> {
  const to = given.threadId === undefined ? { phone_number: uniquePhone() } : {};
  const sendAt = given.sendAt ?? (await fromNow(app.em(), 3_600));
  const body = { ...to, message: "later", ...given, sendAt };
  return (await client.sendMessage({ body })).message;
}

/** Lets the waiting texts of a team become due. Each keeps its order. */
export async function makeDue(app: TestApp, team: TestTeam, hours = 1_000): Promise<void> {
  await app
    .em()
    .execute(
      `update pending_message set send_at = (send_at at time zone 'UTC' - ?::interval) at time zone 'UTC' where team_id = ?`,
      [`${hours} hours`, team.id],
    );
}
