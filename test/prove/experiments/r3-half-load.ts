import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { inboundForm } from "../../support/callbacks.ts";
import { uniquePhone } from "../../support/factories.ts";
import type { ServerProcess } from "../../support/process.ts";
import { callbackSettings, postSigned } from "../callbacks.ts";
import type { Experiment } from "../experiment.ts";
import { createHistory } from "../history.ts";
import { createPace, startLoad, times, until } from "../load.ts";
import type { ResourceUsage } from "../probe.ts";
import { settingsOf, signIn } from "../team.ts";

const clients = 16;

/** The maximum growth of a server's resources after the warm-up. It allows for noise. */
const maxGrowth = { bytes: 3_000_000, handles: 10, sessions: 4 };

export const r3: Experiment = {
  id: "R3",
  title: "texts, reads, contacts and callbacks at half of the server's capacity for ten minutes",
  passesWhen: "memory, handles and sessions at the end equal those after the warm-up, and no request fails",
  seconds: { full: 800, short: 60 },
  async run(context) {
    const database = await context.createDatabase();
    const { key, number } = await signIn(database);
    const probe = ["--import", join(import.meta.dirname, "..", "probe.ts"), "server/main.ts"];
    const server = await context.startServer(settingsOf(database, callbackSettings), probe);
    const phones = times(200, uniquePhone);
    const history = createHistory();
    const problems: string[] = [];

    const act = async (client: number, turn: number) => {
      const phone = phones[(client * 31 + turn) % phones.length]!;
      const what = (client + turn) % 8;
      if (what < 4) {
        const body = { phone_number: phone, message: "hello" };
        await history.call(server, key, "sendText", { body, idempotencyKey: randomUUID() }, "text");
      } else if (what < 6) await history.call(server, key, "listThreads", { query: { per_page: 20 } }, "read");
      else if (what < 7) {
        const body = { name: "Ada", phones: [phone], externalId: phone };
        await history.call(server, key, "upsertContact", { body }, "contact");
      } else {
        const answer = await postSigned(server, "inbound", inboundForm(phone, number, "a reply"));
        if (answer?.status !== 200) problems.push(`a callback was answered ${answer?.status}`);
      }
    };
    const capacity = await countPerSecond(context.size(10, 1), () => startLoad(context, clients, act));

    const perSecond = capacity / 2;
    const waitForSlot = createPace(perSecond);
    const halfLoad = (seconds: number) =>
      countPerSecond(seconds, () =>
        startLoad(context, clients, async (client, turn) => {
          await waitForSlot();
          await act(client, turn);
        }),
      );
    async function countPerSecond(seconds: number, start: () => ReturnType<typeof startLoad>): Promise<number> {
      const [before, began] = [history.entries.length, performance.now()];
      const load = start();
      await pause(seconds * 1_000);
      await load.stop();
      // One request in eight is a callback, which is not in the history.
      return ((history.entries.length - before) * (8 / 7) * 1_000) / (performance.now() - began);
    }
    const readUsage = async () => {
      const sessions = "select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
      return { ...(await readProcessUsage(server)), sessions: (await database.orm.em.fork().execute(sessions)).length };
    };

    await halfLoad(context.size(60, 2));
    const usage = [await readUsage()];
    const rates: number[] = [];
    for (let part = 0; part < context.size(20, 2) && !context.over.aborted; part++) {
      rates.push(await halfLoad(context.size(30, 1)));
      usage.push(await readUsage());
    }

    const [warm, end] = [usage[0]!, usage.at(-1)!];
    const grown = {
      bytes: end.heapBytes - warm.heapBytes,
      handles: end.handles - warm.handles,
      sessions: end.sessions - warm.sessions,
    };
    for (const what of ["bytes", "handles", "sessions"] as const) {
      if (grown[what] > maxGrowth[what]) problems.push(`${grown[what]} ${what} more at the end than after the warm-up`);
    }
    const others = Object.entries(history.tally()).filter(([name]) => name !== "200");
    problems.push(...others.map(([name, count]) => `${count} answers ${name}`));
    return {
      n: history.entries.length,
      problems: [...new Set(problems)],
      details: {
        minutes: Math.round((context.size(20 * 30, 2) / 60) * 10) / 10,
        capacityPerSecond: Math.round(capacity),
        perSecond: Math.round(rates.reduce((sum, rate) => sum + rate, 0) / rates.length),
        heapMegabytes: usage.map(({ heapBytes }) => Math.round(heapBytes / 100_000) / 10),
        handles: usage.map(({ handles }) => handles),
        sessions: usage.map(({ sessions }) => sessions),
      },
    };
  },
};

async function readProcessUsage(server: ServerProcess): Promise<ResourceUsage> {
  const reports = () => server.stdout.match(/^usage .*$/gm) ?? [];
  const before = reports().length;
  process.kill(server.pid, "SIGWINCH");
  await until("the server reports its resources", () => reports().length > before);
  return JSON.parse(reports().at(-1)!.slice("usage ".length));
}
