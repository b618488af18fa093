import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sidOf } from "../../../server/doors/twilio/ids.ts";
import { createClient } from "../../support/client.ts";
import { uniquePhone } from "../../support/factories.ts";
import { answer, messageSid, type ReceivedRequest } from "../../support/fake-server.ts";
import { postSigned } from "../callbacks.ts";
import { type ChainedText, readTexts, startChain } from "../chain.ts";
import { findLost, findRepeated, readAllMessages } from "../check.ts";
import type { Experiment } from "../experiment.ts";
import { createHistory } from "../history.ts";
import { createPace, forEach, startLoad, times, until } from "../load.ts";

export const d1: Experiment = {
  id: "D1",
  title: "A sends through the Twilio door of B, with kill -9 of either, while clients retry unknown outcomes",
  passesWhen:
    "each key has one message at A, at most one at B and one call; texts sent at A have both, refused ones neither; B's statuses and inbound texts reach A once",
  seconds: { full: 720, short: 120 },
  async run(context) {
    const accepted: Array<ReceivedRequest & { sid: string }> = [];
    const carrier = await context.startFakeServer(async (request, response) => {
      await pause(context.random.below(20));
      const sid = messageSid();
      answer(201, { sid, status: "queued", error_code: null })(request, response);
      accepted.push({ ...request, sid });
    });
    const bodiesOfCalls = () => carrier.requests.map(({ form }) => form.Body!);
    const chain = await startChain(context, carrier);
    const kills = context.size(20, 2);
    const connections = context.size(50, 20);
    const phones = times(connections, uniquePhone);
    const history = createHistory();
    const phoneOf = new Map<string, string>();
    const unanswered = new Set<string>();

    /** Sends a text with itself as the key. Remembers whether it must be retried. */
    async function send(phone: string, message: string): Promise<void> {
      phoneOf.set(message, phone);
      const input = { body: { phone_number: phone, message }, idempotencyKey: message };
      const { outcome } = await history.call(await chain.a.server, chain.a.key, "sendText", input, message);
      if (outcome === "unknown") unanswered.add(message);
      else unanswered.delete(message);
      // While B starts, A refuses at once.
      if (outcome !== "acknowledged") await pause(100);
    }
    const load = startLoad(context, connections, (client) => send(phones[client]!, randomUUID()));

    /** Posts a callback to B until B accepts it, as a carrier does. */
    async function report(kind: "inbound" | "status", form: Record<string, string>, query = ""): Promise<void> {
      while (!context.over.aborted) {
        const posted = await postSigned(await chain.b.server, kind, form, query);
        if (posted?.status === 200) return;
        await pause(100);
      }
    }
    const delivered = new Set<string>();
    const statuses = startLoad(context, 4, async () => {
      const text = accepted.shift();
      if (!text) return pause(10);
      const { Body, StatusCallback, From, To } = text.form;
      const form = { MessageSid: text.sid, MessageStatus: "delivered", From: From!, To: To! };
      await report("status", form, new URL(StatusCallback!).search);
      delivered.add(Body!);
    });
    const replies: string[] = [];
    const replyPace = createPace(20);
    const inbound = startLoad(context, 4, async (client) => {
      await replyPace();
      const reply = randomUUID();
      await report("inbound", { MessageSid: messageSid(), From: phones[client]!, To: chain.b.number, Body: reply });
      replies.push(reply);
    });

    // Each of them is killed equally often, in a random order, at any moment of the texts that are on their way.
    const victims = context.random.shuffle(times(kills, (kill): "a" | "b" => (kill % 2 === 0 ? "a" : "b")));
    const onTheirWay = { toB: new Set<string>(), toCarrier: new Set<string>(), back: new Set<string>() };
    for (const victim of victims) {
      await Promise.all([chain.a.server, chain.b.server]);
      const before = carrier.requests.length;
      await until("texts reach the carrier", () => carrier.requests.length > before + connections);
      await pause(context.random.below(500));
      await chain[victim].kill();
      const [atA, atB] = await Promise.all([readTexts(chain.a), readTexts(chain.b)]);
      const [atCarrier, bodiesAtB] = [new Set(bodiesOfCalls()), bodiesOf(atB)];
      for (const { body } of atA.filter(isOpen))
        onTheirWay[atCarrier.has(body) ? "back" : bodiesAtB.has(body) ? "toCarrier" : "toB"].add(body);
    }
    await Promise.all([load, inbound].map((each) => each.stop()));

    // The first call counts as alive for half a minute.
    await chain.a.database.orm.em
      .fork()
      .execute("update idempotency_key set created_at = created_at - interval '31 seconds'");
    const retried = unanswered.size;
    await until(
      "every key is answered",
      async () => {
        await forEach(context, [...unanswered], 20, (message) => send(phoneOf.get(message)!, message));
        return unanswered.size === 0;
      },
      { seconds: 60, every: 1_000 },
    );
    await until("the carrier has reported every text", () => accepted.length === 0);
    await statuses.stop();

    // What B has accepted reaches A, which was away for some of its posts.
    const readBack = async () => {
      const [sent, received] = await Promise.all([readTexts(chain.a), readTexts(chain.a, "inbound")]);
      const bodies = bodiesOf(received);
      return {
        late: sent.filter(({ body, status }) => delivered.has(body) && status !== "delivered").map(({ body }) => body),
        missing: replies.filter((reply) => !bodies.has(reply)),
        received: received.map(({ body }) => body),
      };
    };
    const arrived = await until(
      "statuses and inbound texts reach A",
      async () => {
        const { late, missing } = await readBack();
        return late.length + missing.length === 0;
      },
      { seconds: 180, every: 500 },
    ).then(readBack, readBack);
    const calls = bodiesOfCalls();
    const [atA, atB] = await Promise.all([readTexts(chain.a), readTexts(chain.b)]);
    const acknowledged = history.withOutcome("acknowledged");
    const listed = await readAllMessages(createClient((await chain.a.server).url, chain.a.key));
    const counts = Object.entries(onTheirWay).map(([way, { size }]) => [way, size] as const);
    const missed = counts.filter(([, count]) => count < context.size(1, 0));
    return {
      n: phoneOf.size,
      problems: [
        ...findLost(acknowledged, listed),
        ...compareLedgers([...phoneOf.keys()], atA, atB, calls),
        ...arrived.late.map((body) => `A does not know that ${body} is delivered`),
        ...arrived.missing.map((body) => `A has no inbound text ${body}`),
        ...findRepeated(arrived.received).map((body) => `A has several inbound texts ${body}`),
        ...missed.map(([way]) => `no text was on its way ${way} when a server was killed`),
      ],
      details: {
        kills: victims.join(""),
        connections,
        retried,
        atA: atA.length,
        atB: atB.length,
        providerCalls: calls.length,
        delivered: delivered.size,
        inbound: replies.length,
        refused: atA.filter(({ errorCode }) => errorCode !== null).length,
        unknown: atA.filter(isOpen).length,
        onTheirWay: Object.fromEntries(counts),
        answers: history.tally(),
      },
    };
  },
};

/** Compares what was sent with the messages of both servers, and with the calls of the carrier. */
function compareLedgers(sent: string[], atA: ChainedText[], atB: ChainedText[], calls: string[]): string[] {
  const [bodiesAtA, bodiesAtB] = [bodiesOf(atA), bodiesOf(atB)];
  const carried = new Set(calls);
  const sidsAtB = new Map(atB.map(({ id, body }) => [sidOf("SM", id), body]));
  return [
    ...sent.filter((body) => !bodiesAtA.has(body)).map((body) => `A has no message for the key ${body}`),
    ...findRepeated(atA.map(({ body }) => body)).map((body) => `A has several messages for the key ${body}`),
    ...findRepeated(atB.map(({ body }) => body)).map((body) => `B has several messages for the key ${body}`),
    ...findRepeated(calls).map((body) => `several provider calls for the key ${body}`),
    ...[...bodiesAtB].filter((body) => !bodiesAtA.has(body)).map((body) => `only B has ${body}`),
    ...[...carried].filter((body) => !bodiesAtB.has(body)).map((body) => `only the carrier has ${body}`),
    ...atA.flatMap(({ body, providerId, errorCode }) => {
      if (providerId !== null) {
        if (sidsAtB.get(providerId) !== body) return `${body} is sent, and B has another text under its id`;
        return carried.has(body) ? [] : `${body} is sent, and the carrier does not have it`;
      }
      if (errorCode === null) return [];
      // B was away, and A has written no byte to it.
      if (errorCode !== "provider_unreachable") return `${body} is refused with ${errorCode}`;
      return bodiesAtB.has(body) ? `${body} is refused with ${errorCode}, and B has it` : [];
    }),
  ];
}

/** Whether A does not know what became of a text. */
const isOpen = ({ providerId, errorCode }: ChainedText) => providerId === null && errorCode === null;

const bodiesOf = (texts: ChainedText[]) => new Set(texts.map(({ body }) => body));
