import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { EntityManager } from "../../../server/db/orm.ts";
import { deleteObjects } from "../../../server/media/delete-objects.ts";
import { createS3Store } from "../../../server/media/s3-store.ts";
import { inboundForm, newSid, statusForm } from "../../support/callbacks.ts";
import { createClient } from "../../support/client.ts";
import { dumpRows } from "../../support/dump.ts";
import { uniquePhone } from "../../support/factories.ts";
import { pictures } from "../../support/media.ts";
import { textWithFiles } from "../../support/media-form.ts";
import type { ServerProcess } from "../../support/process.ts";
import { statisticsWith } from "../../support/statistics-with.ts";
import { callbackSettings, postSigned } from "../callbacks.ts";
import type { Experiment } from "../experiment.ts";
import { createPace, startLoad, times, until } from "../load.ts";
import { createSecretScanner } from "../secret-scanner.ts";
import { carriedBy, settingsOf, signIn } from "../team.ts";

const [name, word] = ["Canarium Schwalbe", "the canary of a text"];

/** The steps of an erasure, with the refresh of the statistics. */
const stepCount = 10;

/** The step that waits until no request is left that does not know of the erasure. */
const optOutStep = 8;

/** The first key of the advisory locks at which the worker stops; the second one is that of the step. */
const gates = 16_016;

/** Lets each step wait for a lock, once its work is done and before it commits. */
const gate = `
  create function wait_at_gate() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(${gates}, old.step);
    return new;
  end $$;
  create trigger gate before update of step on erasure for each row execute function wait_at_gate();
`;

export const k16: Experiment = {
  id: "K16",
  title: "kill -9 of the worker in every step of an erasure, under texts, callbacks and reports of its phones",
  passesWhen:
    "the erasure completes, no row, statistic, object and log has the name, the texts or a phone that was silent since, and STOP still refuses",
  seconds: { full: 240, short: 90 },
  async run(context) {
    const [database, provider, store] = await Promise.all([
      context.createDatabase(),
      context.startFakeServer(),
      context.startFakeServer(),
    ]);
    const host = await context.startFakeServer((_, response) => response.end(picture));
    /** What the store has, by the paths. */
    const objects = new Map<string, string>();
    store.behaviour = ({ method, path, body }, response) => {
      if (method === "PUT") objects.set(path, body);
      else objects.delete(path);
      response.end();
    };
    const { team, key, number } = await signIn(database);
    const em = () => database.orm.em.fork();
    const settings = settingsOf(database, {
      ...carriedBy(provider),
      ...callbackSettings,
      LOG_LEVEL: "trace",
      WEBHOOK_ALLOW_PRIVATE: "127.0.0.0/8",
      MEDIA_STORE: `s3://pictures?endpoint=${store.url}`,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    });
    const servers: ServerProcess[] = [];
    const start = async (role: "api" | "worker") => {
      const server = await context.startServer({ ...settings, ROLE: role });
      servers.push(server);
      return server;
    };
    const api = await start("api");
    const client = createClient(api.url, key);
    const startWorker = () => start("worker");
    const problems: string[] = [];

    // A person with three phones. Two have said STOP, and one of them is silent after the request.
    const [stopped, other, silent] = [uniquePhone(), uniquePhone(), uniquePhone()];
    const phones = [stopped, other, silent];
    await client.listEvents();
    const { contact } = await client.createContact({
      body: { name, phones: phones.map((phoneNumber) => ({ phoneNumber })) },
    });
    const old = phones.map((phone) => ({
      ...textWithFiles(number, [`${host.url}/1`], "image/png", phone),
      Body: word,
    }));
    for (const phone of phones) await client.sendText({ body: { phone_number: phone, message: word } });
    const stops = [stopped, silent].map((phone) => inboundForm(phone, number, "STOP"));
    for (const form of [...old, ...stops]) await postSigned(api, "inbound", form);
    const first = await startWorker();
    const countOpen = countOf(em(), "select from callback where processed_at is null");
    await until("all callbacks are processed", async () => (await countOpen()) === 0, { seconds: 60, every: 50 });
    await until("all pictures are stored", () => objects.size === phones.length, { seconds: 60, every: 50 });
    await first.stop();
    if (![...objects.values()].every((object) => object.includes(word))) problems.push("the pictures have no word");
    const sids = await em().execute<{ sid: string; phone: string }[]>(
      `select m.provider_id as sid, t.contact_phone as phone from message m
       join thread t on t.team_id = m.team_id and t.id = m.thread_id where m.team_id = ? and m.direction = 'outbound'`,
      [team.id],
    );
    await em().execute(gate);

    const count = { refused: 0, sent: 0, callbacks: 0 };
    const pace = createPace(context.size(40, 20));
    const send = async (phone: string) =>
      (await client.raw("sendText", { body: { phone_number: phone, message: "a text from after the request" } }))
        .status;
    const load = startLoad(context, 4, async (kind, turn) => {
      await pace();
      const phone = [stopped, other][turn % 2]!;
      if (kind === 0) {
        const [refused, sent] = [await send(stopped), await send(other)];
        if (refused !== 409) problems.push(`a text to a phone that has said STOP: ${refused}`);
        if (sent !== 200) problems.push(`a text to the other phone: ${sent}`);
        count.refused += 1;
        count.sent += 1;
        return;
      }
      const { sid, phone: to } = sids[turn % sids.length]!;
      const answered = await (kind === 1
        ? postSigned(api, "inbound", inboundForm(phone, number, "hello again", newSid()))
        : kind === 2
          ? postSigned(api, "inbound", old[turn % old.length]!)
          : postSigned(api, "status", statusForm(number, sid, "delivered", { To: to })));
      if (answered?.status !== 200) problems.push(`a callback: ${answered?.status}`);
      count.callbacks += 1;
    });
    const { erasure } = await client.createErasure({ body: { contactId: contact.id } });
    const [asked] = await em().execute<{ at: string }[]>("select requested_at::text as at from erasure where id = ?", [
      erasure.id,
    ]);
    const statusOf = async () => (await client.getErasure({ path: { id: erasure.id } })).status;

    /** Kills a worker in each of the steps, and lets another one complete them. */
    const passSteps = async (steps: number[], end: string) => {
      for (const step of steps) {
        const close = await closeGate(em(), step);
        const worker = await startWorker();
        await until(
          `a worker is in step ${step}`,
          async () => {
            await passWaits(em(), erasure.id);
            return (await countOf(em(), waiting(step))()) > 0;
          },
          { seconds: 60, every: 50 },
        );
        await worker.kill();
        await close();
        const [row] = await em().execute<{ step: number }[]>("select step from erasure where id = ?", [erasure.id]);
        if (row!.step !== step) problems.push(`after a kill in step ${step}, the erasure is at ${row!.step}`);
      }
      const worker = await startWorker();
      await until(
        `the erasure is ${end}`,
        async () => {
          await passWaits(em(), erasure.id);
          return (await statusOf()) === end;
        },
        { seconds: 60, every: 50 },
      );
      await worker.stop();
    };
    const all = times(stepCount, (step) => step);
    await passSteps(context.isShort ? all.filter((step) => step % 2 === 0) : all, "watching");
    // The 72 hours end now.
    await em().execute(
      "update erasure set requested_at = ?::timestamptz, watch_until = clock_timestamp(), due_at = clock_timestamp() where id = ?",
      [asked!.at, erasure.id],
    );
    await load.stop();
    await passSteps(context.isShort ? all.filter((step) => step % 2 === 1) : all, "done");

    for (const phone of [stopped, silent]) {
      const { state } = await client.getConsent({ path: { phone } });
      if (state !== "opted_out" || (await send(phone)) !== 409) problems.push(`a phone that has said STOP is ${state}`);
    }
    const { removed } = await client.getErasure({ path: { id: erasure.id } });
    await em().execute("update media_deletion set created_at = now() - interval '2 hours'");
    const s3 = createS3Store({ bucket: "pictures", prefix: "", region: "us-east-1", endpoint: store.url, credentials });
    await deleteObjects(database.orm, s3);
    await s3.close();
    await api.stop();

    const scanner = createSecretScanner();
    scanner.register("the name", name);
    scanner.register("a text", word);
    scanner.register("the silent phone", silent.slice(1));
    for (const phone of [stopped, other]) scanner.register("a phone that was not silent", phone.slice(1), /^table /);
    for (const { table, row } of await dumpRows(em())) scanner.search(`table ${table}`, row);
    for (const [path, object] of objects) scanner.search("the store", path + object);
    for (const { stdout, stderr } of servers) scanner.search("the log of a server", stdout + stderr);
    scanner.search("PostgreSQL's log", await readPostgresLog(em()));
    problems.push(...scanner.problems);
    for (const canary of [name, word, silent.slice(1)]) {
      problems.push(
        ...(await statisticsWith(em(), canary)).map((column) => `the statistics of ${column} have: ${canary}`),
      );
    }
    const received = await countOf(
      em(),
      `select from message where team_id = '${team.id}' and direction = 'inbound'`,
    )();
    if (received === 0) problems.push("what came after the request is gone, too");
    return {
      n: context.isShort ? stepCount : 2 * stepCount,
      problems,
      details: { ...count, received, removed, characters: scanner.searched },
    };
  },
};

const picture = Buffer.concat([pictures["image/png"], Buffer.from(word)]);
const credentials = { accessKeyId: "the id of the store", secretAccessKey: "the secret of the store" };

async function readPostgresLog(em: EntityManager): Promise<string> {
  const [{ data_directory: data } = { data_directory: "" }] = await em.execute("show data_directory");
  return readFileSync(join(dirname(data), "postgres.log"), "utf8");
}

const waiting = (step: number) =>
  `select from pg_locks where locktype = 'advisory' and classid = ${gates} and objid = ${step} and not granted`;

const countOf = (em: EntityManager, query: string) => async () => (await em.fork().execute(query)).length;

/** Closes the gate of a step. Returns the function that opens it, which waits for what it has stopped. */
async function closeGate(em: EntityManager, step: number): Promise<() => Promise<void>> {
  await em.begin();
  await em.execute("set local idle_in_transaction_session_timeout = 0");
  await em.execute(`select pg_advisory_xact_lock(${gates}, ${step})`);
  return async () => {
    await em.rollback();
    const isStopped = countOf(em, `select from pg_locks where locktype = 'advisory' and classid = ${gates}`);
    await until("the session of the killed worker has ended", async () => (await isStopped()) === 0, { every: 20 });
  };
}

/** Lets the time pass that an erasure waits before the step that removes its opt-outs. */
async function passWaits(em: EntityManager, id: string): Promise<void> {
  await em.execute(
    `update erasure set requested_at = requested_at - interval '1 hour', due_at = clock_timestamp()
     where id = ? and step = ${optOutStep} and due_at > clock_timestamp() + interval '10 seconds'`,
    [id],
  );
}
