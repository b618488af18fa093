import type { RawAnswer } from "../../support/client.ts";
import { createClient } from "../../support/client.ts";
import { uniquePhone } from "../../support/factories.ts";
import { readAllMessages } from "../check.ts";
import type { Experiment } from "../experiment.ts";
import { nameOf, tally } from "../history.ts";
import { times } from "../load.ts";
import { signIn } from "../team.ts";

export const c1: Experiment = {
  id: "C1",
  title: "100 concurrent requests with one Idempotency-Key over two servers",
  passesWhen: "there is one message and one provider call, 99 answers are replays, and all bodies are equal",
  seconds: { full: 300, short: 60 },
  async run(context) {
    const { database, servers, provider } = await context.openServerPair();
    const rounds = context.size(20, 1);
    const problems: string[] = [];
    const answers: RawAnswer[] = [];
    for (let round = 0; round < rounds; round++) {
      const { key } = await signIn(database);
      const clients = servers.map(({ url }) => createClient(url, key));
      const phone = uniquePhone();
      const text = { body: { phone_number: phone, message: "once" }, idempotencyKey: "once" };
      const given = await Promise.all(times(100, (index) => clients[index % 2]!.raw("sendText", text)));
      answers.push(...given);
      const firsts = given.filter(({ headers }) => !headers.has("x-idempotency-replayed"));
      const bodies = new Set(given.map(({ status, text }) => `${status} ${text}`));
      const stored = await readAllMessages(clients[0]!);
      if (firsts.length !== 1) problems.push(`${firsts.length} answers were not replays`);
      if (bodies.size !== 1 || given[0]!.status !== 200) problems.push(`answers differ: ${[...bodies].join(" | ")}`);
      if (stored.length !== 1 || stored[0]!.id !== given[0]!.body.textId) problems.push(`${stored.length} messages`);
      if (provider.requestsTo(phone).length !== 1) problems.push(`${provider.requestsTo(phone).length} calls`);
    }
    return { n: answers.length, problems, details: { rounds, servers: 2, answers: tally(answers.map(nameOf)) } };
  },
};
