import { expect, test } from "vitest";
import { firstIdAt } from "../../server/db/schema/ids.ts";
import { pruneCallbacks } from "../../server/inbound/prune-callbacks.ts";
import { pruneOtps } from "../../server/otp/prune-otps.ts";
import { pruneDeliveries } from "../../server/webhooks/prune.ts";
import { useApp } from "../support/app.ts";
import { daysAgo } from "../support/callbacks.ts";
import { buildOtp } from "../support/factories.ts";

const app = useApp();

/** Which of the ids a table still has. */
async function keptOf(table: string, ids: string[]): Promise<string[]> {
  const found = await app
    .em()
    .execute<{ id: string }[]>(`select id from ${table} where id = any (?::uuid[])`, [`{${ids.join(",")}}`]);
  return ids.filter((id) => found.some((row) => row.id === id));
}

test("a callback that is not processed stays for another 30 days", async () => {
  const add = async (days: number, isOpen: boolean) => {
    const at = await daysAgo(app.em(), days);
    const id = firstIdAt(at).replace(/.{12}$/, String(days * 2 + Number(isOpen)).padStart(12, "0"));
    await app.em().execute(
      `insert into callback (id, kind, fields, test_mode, received_at, processed_at)
       values (?, 'inbound', '{}', false, ?, ?)`,
      [id, at, isOpen ? null : at],
    );
    return id;
  };
  const [done, open, forgotten] = [await add(2, false), await add(2, true), await add(32, true)];

  await pruneCallbacks(app.em(), await daysAgo(app.em(), 1));

  expect(await keptOf("callback", [done, open, forgotten])).toEqual([open]);
});

test("a pending delivery stays for another 30 days", async () => {
  const { team } = await app.signIn();
  const add = async (days: number, status: string) => {
    const at = await daysAgo(app.em(), days);
    const [row] = await app.em().execute<{ id: string }[]>(
      `insert into webhook_delivery (team_id, id, endpoint_id, event_id, event_type, target, url, payload, status,
         attempt_count, next_attempt_at, created_at, updated_at)
       select ?::uuid, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'contact.changed', 'endpoint x',
         'https://endpoint.invalid', '{}', ?, 7, null, ?::timestamptz, ?::timestamptz
       returning id`,
      [team.id, status, at, at],
    );
    return row!.id;
  };
  const ids = [await add(2, "failed"), await add(2, "delivered"), await add(2, "pending"), await add(32, "pending")];

  await pruneDeliveries(app.em(), await daysAgo(app.em(), 1));

  expect(await keptOf("webhook_delivery", ids)).toEqual([ids[2]]);
});

test("a passcode whose send has no outcome yet stays for another 30 days", async () => {
  const { team } = await app.signIn();
  const add = async (days: number, deliveryStatus: "sending" | "sent") =>
    (await buildOtp(app.em(), { team, deliveryStatus, createdAt: await daysAgo(app.em(), days) })).id;
  const ids = [await add(2, "sent"), await add(2, "sending"), await add(32, "sending")];

  await pruneOtps(app.em(), await daysAgo(app.em(), 1));

  expect(await keptOf("otp", ids)).toEqual([ids[1]]);
});
