import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "../../support/client.ts";
import { uniquePhone } from "../../support/factories.ts";
import { accept } from "../../support/stand-in.ts";
import { findLost, findRepeated, readAllMessages } from "../check.ts";
import type { Experiment } from "../experiment.ts";
import { createHistory } from "../history.ts";
import { forEach, startLoad, times, until } from "../load.ts";
import { carriedBy, settingsOf, signIn } from "../team.ts";

export const k2: Experiment = {
  id: "K2",
  title: "kill -9 a server again and again; clients repeat what they do not know with the same Idempotency-Key",
  passesWhen: "there is one message for each key, and the provider was called at most once for it",
  seconds: { full: 600, short: 90 },
  async run(bench) {
    const database = await bench.createDatabase();
    const { key } = await signIn(database);
    const provider = await bench.startStandIn(async (request, response) => {
      await pause(bench.random.below(20));
      accept(request, response);
    });
    const settings = settingsOf(database, carriedBy(provider));
    const kills = bench.size(20, 2);
    const connections = bench.size(50, 20);
    const phones = times(connections, uniquePhone);
    const history = createHistory();
    const open = new Map<string, string>();
    // Clients wait for a server that starts.
    let server = bench.startServer(settings);

    /** Sends a text under a key that is the text itself, and remembers whether that has to be repeated. */
    async function send(phone: string, message: string): Promise<void> {
      const input = { body: { phone_number: phone, message }, idempotencyKey: message };
      const { known } = await history.call(await server, key, "sendText", input, message);
      if (known === "unknown") open.set(message, phone);
      else open.delete(message);
    }
    const load = startLoad(bench, connections, async (client) => {
      const message = randomUUID();
      await send(phones[client]!, message);
      if (!open.has(message)) return;
      await pause(100);
      // Some insist at once, which takes as long as the first call may be alive; the others ask when all is over.
      if (client % 10 === 0 && bench.size(1, 0) === 1) await send(phones[client]!, message);
    });
    for (let kill = 0; kill < kills; kill++) {
      const before = history.with("acknowledged").length;
      await until("texts are acknowledged", () => history.with("acknowledged").length > before + connections);
      await pause(bench.random.below(200));
      const killed = (await server).kill();
      server = killed.then(() => bench.startServer(settings));
    }
    await load.stop();
    const unknown = open.size;

    // The first call counts as alive for half a minute.
    if (bench.size(0, 1) === 1) {
      await database.orm.em
        .fork()
        .execute("update idempotency_key set created_at = created_at - interval '31 seconds'");
    }
    await until(
      "every key is answered",
      async () => {
        await forEach(bench, [...open], 20, ([message, phone]) => send(phone, message));
        return open.size === 0;
      },
      { seconds: 90, every: 1_000 },
    );

    const stored = await readAllMessages(createClient((await server).url, key));
    const acknowledged = history.with("acknowledged");
    const keys = new Set(history.entries.map(({ label }) => label));
    const bodies = new Set(stored.map(({ body }) => body));
    const sent = provider.requests.map(({ form }) => form.Body!);
    return {
      n: keys.size,
      problems: [
        ...findLost(acknowledged, stored),
        ...[...keys].filter((each) => !bodies.has(each)).map((each) => `no message for the key ${each}`),
        ...findRepeated(stored.map(({ body }) => body)).map((each) => `several messages for the key ${each}`),
        ...findRepeated(sent).map((each) => `several calls of the provider for the key ${each}`),
        ...history.with("refused").map(({ answer }) => `refused: ${answer!.text}`),
      ],
      details: {
        kills,
        connections,
        keys: keys.size,
        repeated: unknown,
        providerCalls: sent.length,
        answers: history.tally(),
      },
    };
  },
};
