import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { useProvider } from "../../../server/business-numbers/use-provider.ts";
import { readClock } from "../../../server/db/clock.ts";
import { transactOfTeam } from "../../../server/db/commit/of-teams.ts";
import { ownIdOf } from "../../../server/provider/of-account.ts";
import { addAccount } from "../../../server/provider-accounts/accounts.ts";
import { createSealer } from "../../../server/secrets/sealing.ts";
import { createClient } from "../../support/client.ts";
import { storeDue } from "../../support/due-texts.ts";
import { buildBusinessNumber, uniquePhone } from "../../support/factories.ts";
import { secretKey } from "../../support/passcodes.ts";
import { callbackSettings } from "../callbacks.ts";
import { type Call, startCarriers } from "../carriers.ts";
import { findLost, readAllMessages } from "../check.ts";
import type { Experiment } from "../experiment.ts";
import { countBusiestSecond, findTooFast } from "../find-too-fast.ts";
import { createHistory, tally } from "../history.ts";
import { forEach, startLoad, times, until } from "../load.ts";
import { settingsOf, signIn } from "../team.ts";

/** An outbound message, as it is stored. */
interface Stored {
  id: string;
  body: string;
  status: string;
  providerId: string | null;
  errorCode: string | null;
}

/** The segments a second of the two numbers. The slow one cannot keep up with its requests. */
const paces = [40, 2];

export const k15: Experiment = {
  id: "K15",
  title:
    "random outcomes of an HTTP and an SMPP carrier and repeated kill -9 of one of two servers, while two numbers with a pace change between their accounts",
  passesWhen:
    "each text has at most one call that was not a refusal, which is its last one; each is delivered as the carrier says, refused or of unknown outcome; no number exceeds its pace",
  seconds: { full: 600, short: 90 },
  async run(context) {
    const database = await context.createDatabase();
    const { team, key, number } = await signIn(database);
    const em = () => database.orm.em.fork();
    const other = await buildBusinessNumber(em(), { team, phoneNumber: uniquePhone().replace("+1202", "+1888") });
    const numbers = [number, other.phoneNumber as typeof number];
    const carriers = await startCarriers(context);
    const sealer = createSealer(secretKey);
    const accounts = await Promise.all(
      Object.entries(carriers.accounts).map(async ([name, account]) => {
        return (await addAccount(em(), sealer, { name, ...account })).account;
      }),
    );
    /** Gives each number one of the accounts, in turn. */
    const useAccounts = (turn: number) =>
      forEach(context, numbers, 1, async (each, index) => {
        await useProvider(em(), each, accounts[(turn + index) % 2]!.name, paces[index]!);
      });
    await useAccounts(0);
    const settings = settingsOf(database, callbackSettings);
    // Clients wait while their server starts.
    const servers = times(2, () => context.startServer(settings));
    const reports = carriers.startReports(() => context.random.pick(servers));

    const kills = context.size(20, 2);
    const connections = context.size(50, 20);
    const phones = times(connections, uniquePhone);
    const history = createHistory();
    /** The clients of texts that must be repeated. */
    const unanswered = new Map<string, number>();

    /** Sends a text with itself as the key. Remembers whether it must be repeated. */
    async function send(client: number, message: string): Promise<void> {
      const server = await servers[(client >> 1) % 2]!;
      const body = { phone_number: phones[client]!, message, sender: numbers[client % 2]! };
      const { outcome, answer } = await history.call(
        server,
        key,
        "sendText",
        { body, idempotencyKey: message },
        message,
      );
      if (outcome === "unknown") unanswered.set(message, client);
      else unanswered.delete(message);
      if (answer?.body.provider?.code === "number_pace") await pause(1_000);
    }
    const load = startLoad(context, connections, async (client) => {
      const message = randomUUID();
      await send(client, message);
      // A refused text is sent again, with the same key, maybe by the other carrier.
      if (client % 4 < 2 && !unanswered.has(message)) await send(client, message);
    });

    /** Texts whose time has come, which stand in the line of the team's primary number, and when they were stored. */
    const due = new Map<string, number>();
    const { id: apiKeyId } = await createClient((await servers[0]!).url, key).getKey();
    async function addDue(count: number): Promise<void> {
      const now = await readClock(em());
      const owner = { teamId: team.id, apiKeyId, testMode: false };
      const at = performance.now();
      const ids = await transactOfTeam(database.orm, team.id, (tx) => storeDue(tx, owner, count, () => now));
      for (const id of ids) due.set(id, at);
    }

    for (let kill = 0; kill < kills; kill++) {
      const before = history.withOutcome("acknowledged").length;
      await useAccounts(kill + 1);
      await addDue(40);
      await until("texts are acknowledged", () => history.withOutcome("acknowledged").length > before + connections);
      await pause(context.random.below(1_500));
      const victim = context.random.below(2);
      const killed = (await servers[victim]!).kill();
      servers[victim] = killed.then(() => context.startServer(settings));
    }
    await load.stop();
    const repeated = unanswered.size;

    // The first call counts as alive for half a minute.
    await em().execute(
      "update idempotency_key set created_at = (created_at at time zone 'UTC' - interval '31 seconds') at time zone 'UTC'",
    );
    await until(
      "every key is answered",
      async () => {
        await forEach(context, [...unanswered], 20, ([message, client]) => send(client, message));
        return unanswered.size === 0;
      },
      { seconds: 90, every: 1_000 },
    );
    const waiting = () => em().execute("select from pending_message limit 1");
    await until("no text waits", async () => (await waiting()).length === 0, { seconds: 60, every: 100 });
    await reports.stop();
    const read = () =>
      em().execute<Stored[]>(
        `select id, body, status, provider_id as "providerId", error_code as "errorCode" from message order by id`,
      );
    const isOpen = ({ status }: Stored) => status !== "delivered" && status !== "failed";
    await until("reports are processed", async () => !(await read()).some((each) => each.providerId && isOpen(each)));
    await em().execute(
      `update message set created_at = (created_at at time zone 'UTC' - interval '11 minutes') at time zone 'UTC'
       where provider_id is null`,
    );
    await until("each text has an end", async () => !(await read()).some(isOpen), { seconds: 60, every: 500 });

    const { calls } = carriers;
    const messages = await read();
    const stored = await readAllMessages(createClient((await servers[0]!).url, key));
    const requests = Map.groupBy(history.entries, ({ label }) => label);
    const askedAt = ({ body, at }: Call) => {
      const begins = (requests.get(body) ?? []).map(({ began }) => began).filter((began) => began <= at);
      return due.get(body) ?? Math.max(...begins);
    };
    const arrivals = numbers.map((number) =>
      calls.filter(({ from }) => from === number).map((call) => ({ ...call, askedAt: askedAt(call) })),
    );
    const kinds = Map.groupBy(calls, ({ carrier, answer }) => `${carrier} ${answer}`);
    return {
      n: new Set(calls.map(({ body }) => body)).size,
      problems: [
        ...findDoubled(calls),
        ...compareLedgers(calls, messages, new Map(accounts.map(({ name, id }) => [name, id]))),
        ...findLost(history.withOutcome("acknowledged"), stored),
        ...[...due.keys()]
          .filter((id) => !messages.some((each) => each.id === id))
          .map((id) => `${id} was due and is no message`),
        ...arrivals.flatMap((each, index) => findTooFast(each, paces[index]!)),
        ...(history.entries.some(({ answer }) => answer?.body.provider?.code === "number_pace")
          ? []
          : ["no text was refused for its number's pace"]),
        ...["accepts", "refuses", "throttles", "names no id", "ends the connection", "is silent"]
          .flatMap((answer) => accounts.map(({ name }) => `${name} ${answer}`))
          .filter((each) => !kinds.has(each))
          .map((each) => `${each} no text`),
      ],
      details: {
        kills,
        connections,
        calls: calls.length,
        due: due.size,
        repeated,
        unknown: messages.filter(({ errorCode }) => errorCode === "outcome_unknown").length,
        busiestSecond: Object.fromEntries(arrivals.map((each, index) => [paces[index], countBusiestSecond(each)])),
        carriers: tally(calls.map(({ carrier, answer }) => `${carrier} ${answer}`)),
        answers: history.tally(),
      },
    };
  },
};

/** Finds texts with a call after one that was not a refusal. */
function findDoubled(calls: readonly Call[]): string[] {
  return [...Map.groupBy(calls, ({ body }) => body)]
    .filter(([, each]) => each.slice(0, -1).some(({ isRefusal }) => !isRefusal))
    .map(([body]) => `${body} was sent after a call that may have sent it`);
}

/** Compares the messages with the texts that the carriers have accepted and delivered. */
function compareLedgers(calls: readonly Call[], messages: Stored[], accounts: Map<string, string>): string[] {
  const accepted = calls.filter(({ answer }) => answer === "accepts");
  const bodyOfId = new Map(accepted.map(({ carrier, id, body }) => [ownIdOf(accounts.get(carrier)!, id), body]));
  const delivered = new Set(messages.filter(({ status }) => status === "delivered").map(({ body }) => body));
  return [
    ...messages
      .filter(({ status, providerId }) => (status === "delivered") !== (providerId !== null))
      .map(({ id, status, providerId }) => `${id} is ${status} with the id ${providerId}`),
    ...messages
      .filter(({ status, errorCode }) => (status === "failed") !== (errorCode !== null))
      .map(({ id, status, errorCode }) => `${id} is ${status} with the code ${errorCode}`),
    ...messages
      .filter(({ providerId, body }) => providerId !== null && bodyOfId.get(providerId) !== body)
      .map(({ body }) => `${body} has an id that no carrier has given it`),
    // Its report names the text itself. An SMPP receipt has only an id, which a killed server has not stored.
    ...accepted
      .filter(({ carrier, body }) => carrier === "twilio" && !delivered.has(body))
      .map(({ body }) => `${body} was delivered over HTTP, and its message is not`),
  ];
}
