import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { messageDeliveries } from "../../../server/texts/delivery-tables.ts";
import { giveUpUnknown } from "../../../server/texts/give-up-unknown.ts";
import { createClient } from "../../support/client.ts";
import { uniquePhone } from "../../support/factories.ts";
import { accept } from "../../support/fake-server.ts";
import { findLost, findRepeated, readAllMessages } from "../check.ts";
import type { Experiment } from "../experiment.ts";
import { createHistory } from "../history.ts";
import { forEach, startLoad, times, until } from "../load.ts";
import { carriedBy, settingsOf, signIn } from "../team.ts";

export const k2: Experiment = {
  id: "K2",
  title: "repeated kill -9 of a server, while clients retry unknown outcomes with the same Idempotency-Key",
  passesWhen:
    "each key has one message and at most one provider call, and an unknown outcome is never sent again and ends as outcome_unknown",
  on: ["single", "citus"],
  seconds: { full: 600, short: 90 },
  async run(context) {
    const database = await context.createDatabase();
    const { key } = await signIn(database);
    const held = new Set<string>();
    let holding = false;
    const provider = await context.startFakeServer(async (request, response) => {
      if (holding && context.random.below(2) === 0) return held.add(request.form.Body!);
      await pause(context.random.below(20));
      accept(request, response);
    });
    const settings = settingsOf(database, carriedBy(provider));
    const kills = context.size(20, 1);
    const connections = context.size(50, 20);
    const phones = times(connections, uniquePhone);
    const history = createHistory();
    const phoneOf = new Map<string, string>();
    const unanswered = new Set<string>();
    // Clients wait while a server starts.
    let server = context.startServer(settings);

    /** Sends a text with itself as the key. Remembers whether it must be retried. */
    async function send(phone: string, message: string): Promise<void> {
      phoneOf.set(message, phone);
      const input = { body: { phone_number: phone, message }, idempotencyKey: message };
      const { outcome } = await history.call(await server, key, "sendText", input, message);
      if (outcome === "unknown") unanswered.add(message);
      else unanswered.delete(message);
    }
    const load = startLoad(context, connections, async (client) => {
      const message = randomUUID();
      await send(phones[client]!, message);
      if (!unanswered.has(message)) return;
      await pause(100);
      // Some clients retry at once and wait as long as the first call may be alive. The others retry at the end.
      if (client % 10 === 0 && context.size(1, 0) === 1) await send(phones[client]!, message);
    });
    for (let kill = 0; kill < kills; kill++) {
      const before = history.withOutcome("acknowledged").length;
      await until("texts are acknowledged", () => history.withOutcome("acknowledged").length > before + connections);
      await pause(context.random.below(200));
      // Now the provider receives some texts and does not answer.
      holding = true;
      const heldBefore = held.size;
      await until("the provider holds texts", () => held.size > heldBefore);
      holding = false;
      const killed = (await server).kill();
      server = killed.then(() => context.startServer(settings));
    }
    await load.stop();
    const unknown = unanswered.size;

    // The first call counts as alive for half a minute.
    if (context.size(0, 1) === 1) {
      await database.orm.em.fork().execute(`update idempotency_key set created_at = ${earlier("31 seconds")}`);
    }
    await until(
      "every key is answered",
      async () => {
        await forEach(context, [...unanswered], 20, (message) => send(phoneOf.get(message)!, message));
        return unanswered.size === 0;
      },
      { seconds: 90, every: 1_000 },
    );

    // A text without a provider status is given up after ten minutes.
    const em = () => database.orm.em.fork();
    const readOpen = async () => {
      const statement = `select id, body from message where provider_id is null and status in ('queued', 'sending')`;
      return em().execute<{ id: string; body: string }[]>(statement);
    };
    const unsettled = await readOpen();
    await em().execute(`update message set created_at = ${earlier("11 minutes")}`);
    if (context.size(0, 1) === 1) await giveUpUnknown(em(), messageDeliveries);
    await until("texts of unknown outcome are given up", async () => (await readOpen()).length === 0);
    const failed = await em().execute<{ id: string; error: string }[]>(
      "select id, error_code as error from message where status = 'failed'",
    );
    const givenUp = new Map(failed.map(({ id, error }) => [id, error]));
    const answered = await Promise.all(
      unsettled.map(async ({ body }) => {
        const input = { body: { phone_number: phoneOf.get(body)!, message: body }, idempotencyKey: body };
        return (await history.call(await server, key, "sendText", input, body)).answer;
      }),
    );
    const wronglyEnded = unsettled.filter(
      ({ id }, index) =>
        givenUp.get(id) !== "outcome_unknown" ||
        answered[index]?.body.textId !== id ||
        answered[index]?.body.status !== "failed",
    );

    const stored = await readAllMessages(createClient((await server).url, key));
    const acknowledged = history.withOutcome("acknowledged");
    const keys = new Set(history.entries.map(({ label }) => label));
    const bodies = new Set(stored.map(({ body }) => body));
    const sent = provider.requests.map(({ form }) => form.Body!);
    return {
      n: keys.size,
      problems: [
        ...(unsettled.length > 0 ? [] : ["no text was with the provider when the server was killed"]),
        ...(failed.length === unsettled.length ? [] : [`${failed.length} failed, ${unsettled.length} were open`]),
        ...wronglyEnded.map(
          ({ id }) => `${id} with an unknown outcome is ${givenUp.get(id)}, or its key has another answer`,
        ),
        ...findLost(acknowledged, stored),
        ...[...keys].filter((each) => !bodies.has(each)).map((each) => `no message for the key ${each}`),
        ...findRepeated(stored.map(({ body }) => body)).map((each) => `several messages for the key ${each}`),
        ...findRepeated(sent).map((each) => `several provider calls for the key ${each}`),
        ...history.withOutcome("refused").map(({ answer }) => `refused: ${answer!.text}`),
      ],
      details: {
        kills,
        connections,
        keys: keys.size,
        repeated: unknown,
        outcomeUnknown: unsettled.length,
        providerCalls: sent.length,
        answers: history.tally(),
      },
    };
  },
};

/** The creation of a row, some time earlier, as SQL that a cluster accepts in an update. */
const earlier = (interval: string) => `(created_at at time zone 'UTC' - interval '${interval}') at time zone 'UTC'`;
