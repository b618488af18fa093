import { callbackSettings } from "../callbacks.ts";
import type { Experiment } from "../experiment.ts";
import { holdConnections, watchTeam } from "../other-team.ts";
import { settingsOf, signIn } from "../team.ts";

const mebibyte = 1_048_576;

export const s2: Experiment = {
  id: "S2",
  title: "1,100 requests of one team with bodies that do not end, small ones and ones of 1 MiB",
  passesWhen: "texts, pages, callbacks and events of another team take less than a second",
  seconds: { full: 120, short: 60 },
  async run(context) {
    const database = await context.createDatabase();
    const [busy, other] = [await signIn(database), await signIn(database)];
    const { url } = await context.startServer(settingsOf(database, callbackSettings));
    const watched = watchTeam(other, { url });
    await watched.warmUp();
    const begin = (announced: number, sent: number) =>
      `POST /api/text HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${busy.key}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${announced}\r\n\r\n${" ".repeat(sent)}`;
    const [large, small] = [context.size(300, 100), 1_000];

    // One after another, because the experiment is about what is held, and not about the bandwidth.
    for (let index = 0; index < large; index++) {
      await holdConnections(context, { url, from: "127.0.0.1", count: 1 }, () => begin(mebibyte, mebibyte - 1));
    }
    await watched.check("beside large bodies");
    await holdConnections(context, { url, from: "127.0.0.1", count: small }, () => begin(1_000, 1));
    for (let round = 0; round < context.size(20, 2); round++) await watched.check("beside all bodies");

    return { n: large + small, problems: watched.problems, details: { slowestMilliseconds: watched.slowest } };
  },
};
