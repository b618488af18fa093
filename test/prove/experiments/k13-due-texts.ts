import { setTimeout as pause } from "node:timers/promises";
import { readClock } from "../../../server/db/clock.ts";
import { transactOfTeam } from "../../../server/db/commit/of-teams.ts";
import { createClient } from "../../support/client.ts";
import { storeDue } from "../../support/due-texts.ts";
import { accept } from "../../support/fake-server.ts";
import { findRepeated } from "../check.ts";
import type { Experiment } from "../experiment.ts";
import { until } from "../load.ts";
import { carriedBy, settingsOf, signIn } from "../team.ts";

interface Left {
  id: string;
  status: string;
  hasProviderId: boolean;
}

export const k13: Experiment = {
  id: "K13",
  title: "repeated kill -9 of one of two workers, while they hand over texts that are due",
  passesWhen:
    "every text is handed over at most once, and is sent or has an unknown outcome; the provider has each text that is sent",
  on: ["single", "citus"],
  seconds: { full: 300, short: 90 },
  async run(context) {
    const database = await context.createDatabase();
    const { team, key } = await signIn(database);
    const em = () => database.orm.em.fork();
    /** The texts that the provider has received, by our ids. */
    const received: string[] = [];
    const provider = await context.startFakeServer(async (request, response) => {
      received.push(request.form.Body!);
      await pause(context.random.below(200));
      return accept(request, response);
    });
    const settings = settingsOf(database, carriedBy(provider));
    const api = await context.startServer({ ...settings, ROLE: "api" });
    const { id: apiKeyId } = await createClient(api.url, key).getKey();
    const count = context.size(5_000, 600);
    const owner = { teamId: team.id, apiKeyId, testMode: false };
    const ids: string[] = [];
    const addDue = async (size: number) => {
      const now = await readClock(em());
      ids.push(...(await transactOfTeam(database.orm, team.id, (tx) => storeDue(tx, owner, size, () => now))));
    };

    const startWorker = () => context.startServer({ ...settings, ROLE: "worker" });
    const kept = startWorker();
    let killable = startWorker();
    await kept;
    const kills = context.size(20, 2);
    const share = count / kills;
    for (let kill = 0; kill < kills; kill++) {
      const worker = await killable;
      // Both workers are at work on them when one is killed.
      const before = received.length;
      await addDue(share);
      const some = 1 + context.random.below(share / 2);
      await until("texts are handed over", () => received.length >= before + some, { every: 5 });
      await worker.kill();
      killable = startWorker();
    }
    await killable;
    const countWaiting = async () => {
      const [row] = await em().execute<{ left: number }[]>(
        "select count(*)::int as left from pending_message where team_id = ?",
        [team.id],
      );
      return row!.left;
    };
    await until("no text waits", async () => (await countWaiting()) === 0, { seconds: 60, every: 100 });
    const read = () =>
      em().execute<Left[]>(
        `select id, status, provider_id is not null as "hasProviderId" from message where team_id = ?`,
        [team.id],
      );
    // A worker that lives settles what it has sent. The rest belonged to a killed one.
    await until(
      "each text that the provider has is settled, or was of a killed worker",
      async () => (await read()).filter(({ hasProviderId }) => !hasProviderId).length <= kills * 64,
    );
    await pause(1_000);
    await em().execute(
      `update message set created_at = (created_at at time zone 'UTC' - interval '11 minutes') at time zone 'UTC'
       where team_id = ? and provider_id is null`,
      [team.id],
    );
    await until("the sweep has given the rest up", async () => (await read()).every(isOver), {
      seconds: 60,
      every: 500,
    });

    const messages = await read();
    const carried = new Set(received);
    const unknown = messages.filter(({ hasProviderId }) => !hasProviderId);
    const stored = new Set(messages.map(({ id }) => id));
    return {
      n: count,
      problems: [
        ...findRepeated(received).map((id) => `${id} was handed over twice`),
        ...ids.filter((id) => !stored.has(id)).map((id) => `${id} is no message`),
        ...messages
          .filter(({ id, hasProviderId }) => hasProviderId && !carried.has(id))
          .map(({ id }) => `${id} was not sent`),
        ...unknown.filter(({ status }) => status !== "failed").map(({ id, status }) => `${id} is ${status}`),
        ...(unknown.length <= kills * 64
          ? []
          : [`${unknown.length} texts have an unknown outcome after ${kills} kills`]),
        ...(received.length === messages.length - unknown.filter(({ id }) => !carried.has(id)).length
          ? []
          : [`the provider has ${received.length} texts, and the ledger ${messages.length}`]),
      ],
      details: { kills, texts: count, received: received.length, unknown: unknown.length },
    };
  },
};

const isOver = ({ hasProviderId, status }: Left) => hasProviderId || status === "failed";
