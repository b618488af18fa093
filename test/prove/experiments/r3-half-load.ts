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

/** How much more a server may hold at the end than after it was warm: noise, whatever it has done meanwhile. */
const maxGrowth = { bytes: 3_000_000, handles: 10, sessions: 4 };

export const r3: Experiment = {
  id: "R3",
  title: "texts, reads, contacts and callbacks at half of what the server can do, for ten minutes",
  passesWhen: "its memory, its handles and its sessions are the same at the end as after it was warm; nothing fails",
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
        const taken = await postSigned(server, "inbound", inboundForm(phone, number, "a reply"));
        if (taken?.status !== 200) problems.push(`a callback was answered ${taken?.status}`);
      }
    };
    const capacity = await countPerSecond(context.size(10, 1), () => startLoad(context, clients, act));

    const perSecond = capacity / 2;
    const nextTurn = createPace(perSecond);
    const halfLoad = (seconds: number) =>
      countPerSecond(seconds, () =>
        startLoad(context, clients, async (client, turn) => {
          await nextTurn();
          await act(client, turn);
        }),
      );
    async function countPerSecond(seconds: number, start: () => ReturnType<typeof startLoad>): Promise<number> {
      const [before, began] = [history.entries.length, performance.now()];
      const load = start();
      await pause(seconds * 1_000);
      await load.stop();
      // One in eight is a callback, which is no entry.
      return ((history.entries.length - before) * (8 / 7) * 1_000) / (performance.now() - began);
    }
    const readHeld = async () => {
      const sessions = "select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
      return { ...(await askHeld(server)), sessions: (await database.orm.em.fork().execute(sessions)).length };
    };

    await halfLoad(context.size(60, 2));
    const held = [await readHeld()];
    const rates: number[] = [];
    for (let part = 0; part < context.size(20, 2) && !context.over.aborted; part++) {
      rates.push(await halfLoad(context.size(30, 1)));
      held.push(await readHeld());
    }

    const [warm, end] = [held[0]!, held.at(-1)!];
    const grown = {
      bytes: end.heapBytes - warm.heapBytes,
      handles: end.handles - warm.handles,
      sessions: end.sessions - warm.sessions,
    };
    for (const what of ["bytes", "handles", "sessions"] as const) {
      if (grown[what] > maxGrowth[what]) problems.push(`${grown[what]} ${what} more at the end than at the beginning`);
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
        heapMegabytes: held.map(({ heapBytes }) => Math.round(heapBytes / 100_000) / 10),
        handles: held.map(({ handles }) => handles),
        sessions: held.map(({ sessions }) => sessions),
      },
    };
  },
};

async function askHeld(server: ServerProcess): Promise<ResourceUsage> {
  const told = () => server.stdout.match(/^held .*$/gm) ?? [];
  const before = told().length;
  process.kill(server.pid, "SIGWINCH");
  await until("the server tells what it holds", () => told().length > before);
  return JSON.parse(told().at(-1)!.slice("held ".length));
}
