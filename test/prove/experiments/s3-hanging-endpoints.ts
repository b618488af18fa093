import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "../../support/client.ts";
import { uniquePhone } from "../../support/factories.ts";
import { answer, hang } from "../../support/fake-server.ts";
import { callbackSettings } from "../callbacks.ts";
import type { Experiment } from "../experiment.ts";
import { forEach, times, until } from "../load.ts";
import { watchTeam } from "../other-team.ts";
import { settingsOf, signIn } from "../team.ts";

const endpointsPerTeam = 20;

/** The events of each team, so that each endpoint could have eight posts at a time. */
const eventsPerTeam = 10;

export const s3: Experiment = {
  id: "S3",
  title: "80 webhook endpoints of four teams that accept posts and never answer",
  passesWhen: "texts, pages, callbacks, events and posts of events of another team take less than a second",
  seconds: { full: 180, short: 90 },
  async run(context) {
    const database = await context.createDatabase();
    const teams = await Promise.all(times(4, () => signIn(database)));
    const other = await signIn(database);
    const settings = { ...callbackSettings, WEBHOOK_ALLOW_PRIVATE: "127.0.0.0/8" };
    const { url } = await context.startServer(settingsOf(database, settings));
    const [hanging, target] = await Promise.all([hang, answer(200, "")].map(context.startFakeServer));
    await createClient(url, other.key).createWebhookEndpoint({ body: { url: target!.url } });
    const watched = watchTeam(other, { url, target: target! });
    await watched.warmUp();

    const places = teams.flatMap(({ key }) => times(endpointsPerTeam, () => key));
    await forEach(context, places, 4, (key, index) =>
      createClient(url, key).createWebhookEndpoint({ body: { url: `${hanging!.url}/${index}` } }),
    );
    const writers = teams.flatMap(({ key }) => times(eventsPerTeam, () => key));
    await forEach(context, writers, 4, (key) =>
      createClient(url, key).createContact({ body: { name: "someone", phones: [uniquePhone()] } }),
    );
    await until("many posts hang", () => hanging!.requests.length >= places.length);
    const rounds = context.size(20, 3);
    for (let round = 0; round < rounds; round++) {
      await watched.check(`beside ${hanging!.connections.open} posts that hang`);
      await pause(context.size(1_500, 0));
    }

    return {
      n: places.length,
      problems: watched.problems,
      details: { slowestMilliseconds: watched.slowest, hangingAtMost: hanging!.connections.maxOpen },
    };
  },
};
