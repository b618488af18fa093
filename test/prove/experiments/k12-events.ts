import { setTimeout as pause } from "node:timers/promises";
import { openEmbedded } from "../../../server/db/embedded/embedded.ts";
import { locateInstallation, startInstallation } from "../../../server/db/embedded/installation.ts";
import { openOrm } from "../../../server/db/orm.ts";
import { migrate } from "../../../server/process/migrate.ts";
import { inboundForm } from "../../support/callbacks.ts";
import { createClient } from "../../support/client.ts";
import { isRunning, readPostmaster } from "../../support/embedded.ts";
import { uniquePhone } from "../../support/factories.ts";
import { answer } from "../../support/fake-server.ts";
import { endLeases, makeAllDue } from "../../support/webhooks.ts";
import { callbackSettings, postSigned } from "../callbacks.ts";
import { eventsOf, followStream } from "../event-readers.ts";
import type { Experiment } from "../experiment.ts";
import { compareOrdered, compareThreads, findUnbalanced, readEndpoints, readEvents } from "../ledger.ts";
import { createPace, startLoad, times, until } from "../load.ts";
import { settingsOf, signIn } from "../team.ts";

/** Posts of events whose ids end like this always fail at one endpoint, so that some deliveries are given up. */
const refused = /f$/;

export const k12: Experiment = {
  id: "K12",
  title:
    "repeated kill -9 of one of two servers with workers, and of PostgreSQL, under events for endpoints and streams",
  passesWhen:
    "published = delivered + failed + open at endpoints, all events arrive, threads in order, none invented or of another team or mode",
  seconds: { full: 300, short: 70 },
  async run(context) {
    const directory = context.newPath();
    const embedded = await openEmbedded(directory);
    const { host, port, user, database: name } = embedded;
    const address = { host, port, user, database: name };
    const orm = await openOrm(address);
    context.over.addEventListener("abort", () => void orm.close().catch(() => {}));
    const database = { orm, address, embedded: true, close: () => orm.close() };
    await migrate(database);
    await embedded.close();
    // From now on only the experiment starts and stops it.
    const installation = locateInstallation(directory);
    await startInstallation(installation);
    const em = () => orm.em.fork();
    const [own, other] = [await signIn(database), await signIn(database)];
    // A tenth of the posts fails, so later events overtake some.
    const target = await context.startFakeServer((request, response) => {
      const fails =
        context.random.below(10) === 0 || (request.path === "/received" && refused.test(eventIdOf(request)));
      return answer(fails ? 500 : 200, "")(request, response);
    });
    const settings = settingsOf(database, { ...callbackSettings, WEBHOOK_ALLOW_PRIVATE: "127.0.0.0/8" });
    const kept = await context.startServer(settings);
    let killable = context.startServer(settings);
    const client = createClient(kept.url, own.key);
    const create = async (key: string, path: string, fields: object = {}) =>
      (await createClient(kept.url, key).createWebhookEndpoint({ body: { url: target.url + path, ...fields } }))
        .webhookEndpoint.id;
    const paths = new Map([
      [await create(own.key, "/all"), "/all"],
      [await create(own.key, "/received", { types: ["message.received"] }), "/received"],
      [await create(own.key, "/test", { mode: "test" }), "/test"],
      [await create(other.key, "/other"), "/other"],
    ]);
    const { position } = await client.listEvents();

    const stopping = new AbortController();
    context.over.addEventListener("abort", () => stopping.abort());
    const streams = [
      followStream(async () => kept.url, own.key, position, stopping.signal),
      followStream(async () => (await killable).url, own.key, position, stopping.signal, { mode: "live" }),
    ];
    const phones = times(context.size(40, 10), uniquePhone);
    const acknowledged = new Set<string>();
    const pace = createPace(context.size(100, 60));
    const load = startLoad(context, phones.length, async (index, turn) => {
      await pace();
      const server = index % 2 === 0 ? kept : await killable;
      const phone = phones[index]!;
      if (turn % 5 === 1) {
        // The simulated carrier reports its statuses, which are events of test mode.
        await createClient(server.url, `${own.key}_test`)
          .raw("sendText", { body: { phone_number: phone, message: `test ${turn}` } })
          .catch(() => undefined);
        return;
      }
      const text = `text ${index}/${turn}`;
      const to = turn % 5 === 0 ? other : own;
      const answered = await postSigned(server, "inbound", inboundForm(phone, to.number, text));
      if (answered?.status === 200) acknowledged.add(text);
    });

    const problems: string[] = [];
    const balance = async (when: string) => {
      const unbalanced = findUnbalanced(await readEndpoints(em()));
      problems.push(...unbalanced.map((each) => `${when} does not balance: ${each}`));
    };
    const kills = context.size(20, 2);
    const crashes = context.size(5, 1);
    for (let kill = 0; kill < kills; kill += 1) {
      await pause(300 + context.random.below(700));
      const killed = (await killable).kill();
      killable = killed.then(() => context.startServer(settings));
      await killable;
      // As if the half minute of the killed process's leases had passed.
      await endLeases(em());
      await balance(`kill ${kill + 1}`);
      if (kill % (kills / crashes) === 0) {
        process.kill(readPostmaster(directory), "SIGKILL");
        await until("PostgreSQL has ended", () => !isRunning(directory));
        await startInstallation(installation);
        await until(
          "the database answers",
          () =>
            em()
              .execute("select 1")
              .then(Boolean, () => false),
          { every: 50 },
        );
        await balance(`crash after kill ${kill + 1}`);
      }
    }
    await load.stop();

    const isNone = async (sql: string) => (await em().execute(sql)).length === 0;
    await until(
      "all callbacks are processed",
      () => isNone("select from callback where processed_at is null limit 1"),
      {
        every: 100,
      },
    );
    await until(
      "the simulated carrier is done",
      () => isNone("select from message where simulated_outcome is not null limit 1"),
      { every: 100 },
    );
    const lagging = "from webhook_endpoint e join event_feed f using (team_id) where e.position < f.last_sequence";
    await until("all events are published", () => isNone(`select ${lagging}`), { every: 50 });
    const first = "from webhook_delivery where status = 'pending' and attempt_count = 0";
    await until("every first attempt is made", () => isNone(`select ${first} limit 1`), { seconds: 60, every: 100 });
    await balance("with open retries");
    const retries = (await readEndpoints(em())).reduce((sum, { open: count }) => sum + count, 0);
    await until(
      "no delivery is open",
      async () => {
        await makeAllDue(em());
        return isNone("select from webhook_delivery where status = 'pending' limit 1");
      },
      { seconds: 60, every: 300 },
    );
    const events = await readEvents(em());
    const ofTeam = events.filter(({ team_id }) => team_id === own.team.id);
    const live = ofTeam.filter(({ test_mode }) => !test_mode);
    await until("the streams are at the end", () =>
      [ofTeam, live].every((wanted, index) => streams[index]!.events.some(({ id }) => id === wanted.at(-1)?.id)),
    );
    stopping.abort();
    await Promise.all(streams.map(({ ended }) => ended));

    const counted = await readEndpoints(em());
    await balance("at the end");
    const expected = {
      "/all": ofTeam,
      "/received": ofTeam.filter(({ type }) => type === "message.received"),
      "/test": ofTeam.filter(({ test_mode }) => test_mode),
      "/other": events.filter(({ team_id }) => team_id === other.team.id),
    };
    const texts = new Set(events.flatMap(({ data }) => data.text ?? []));
    const lost = acknowledged.difference(texts).size;
    const unseen = Object.entries(expected).filter(([, wanted]) => wanted.length === 0);
    const failed = counted.reduce((sum, each) => sum + each.failed, 0);
    return {
      n: events.length,
      problems: [
        ...problems,
        ...Object.entries(expected).flatMap(([path, wanted]) => compareThreads(path, wanted, eventsOf(target, path))),
        ...compareOrdered("the stream of all", ofTeam, streams[0]!.events),
        ...compareOrdered("the stream of live mode", live, streams[1]!.events),
        ...(lost > 0 ? [`${lost} acknowledged texts have no event`] : []),
        ...unseen.map(([path]) => `nothing was published for ${path}`),
        ...(failed > 0 && retries > 0 ? [] : [`${failed} deliveries failed, ${retries} were open: too few`]),
      ],
      details: {
        kills,
        crashes,
        posts: target.requests.length,
        openRetries: retries,
        endpoints: Object.fromEntries(counted.map(({ endpoint_id, ...each }) => [paths.get(endpoint_id), each])),
        streamed: streams.map(({ events: { length } }) => length),
      },
    };
  },
};

const eventIdOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers["webhook-id"]);
