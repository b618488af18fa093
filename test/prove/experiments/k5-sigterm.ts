import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { lockPhones } from "../../../server/db/sql/locks.ts";
import type { E164 } from "../../../server/phone.ts";
import { inboundForm } from "../../support/callbacks.ts";
import { createClient } from "../../support/client.ts";
import { uniquePhone } from "../../support/factories.ts";
import { callbackSettings, postSigned } from "../callbacks.ts";
import { findLost, readAllMessages } from "../check.ts";
import type { Experiment } from "../experiment.ts";
import { createHistory } from "../history.ts";
import { startLoad, times, until } from "../load.ts";
import { settingsOf, signIn } from "../team.ts";

const maxMilliseconds = 10_000;

export const k5: Experiment = {
  id: "K5",
  title: "repeated SIGTERM to a server and worker under load",
  passesWhen: "every accepted request is answered, the process exits with 0 within 10 s, and its jobs are released",
  seconds: { full: 600, short: 90 },
  async run(context) {
    const database = await context.createDatabase();
    const { team, key, number } = await signIn(database);
    const settings = settingsOf(database, callbackSettings);
    const stops = context.size(20, 1);
    const phones = times(16, uniquePhone);
    const slow = uniquePhone() as E164;
    const history = createHistory();
    const problems: string[] = [];
    const milliseconds: number[] = [];
    const received = new Set<string>();
    // Clients wait while a server starts.
    let server = context.startServer(settings);

    const countActive = async () => {
      const statement = "select from pgboss.job where state = 'active' and name like 'callbacks.%'";
      return (await database.orm.em.fork().execute(statement)).length;
    };
    /** Locks a phone, and starts a job that waits for it. Returns the function that unlocks the phone. */
    const lockJob = async () => {
      const blocker = database.orm.em.fork();
      await blocker.begin();
      try {
        await lockPhones(blocker, [{ teamId: team.id, phone: slow }], "exclusive");
        const form = inboundForm(slow, number, "slow");
        // The provider repeats a callback that a busy server refuses.
        const isAccepted = async () => (await postSigned(await server, "inbound", form))?.status === 200;
        await until("the callback of the locked phone is accepted", isAccepted, { every: 100 });
        received.add(form.MessageSid);
        await until("the job waits", async () => {
          // A statement of the blocker, too, because PostgreSQL ends a transaction that is idle for 15 s.
          const [{ pid }] = await blocker.execute<[{ pid: number }]>("select pg_backend_pid() as pid");
          const waiting = `select from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`;
          return (await database.orm.em.fork().execute(waiting)).length > 0;
        });
        return () => blocker.rollback();
      } catch (error) {
        // The database could not be closed while the transaction is open.
        await blocker.rollback();
        throw error;
      }
    };
    const load = startLoad(context, phones.length, async (client) => {
      const message = randomUUID();
      const body = { phone_number: phones[client]!, message };
      const { outcome } = await history.call(await server, key, "sendText", { body }, message);
      if (outcome === "unknown") await pause(100);
    });
    const inboundLoad = startLoad(context, 4, async (_, turn) => {
      const form = inboundForm(phones[turn % phones.length]!, number, "hello");
      const answer = await postSigned(await server, "inbound", form);
      if (answer?.status === 200) received.add(form.MessageSid);
      else await pause(100);
    });
    for (let stop = 0; stop < stops; stop++) {
      const before = history.withOutcome("acknowledged").length;
      await until("texts are acknowledged", () => history.withOutcome("acknowledged").length > before + 50);
      await pause(context.random.below(300));
      const unlock = await lockJob();
      const signalledAt = performance.now();
      const unlocked = pause(500).then(unlock);
      const stopped = (await server).stop();
      const checked = stopped.then(countActive);
      server = checked.then(() => context.startServer(settings));
      const { code, signal } = await stopped;
      milliseconds.push(Math.round(performance.now() - signalledAt));
      if (code !== 0 || signal !== null) problems.push(`the process ended with ${code ?? signal}`);
      await unlocked;
      const count = await checked;
      if (count !== 0) problems.push(`${count} jobs were not released`);
    }
    await load.stop();
    await inboundLoad.stop();

    const client = createClient((await server).url, key);
    const inbound = async () => {
      const rows = await database.orm.em
        .fork()
        .execute<{ sid: string }[]>("select provider_id as sid from message where direction = 'inbound'");
      return new Set(rows.map(({ sid }) => sid));
    };
    await until("what was received is stored", async () => received.difference(await inbound()).size === 0, {
      every: 200,
    });
    const stored = await readAllMessages(client);
    const acknowledged = history.withOutcome("acknowledged");
    const answered = new Set(acknowledged.map(({ label }) => label));
    const unanswered = stored.filter(({ direction, body }) => direction === "outbound" && !answered.has(body));
    const late = milliseconds.filter((each) => each > maxMilliseconds);
    return {
      n: acknowledged.length,
      problems: [
        ...problems,
        ...findLost(acknowledged, stored),
        ...unanswered.map(({ id }) => `${id} was accepted but not answered`),
        ...history.withOutcome("refused").map(({ answer }) => `refused: ${answer!.text}`),
        ...late.map((each) => `the process took ${each} ms to end`),
      ],
      details: {
        stops,
        slowestMilliseconds: Math.max(...milliseconds),
        received: received.size,
        answers: history.tally(),
      },
    };
  },
};
