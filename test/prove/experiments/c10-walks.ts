import { inboundForm } from "../../support/callbacks.ts";
import { createClient } from "../../support/client.ts";
import { uniquePhone } from "../../support/factories.ts";
import { postSigned } from "../callbacks.ts";
import { findRepeated } from "../check.ts";
import type { Experiment } from "../experiment.ts";
import { createPace, forEach, startLoad, times, until } from "../load.ts";
import { signIn } from "../team.ts";

/** The rate of writes: texts, callbacks and contacts. */
const perSecond = 200;

export const c10: Experiment = {
  id: "C10",
  title:
    "paging through messages, threads and contacts by cursor, and polling replies by `since`, during 200 writes per second",
  passesWhen: "no list repeats an item or misses an unchanged item, and `since` returns every reply once, in order",
  seconds: { full: 600, short: 60 },
  async run(context) {
    const { database, servers } = await context.openServerPair();
    const { key, number } = await signIn(database);
    const clients = servers.map(({ url }) => createClient(url, key).inTestMode());
    const [client] = clients as [(typeof clients)[0], ...typeof clients];
    const unchanged = times(context.size(300, 40), (index) => `unchanged ${index}`);
    const busy = uniquePhone();
    await forEach(context, unchanged, 16, async (message) => {
      await client.sendText({ body: { phone_number: busy, message } });
      await client.sendText({ body: { phone_number: uniquePhone(), message } });
      await client.createContact({ body: { name: message, phones: [uniquePhone()] } });
    });
    const { threads } = await client.listThreads({ query: { per_page: 100 } });
    const threadId = threads.find(({ contactPhone }) => contactPhone === busy)!.id;

    const problems: string[] = [];
    const counts = { walks: 0, writes: 0 };
    const received: string[] = [];
    const began = performance.now();
    const waitForSlot = createPace(perSecond);
    const writers = startLoad(context, 32, async (index, turn) => {
      await waitForSlot();
      const server = servers[turn % 2]!;
      const writing = clients[turn % 2]!;
      const name = `new ${index} ${turn}`;
      const what = (index + turn) % 8;
      if (what < 3) {
        const answer = await postSigned(server, "inbound", inboundForm(busy, number, name));
        if (answer?.status === 200) received.push(name);
      } else if (what < 5) await writing.sendText({ body: { threadId, message: name } });
      else if (what < 7) await writing.sendText({ body: { phone_number: uniquePhone(), message: name } });
      else await writing.createContact({ body: { name, phones: [uniquePhone()] } });
      counts.writes += 1;
    });

    const polled: string[] = [];
    let position = "2020-01-01T00:00:00Z";
    const poll = async () => {
      const { replies } = await client.listThreadReplies({
        path: { id: threadId },
        query: { since: position, per_page: 100 },
      });
      polled.push(...replies.map(({ body }) => body));
      position = replies.at(-1)?.createdAt ?? position;
    };
    const poller = startLoad(context, 1, poll);

    /** Reads all pages of a list. Repeated items and missed unchanged items are problems. */
    const walk = async (what: string, readPage: (page: Page) => Promise<Read>) => {
      const seen: { id: string; text: string }[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const read: Read = await readPage({ per_page: 25, ...(cursor && { cursor }) });
        seen.push(...read.items);
        cursor = read.nextCursor;
      }
      const texts = new Set(seen.map(({ text }) => text));
      const missed = unchanged.filter((each) => !texts.has(each));
      const repeated = findRepeated(seen.map(({ id }) => id));
      if (missed.length > 0) problems.push(`${what}: missed ${missed.length} unchanged items`);
      if (repeated.length > 0) problems.push(`${what}: ${repeated.length} items were repeated`);
      counts.walks += 1;
    };
    for (let round = 0; round < context.size(5, 1); round++) {
      await walk("messages", async (query) => {
        const { messages, nextCursor } = await client.listThreadMessages({ path: { id: threadId }, query });
        return { items: messages.map(({ id, body }) => ({ id, text: body })), nextCursor };
      });
      await walk("threads", async (query) => {
        const read = await client.listThreads({ query });
        return { items: read.threads.map(({ id, lastBody }) => ({ id, text: lastBody })), nextCursor: read.nextCursor };
      });
      await walk("contacts", async (query) => {
        const { contacts, nextCursor } = await client.listContacts({ query });
        return { items: contacts.map(({ id, name }) => ({ id, text: name })), nextCursor };
      });
    }
    const seconds = (performance.now() - began) / 1_000;
    await writers.stop();
    await poller.stop();
    await until("every reply is polled", async () => {
      await poll();
      return polled.length >= received.length;
    });
    const lost = received.filter((each) => !polled.includes(each));
    if (lost.length > 0) problems.push(`${lost.length} replies were never returned by since`);
    if (findRepeated(polled).length > 0) problems.push(`${findRepeated(polled).length} replies were returned twice`);
    return {
      n: counts.walks,
      problems: [...new Set(problems)],
      details: { ...counts, writesPerSecond: Math.round(counts.writes / seconds), replies: polled.length },
    };
  },
};

type Page = { per_page: number; cursor?: string };
type Read = { items: { id: string; text: string }[]; nextCursor: string | null };
