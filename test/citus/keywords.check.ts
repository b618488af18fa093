import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { emOfTeam } from "../../server/db/commit/of-teams.ts";
import { listConsents, setConsent } from "../../server/opt-outs/change-opt-outs.ts";
import { useApp } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import type { Client } from "../support/client.ts";
import { uniquePhone } from "../support/factories.ts";

const app = useApp();

let phone: string;
let number: string;
let teamId: string;
let client: Client;

beforeEach(async () => {
  const session = await app.signIn();
  ({ client, number } = session);
  teamId = session.team.id;
  phone = uniquePhone();
});

/** Lets each record of a callback fail, as after a crash: the consent has committed before. */
async function refuseRecords(): Promise<void> {
  await app.em().execute(`
    create function refuse() returns trigger language plpgsql as $$
    begin
      raise exception 'refused' using errcode = '57P01';
    end
    $$;
    create trigger refuse before insert on callback for each row execute function refuse()
  `);
}

const acceptRecords = () => app.em().execute("drop function if exists refuse cascade");

afterEach(acceptRecords);

const mayText = async () => {
  const { status } = await client.raw("sendText", { body: { phone_number: phone, message: "hello" } });
  return status === 200;
};

const consents = () => listConsents(emOfTeam(app.database.orm, teamId), teamId, phone);

const outcomes = async () => {
  const rows = await app
    .em()
    .execute<{ outcome: string }[]>("select outcome from callback where fields->>'From' = ? order by sequence", [
      phone,
    ]);
  return rows.map(({ outcome }) => outcome);
};

/** A keyword with an id of the carrier, and one without. */
const forms = {
  "with an id": () => inboundForm(phone, number, "STOP"),
  "without an id": () => ({ From: phone, To: number, Body: "STOP" }),
};

describe.each(Object.entries(forms))("a keyword %s whose record fails after its consent", (_, formOf) => {
  test("is in force, and its repetition is stored once, without a second consent", async () => {
    const form = formOf();
    await refuseRecords();
    const refused = await postCallback(app, "inbound", form);
    const mayTextMeanwhile = await mayText();
    await acceptRecords();

    const repeated = await postCallback(app, "inbound", form);
    await app.jobs.drain();

    expect([refused.status, mayTextMeanwhile, repeated.status]).toEqual([503, false, 200]);
    expect(await outcomes()).toEqual(["stored"]);
    const { threads } = await client.listThreads();
    const { messages } = await client.listThreadMessages({ path: { id: threads[0]!.id } });
    expect(messages.map(({ body }) => body)).toEqual(["STOP"]);
    expect(await consents()).toMatchObject([{ consent: "opted_out", messageId: messages[0]!.id }]);
    expect(await mayText()).toBe(false);
  });

  test("does not undo a later opt-in with its repetition", async () => {
    const form = formOf();
    await refuseRecords();
    await postCallback(app, "inbound", form);
    await acceptRecords();
    await setConsent(app.em(), teamId, phone, "opted_in");

    await postCallback(app, "inbound", form);
    await app.jobs.drain();

    expect(await outcomes()).toEqual(["stored"]);
    expect(await mayText()).toBe(true);
  });
});
