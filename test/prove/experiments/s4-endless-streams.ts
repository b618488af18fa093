import { callbackSettings } from "../callbacks.ts";
import type { Experiment } from "../experiment.ts";
import { holdConnections, watchTeam } from "../other-team.ts";
import { settingsOf, signIn } from "../team.ts";

export const s4: Experiment = {
  id: "S4",
  title: "one key that opens streams of events without end",
  passesWhen: "texts, pages, callbacks and events of another team, on a new stream, take less than a second",
  seconds: { full: 180, short: 60 },
  async run(context) {
    const database = await context.createDatabase();
    const [busy, other] = [await signIn(database), await signIn(database)];
    const maxStreams = context.size(2_000, 400);
    const settings = { ...callbackSettings, MAX_STREAMS: String(maxStreams) };
    const { url } = await context.startServer(settingsOf(database, settings));
    const watched = watchTeam(other, { url });
    await watched.warmUp();
    const stream = `GET /api/events/stream HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${busy.key}\r\n\r\n`;

    const [step, rounds] = [maxStreams / 10, 12];
    for (let round = 0; round < rounds; round++) {
      await holdConnections(context, { url, from: "127.0.0.1", count: step }, () => stream);
      await watched.check(`after ${(round + 1) * step} streams`);
    }

    return { n: rounds * step, problems: watched.problems, details: { slowestMilliseconds: watched.slowest } };
  },
};
