import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { buildKey, uniquePhone } from "../../support/factories.ts";
import { accept, refuse } from "../../support/fake-server.ts";
import type { Experiment } from "../experiment.ts";
import { createHistory } from "../history.ts";
import { startLoad, times, until } from "../load.ts";
import { carriedBy, settingsOf, signIn } from "../team.ts";

/** What the database says of a key: its count, and the segments of its texts that were not refused. */
interface Used {
  id: string;
  counted: number;
  stored: number;
}

export const k11: Experiment = {
  id: "K11",
  title:
    "repeated kill -9 of one of two servers, while keys with a budget send texts and passcodes that may be refused",
  passesWhen: "no key sends more than its budget, and its count is exactly that of its texts that were not refused",
  seconds: { full: 300, short: 60 },
  async run(context) {
    const database = await context.createDatabase();
    const { team } = await signIn(database);
    const em = () => database.orm.em.fork();
    /** The texts that the provider has received, without those that it has refused. */
    const carried = new Set<string>();
    const provider = await context.startFakeServer(async (request, response) => {
      await pause(context.random.below(30));
      const choice = context.random.below(4);
      if (choice === 0) return refuse(30_001)(request, response);
      carried.add(request.form.Body!);
      return choice === 1 ? response.socket?.end() : accept(request, response);
    });
    const budget = context.size(300, 40);
    const keyCount = context.size(8, 3);
    const keys = await Promise.all(times(keyCount, () => buildKey(em(), team, { segmentsPerDay: budget })));
    const keyOf = new Map<string, string>();
    const settings = settingsOf(database, carriedBy(provider));
    const kept = await context.startServer(settings);
    // Clients wait while the other server starts.
    let killable = context.startServer(settings);
    const history = createHistory();

    const load = startLoad(context, context.size(24, 12), async (client) => {
      const label = randomUUID();
      const key = keys[client % keyCount]!;
      keyOf.set(label, key);
      const server = client % 2 === 0 ? kept : await killable;
      const idempotencyKey = client % 3 === 0 ? { idempotencyKey: label } : {};
      const { outcome } =
        client % 4 === 1
          ? await history.call(server, key, "generateOtp", { body: otpOf(label), ...idempotencyKey }, label)
          : await history.call(server, key, "sendText", { body: textOf(label), ...idempotencyKey }, label);
      if (outcome === "unknown") await pause(50);
    });
    for (let kill = 0; kill < context.size(15, 2); kill++) {
      await pause(100 + context.random.below(300));
      const killed = (await killable).kill();
      killable = killed.then(() => context.startServer(settings));
      await killable;
    }
    await until("every key has used its budget", () => {
      const exhausted = history.entries.filter(({ answer }) => answer?.body.error === "budget_exceeded");
      return new Set(exhausted.map(({ label }) => keyOf.get(label))).size === keyCount;
    });
    await load.stop();

    const used = await em().execute<Used[]>(
      `select k.id, u.segments as counted, (
         (select coalesce(sum(m.segments), 0) from message m where m.team_id = k.team_id and m.api_key_id = k.id
           and not (m.status = 'failed' and m.error_code = '30001'))
         + (select count(*) from otp o where o.team_id = k.team_id and o.api_key_id = k.id
           and not (o.delivery_status = 'failed' and o.error_code = '30001'))
       )::int as stored
       from api_key k join key_usage u on u.team_id = k.team_id and u.api_key_id = k.id`,
    );
    const carriedByKey = Map.groupBy(carried, (body) => keyOf.get(body.slice(0, 36)));
    return {
      n: history.entries.length,
      problems: [
        ...used.filter(({ counted }) => counted > budget).map(({ id, counted }) => `${id} has ${counted} of ${budget}`),
        ...used
          .filter(({ counted, stored }) => counted !== stored)
          .map(({ id, counted, stored }) => `${id} has counted ${counted} segments, and stored ${stored}`),
        ...[...carriedByKey.values()]
          .filter((texts) => texts.length > budget)
          .map((texts) => `${texts.length} texts of a key were carried, with a budget of ${budget}`),
        ...(used.length === keyCount ? [] : [`${used.length} of ${keyCount} keys have a count`]),
      ],
      details: { keys: keyCount, budget, carried: carried.size, answers: history.tally() },
    };
  },
};

const textOf = (label: string) => ({ phone_number: uniquePhone(), message: label });

const otpOf = (label: string) => ({ phone: uniquePhone(), recipient_id: label, message: `${label} $OTP` });
