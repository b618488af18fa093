import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { useProvider } from "../../../server/business-numbers/use-provider.ts";
import { addAccount } from "../../../server/provider-accounts/accounts.ts";
import { createSealer } from "../../../server/secrets/sealing.ts";
import { createClient } from "../../support/client.ts";
import { uniquePhone } from "../../support/factories.ts";
import { accept, type Behaviour, hang, refuse, reset } from "../../support/fake-server.ts";
import { secretKey } from "../../support/passcodes.ts";
import { findLost, readAllMessages } from "../check.ts";
import type { Experiment } from "../experiment.ts";
import { createHistory } from "../history.ts";
import { forEach, startLoad, times, until } from "../load.ts";
import { settingsOf, signIn } from "../team.ts";

/** An outcome of a call. Only after a refusal may the text be sent again. */
interface Answer {
  behave: Behaviour;
  isRefusal?: true;
}

const answers: Answer[] = [
  ...times(6, () => ({ behave: accept })),
  { behave: refuse(21211), isRefusal: true },
  { behave: refuse(20429, 429), isRefusal: true },
  { behave: refuse(20500, 500) },
  { behave: reset },
];

/** A call of a carrier. */
interface Call {
  key: string;
  carrier: number;
  isRefusal: boolean;
}

export const k15: Experiment = {
  id: "K15",
  title:
    "random outcomes of two carriers and repeated kill -9 of a server, while its number changes between their accounts",
  passesWhen:
    "each key has at most one call that was not a refusal, which is its last one; its message has the id of the carrier that was called",
  seconds: { full: 600, short: 90 },
  async run(context) {
    const database = await context.createDatabase();
    const { key, number } = await signIn(database);
    const sealer = createSealer(secretKey);
    const em = () => database.orm.em.fork();
    const calls: Call[] = [];
    const accounts = await Promise.all(
      times(2, async (carrier) => {
        const server = await context.startFakeServer(async (request, response) => {
          const { behave, isRefusal = false } = answers[context.random.below(answers.length)]!;
          // A few calls hang, so that they have no answer when the server is killed.
          const isHanging = context.random.below(40) === 0;
          calls.push({ key: request.form.Body!, carrier, isRefusal: isRefusal && !isHanging });
          await pause(context.random.below(20));
          return (isHanging ? hang : behave)(request, response);
        });
        const settings = { accountSid: `AC${carrier}`, authToken: "a token", baseUrl: server.url };
        const added = await addAccount(em(), sealer, { name: `carrier-${carrier}`, kind: "twilio", settings });
        return added.account;
      }),
    );
    const settings = settingsOf(database);
    const kills = context.size(20, 2);
    const connections = context.size(50, 20);
    const phones = times(connections, uniquePhone);
    const history = createHistory();
    const phoneOf = new Map<string, string>();
    const unanswered = new Set<string>();
    await useProvider(em(), number, accounts[0]!.name);
    // Clients wait while a server starts.
    let server = context.startServer(settings);

    /** Sends a text with itself as the key. Remembers whether it must be repeated. */
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
      // A refused text is sent again, with the same key, maybe by the other carrier.
      if (client % 2 === 0 && !unanswered.has(message)) await send(phones[client]!, message);
    });
    for (let kill = 0; kill < kills; kill++) {
      const before = history.withOutcome("acknowledged").length;
      await useProvider(em(), number, accounts[(kill + 1) % 2]!.name);
      await until("texts are acknowledged", () => history.withOutcome("acknowledged").length > before + connections);
      await pause(context.random.below(1_500));
      const killed = (await server).kill();
      server = killed.then(() => context.startServer(settings));
    }
    await load.stop();
    const unknown = unanswered.size;

    // The first call counts as alive for half a minute.
    await em().execute(
      "update idempotency_key set created_at = (created_at at time zone 'UTC' - interval '31 seconds') at time zone 'UTC'",
    );
    await until(
      "every key is answered",
      async () => {
        await forEach(context, [...unanswered], 20, (message) => send(phoneOf.get(message)!, message));
        return unanswered.size === 0;
      },
      { seconds: 90, every: 1_000 },
    );

    const byKey = Map.groupBy(calls, (call) => call.key);
    const stored = await readAllMessages(createClient((await server).url, key));
    const rows = await em().execute<{ body: string; provider_id: string }[]>(
      "select body, provider_id from message where provider_id is not null",
    );
    const prefixes = accounts.map(({ id }) => `${id.slice(-8)}:`);
    return {
      n: byKey.size,
      problems: [
        ...[...byKey]
          .filter(([, each]) => isDoubled(each))
          .map(([id]) => `${id} was sent after a call that may have sent it`),
        ...rows
          .filter(
            ({ body, provider_id: id }) => !id.startsWith(prefixes[byKey.get(body)?.at(-1)?.carrier ?? -1] ?? "none"),
          )
          .map(({ body }) => `${body} has the id of a carrier that was not called`),
        ...findLost(history.withOutcome("acknowledged"), stored),
        ...(accounts.every((_, carrier) => calls.some((call) => call.carrier === carrier))
          ? []
          : ["a carrier had no call"]),
        ...(calls.some(({ isRefusal }) => isRefusal) ? [] : ["no text was refused"]),
      ],
      details: {
        kills,
        connections,
        keys: byKey.size,
        calls: calls.length,
        repeated: unknown,
        answers: history.tally(),
      },
    };
  },
};

/** Whether a call followed one that was not a refusal. */
const isDoubled = (calls: Call[]) => calls.slice(0, -1).some(({ isRefusal }) => !isRefusal);
