import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "../../support/client.ts";
import { uniquePhone } from "../../support/factories.ts";
import { findLost, readAllMessages } from "../check.ts";
import type { Experiment } from "../experiment.ts";
import { createHistory } from "../history.ts";
import { startLoad, times, until } from "../load.ts";
import { settingsOf, signIn } from "../team.ts";

export const k1: Experiment = {
  id: "K1",
  title: "repeated kill -9 of a server while 50 connections send texts",
  passesWhen: "every acknowledged textId is in its thread with its text",
  on: ["single", "citus"],
  seconds: { full: 600, short: 90 },
  async run(context) {
    const database = await context.createDatabase();
    const { key } = await signIn(database);
    const settings = settingsOf(database);
    const kills = context.size(20, 1);
    const connections = context.size(50, 20);
    const phones = times(connections, uniquePhone);
    const history = createHistory();
    // Clients wait while a server starts.
    let server = context.startServer(settings);

    const load = startLoad(context, connections, async (client) => {
      const message = randomUUID();
      const body = { phone_number: phones[client]!, message };
      const { outcome } = await history.call(await server, key, "sendText", { body }, message);
      if (outcome === "unknown") await pause(100);
    });
    for (let kill = 0; kill < kills; kill++) {
      const before = history.withOutcome("acknowledged").length;
      await until("texts are acknowledged", () => history.withOutcome("acknowledged").length > before + connections);
      await pause(context.random.below(200));
      const killed = (await server).kill();
      server = killed.then(() => context.startServer(settings));
    }
    await load.stop();

    const stored = await readAllMessages(createClient((await server).url, key));
    const acknowledged = history.withOutcome("acknowledged");
    const refused = history.withOutcome("refused").map(({ answer }) => `refused: ${answer!.text}`);
    const sent = new Set(history.entries.map(({ label }) => label));
    const unexpected = stored
      .filter(({ body }) => !sent.has(body))
      .map(({ body }) => `stored without a request: ${body}`);
    return {
      n: acknowledged.length,
      problems: [...findLost(acknowledged, stored), ...refused, ...unexpected],
      details: {
        kills,
        connections,
        acknowledged: acknowledged.length,
        unknown: history.withOutcome("unknown").length,
        storedOfUnknown: stored.length - acknowledged.length,
      },
    };
  },
};
