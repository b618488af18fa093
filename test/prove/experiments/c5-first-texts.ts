import { createClient } from "../../support/client.ts";
import { uniquePhone } from "../../support/factories.ts";
import { findRepeated, readAllThreads, readThread } from "../check.ts";
import type { Experiment } from "../experiment.ts";
import { times } from "../load.ts";
import { signIn } from "../team.ts";

export const c5: Experiment = {
  id: "C5",
  title: "200 concurrent first texts to one new phone over two servers",
  passesWhen: "there is one thread with 200 messages, every createdAt is different, and lastMessageAt is the newest",
  on: ["single", "citus"],
  seconds: { full: 300, short: 60 },
  async run(context) {
    const { database, servers } = await context.openServerPair();
    const rounds = context.size(10, 1);
    const problems: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const { key } = await signIn(database);
      const clients = servers.map(({ url }) => createClient(url, key));
      const phone = uniquePhone();
      const answers = await Promise.all(
        times(200, (index) =>
          clients[index % 2]!.sendText({ body: { phone_number: phone, message: `text ${index}` } }),
        ),
      );
      const threads = await readAllThreads(clients[0]!);
      const messages = await readThread(clients[1]!, answers[0]!.threadId);
      const timestamps = messages.map(({ createdAt }) => createdAt);
      const newest = timestamps.toSorted().at(-1);
      if (threads.length !== 1) problems.push(`${threads.length} threads`);
      if (new Set(answers.map(({ threadId }) => threadId)).size !== 1) problems.push("answers name several threads");
      if (new Set(messages.map(({ body }) => body)).size !== 200) problems.push(`${messages.length} messages`);
      if (findRepeated(timestamps).length > 0)
        problems.push(`${findRepeated(timestamps).length} timestamps occur twice`);
      if (threads[0]?.lastMessageAt !== newest) problems.push(`${threads[0]?.lastMessageAt} is not ${newest}`);
      if (threads[0]?.lastBody !== messages[0]?.body) problems.push(`${threads[0]?.lastBody} is not the newest text`);
    }
    return { n: rounds * 200, problems, details: { rounds, servers: 2 } };
  },
};
