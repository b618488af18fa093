import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { uniquePhone } from "../support/factories.ts";
import { refusalOf } from "../support/refusals.ts";

const app = useApp({ lockWait: 300 });

test.each(["40P01", "40001", "55P03"])(
  "a write that the database rolls back for contention (%s) is answered with 503, and its key can be retried",
  async (code) => {
    const { client } = await app.signIn();
    const create = {
      body: { name: "A", phoneNumber: uniquePhone(), phoneNumberSid: "PN1" },
      idempotencyKey: `contention ${code}`,
    };
    await app.em().execute(`
      create function give_way() returns trigger language plpgsql as
        $$ begin raise exception 'somebody else goes first' using errcode = '${code}'; end $$;
      create trigger give_way before insert on business_number for each row execute function give_way();
    `);

    const undone = await client.raw("createBusinessNumber", create);
    await app.em().execute("drop trigger give_way on business_number; drop function give_way");

    expect(refusalOf(undone)).toBe("503 server_error");
    expect(undone.text).not.toContain("somebody");
    expect((await client.raw("createBusinessNumber", create)).status).toBe(201);
  },
);

test.each([
  { held: "idempotency_key", refusal: "409 idempotency_in_progress" },
  { held: "thread", refusal: "503 server_error" },
])(
  "a keyed text that waits too long for a row of $held is answered with $refusal, and can be sent later",
  async ({ held, refusal }) => {
    const { client, team } = await app.signIn();
    const text = { body: { phone_number: uniquePhone(), message: "hello" }, idempotencyKey: "key" };
    await client.sendText(text);
    await app
      .em()
      .execute(
        "update idempotency_key set created_at = (created_at at time zone 'UTC' - interval '25 hours') at time zone 'UTC'",
      );

    const waiting = await app.em().transactional(async (tx) => {
      await tx.execute(`select from ${held} where team_id = ? for update`, [team.id]);
      return client.raw("sendText", text);
    });

    expect(refusalOf(waiting)).toBe(refusal);
    expect((await client.raw("sendText", text)).status).toBe(200);
    const sent = await app.em().execute("select from message where team_id = ?", [team.id]);
    expect(sent).toHaveLength(2);
  },
);
