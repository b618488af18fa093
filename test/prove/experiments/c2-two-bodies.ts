import { createClient, type RawAnswer } from "../../support/client.ts";
import { uniquePhone } from "../../support/factories.ts";
import { readAllMessages } from "../check.ts";
import type { Experiment } from "../experiment.ts";
import { nameOf, tally } from "../history.ts";
import { times } from "../load.ts";
import { signIn } from "../team.ts";

export const c2: Experiment = {
  id: "C2",
  title: "100 concurrent requests with one Idempotency-Key and two bodies over two servers",
  passesWhen: "one body is sent once, and every request with the other body is a mismatch",
  seconds: { full: 300, short: 60 },
  async run(context) {
    const { database, servers, provider } = await context.openServerPair();
    const rounds = context.size(20, 1);
    const problems: string[] = [];
    const answers: RawAnswer[] = [];
    const winners: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const { key } = await signIn(database);
      const clients = servers.map(({ url }) => createClient(url, key));
      const phone = uniquePhone();
      const order = context.random.shuffle(times(100, (index) => (index % 2 === 0 ? "this" : "that")));
      const given = await Promise.all(
        order.map(async (message, index) => {
          const text = { body: { phone_number: phone, message }, idempotencyKey: "once" };
          return { message, answer: await clients[index % 2]!.raw("sendText", text) };
        }),
      );
      answers.push(...given.map(({ answer }) => answer));
      const stored = await readAllMessages(clients[0]!);
      const winner = stored[0]?.body ?? "nothing";
      winners.push(winner);
      if (stored.length !== 1) problems.push(`${stored.length} messages`);
      for (const { message, answer } of given) {
        const expected = message === winner ? "200" : "422 idempotency_key_mismatch";
        if (nameOf(answer) !== expected) problems.push(`${message} got ${nameOf(answer)} although ${winner} was sent`);
      }
      if (provider.requestsTo(phone).length !== 1) problems.push(`${provider.requestsTo(phone).length} calls`);
    }
    const details = { rounds, servers: 2, answers: tally(answers.map(nameOf)), winners: tally(winners) };
    return { n: answers.length, problems, details };
  },
};
