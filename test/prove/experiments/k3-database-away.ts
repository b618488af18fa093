import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "../../support/client.ts";
import { uniquePhone } from "../../support/factories.ts";
import { findLost, readAllMessages } from "../check.ts";
import type { Experiment } from "../experiment.ts";
import { createHistory, nameOf, tally } from "../history.ts";
import { startLoad, times, until } from "../load.ts";
import { createStoppable } from "../stoppable.ts";

const key = "a-key-of-the-experiment";

/** The maximum time between the database's return and the first success. */
const maxMilliseconds = 2_000;

export const k3: Experiment = {
  id: "K3",
  title: "repeated immediate stops of PostgreSQL, or of all nodes of a cluster, under load",
  passesWhen:
    "acknowledged data is kept, the server stays alive, answers 503 only during the outage, and succeeds within 2 s afterwards",
  on: ["single", "citus"],
  seconds: { full: 600, short: 90 },
  async run(context) {
    const database = await createStoppable(context);
    const server = await context.startServer({
      PORT: "0",
      ...database.settings,
      SECRET_KEY: "a secret of the tests, 32 characters",
      WEBHOOK_CLIENT_SECRET: "another one",
      BOOTSTRAP_API_KEY: key,
      RATE_LIMIT_BURST: "10000",
      RATE_LIMIT_PER_SECOND: "10000",
    });
    const outages = context.size(10, 1);
    const connections = context.size(16, 8);
    const phones = times(connections, uniquePhone);
    const history = createHistory();
    const problems: string[] = [];
    const outageTimes: { from: number; back: number; first: number }[] = [];
    const load = startLoad(context, connections, async (client) => {
      const message = randomUUID();
      const body = { phone_number: phones[client]!, message };
      await history.call(server, key, "sendText", { body }, message);
    });

    for (let outage = 0; outage < outages; outage++) {
      const before = history.withOutcome("acknowledged").length;
      await until("texts are acknowledged", () => history.withOutcome("acknowledged").length > before + 50);
      await pause(context.random.below(200));
      const from = performance.now();
      await database.crash();
      await until("the server answers 503", () =>
        history.entries.some(({ answer, ended }) => ended > from && answer?.status === 503),
      );
      const client = createClient(server.url, key);
      const [health, readiness] = [await client.raw("getHealth"), await client.raw("getReadiness")];
      if (health.status !== 200) problems.push(`alive: ${health.status} during an outage`);
      if (readiness.status !== 503) problems.push(`ready: ${readiness.status} during an outage`);
      await pause(context.random.below(1_000));
      await database.start();
      const back = performance.now();
      const first = () => history.entries.find(({ outcome, ended }) => outcome === "acknowledged" && ended > back);
      await until("the first success", () => first() !== undefined, { seconds: 20 });
      outageTimes.push({ from, back, first: first()!.ended });
    }
    await load.stop();

    const stored = await readAllMessages(createClient(server.url, key));
    const acknowledged = history.withOutcome("acknowledged");
    const isDuringOutage = (began: number, ended: number) =>
      outageTimes.some(({ from, first }) => ended >= from && began <= first);
    const others = history.entries.filter(
      ({ outcome, answer, began, ended }) =>
        outcome !== "acknowledged" && !(answer?.status === 503 && isDuringOutage(began, ended)),
    );
    const recoveries = outageTimes.map(({ back, first }) => Math.round(first - back));
    const ended = await Promise.race([server.ended, pause(0)]);
    return {
      n: acknowledged.length,
      problems: [
        ...problems,
        ...findLost(acknowledged, stored),
        ...(ended ? ["the server ended"] : []),
        ...Object.entries(tally(others.map(({ answer }) => nameOf(answer)))).map(
          ([name, count]) => `${count} answers ${name} are neither a success nor a 503 during an outage`,
        ),
        ...recoveries.filter((each) => each > maxMilliseconds).map((each) => `${each} ms until the first success`),
      ],
      details: { outages, connections, answers: history.tally(), recoveryMilliseconds: recoveries },
    };
  },
};
