import { expect, test } from "vitest";
import { useApp, useNeighbour } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import { runInProcess } from "../support/cli.ts";
import type { Client } from "../support/client.ts";
import { finish } from "../support/erasures.ts";
import { readAllEvents } from "../support/events.ts";
import { buildBusinessNumber, uniquePhone } from "../support/factories.ts";
import { secretKey } from "../support/passcodes.ts";
import { noSettings, settingsFor } from "../support/process.ts";
import { refusalOf } from "../support/refusals.ts";
import { buildSmppAccount } from "../support/smpp-accounts.ts";
import { international, useSmsc } from "../support/smsc.ts";

const app = useApp();
/** Does not know the secret key that sealed the keys of teams. */
const stranger = useNeighbour(app, { secrets: { secretKey: "n".repeat(32) } });
const smsc = useSmsc();

/** Signs a team in whose phone is erased, and records events from then on. */
async function signIn({ optsOut = true } = {}) {
  const session = await app.signIn();
  const phone = uniquePhone();
  await postCallback(app, "inbound", inboundForm(phone, session.number, optsOut ? "STOP" : "hello"));
  await app.jobs.drain();
  await session.client.createErasure({ body: { phone } });
  await finish(app, session.team);
  await session.client.listEvents();
  return { ...session, phone };
}

async function changesOf(client: Client) {
  const events = await readAllEvents(client);
  return events.filter(({ type }) => type === "consent.changed").map(({ data }) => data);
}

type Session = Awaited<ReturnType<typeof signIn>>;

const optIn = { consent: "opted_in" as const, evidence: { note: "asked" } };

const ways: [string, string, (session: Session) => Promise<unknown>][] = [
  ["a text", "keyword", ({ phone, number }) => postCallback(app, "inbound", inboundForm(phone, number, "START"))],
  [
    "a text to a number that is the team's only later",
    "keyword",
    async ({ phone, team }) => {
      const number = uniquePhone();
      await postCallback(app, "inbound", inboundForm(phone, number, "START"));
      await buildBusinessNumber(app.em(), { team, phoneNumber: number });
      await app.jobs.drain();
    },
  ],
  [
    "a carrier with a connection of its own",
    "keyword",
    async ({ phone, number }) => {
      const { systemId, sendFor } = await buildSmppAccount(app, smsc);
      await sendFor(number);
      const addresses = { source: international(phone), destination: international(number) };
      await smsc.deliver(systemId, { ...addresses, shortMessage: Buffer.from("START") });
    },
  ],
  [
    "an operator",
    "operator",
    async ({ phone, team }) => {
      const env = { ...noSettings, ...settingsFor(app.database), SECRET_KEY: secretKey };
      const { code, stderr } = await runInProcess(["opt-outs", "remove", phone, "--team", team.name], { env });
      expect(code, stderr).toBe(0);
    },
  ],
  ["a request", "api", ({ client, phone }) => client.recordConsent({ body: { ...optIn, phone, reason: "verbal" } })],
  [
    "an import",
    "import",
    ({ client, phone }) =>
      client.importConsents({
        body: { vendor: "Acme", consents: [{ ...optIn, phone, occurredAt: new Date().toISOString() }] },
      }),
  ],
];

test.each(ways)("an erased phone that has opted out opts in by %s, which is an event", async (_, source, optInBy) => {
  const session = await signIn();
  const { client, phone } = session;

  await optInBy(session);

  const change = expect.objectContaining({ phone, consent: "opted_in", source });
  expect(await changesOf(client)).toEqual([change]);
  await optInBy(session);
  expect(await changesOf(client)).toEqual([change]);
  await client.sendText({ body: { phone_number: phone, message: "hello" } });
});

test("an opt-in is no event if the erased phone had not opted out, or another phone was erased", async () => {
  const { client, phone, number } = await signIn({ optsOut: false });

  for (const from of [phone, uniquePhone()]) await postCallback(app, "inbound", inboundForm(from, number, "START"));

  expect(await changesOf(client)).toEqual([]);
});

test("without a secret key that opens the team's key, START is not recorded, and the carrier repeats it", async () => {
  const { client, phone, number } = await signIn();
  const start = inboundForm(phone, number, "START");

  expect(refusalOf(await postCallback(stranger, "inbound", start))).toBe("503 server_error");
  expect((await client.getConsent({ path: { phone } })).state).toBe("opted_out");
  await postCallback(app, "inbound", start);

  expect(await changesOf(client)).toMatchObject([{ phone, consent: "opted_in" }]);
});
