import { expect, test } from "vitest";
import { useApp } from "./support/app.ts";
import { uniquePhone } from "./support/factories.ts";
import { refusalOf } from "./support/refusals.ts";

const app = useApp();

test.each(["40P01", "40001", "55P03"])(
  "a write that the database undid for another's sake (%s) is answered with 503, and its key is free for a retry",
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
