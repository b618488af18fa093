import { inboundForm } from "../../support/callbacks.ts";
import { createClient } from "../../support/client.ts";
import { uniquePhone } from "../../support/factories.ts";
import { postSigned } from "../callbacks.ts";
import { readAllMessages } from "../check.ts";
import type { Experiment } from "../experiment.ts";
import { createHistory, nameOf, tally } from "../history.ts";
import { forEach, startLoad, times, until } from "../load.ts";
import { signIn } from "../team.ts";

export const c6: Experiment = {
  id: "C6",
  title: "STOP while 500 texts to the phone are in flight over two servers, then START",
  passesWhen:
    "no text after the opt-out reaches the provider, all earlier texts do, START opts in again, and other teams are not affected",
  on: ["single", "citus"],
  seconds: { full: 300, short: 60 },
  async run(context) {
    const { database, servers, provider } = await context.openServerPair();
    const rounds = context.size(10, 1);
    const sends = context.size(500, 200);
    const problems: string[] = [];
    const answers: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const [stopping, other] = [await signIn(database), await signIn(database)];
      const phone = uniquePhone();
      const history = createHistory();
      let isOptedOut = false;
      const receive = async (keyword: string) => {
        if (keyword === "START") isOptedOut = false;
        const answer = await postSigned(
          context.random.pick(servers),
          "inbound",
          inboundForm(phone, stopping.number, keyword),
        );
        if (answer?.status !== 200) problems.push(`${keyword} was refused: ${answer?.status}`);
        if (keyword === "STOP") isOptedOut = true;
      };
      const send = async (message: string) => {
        const mustBeRefused = isOptedOut;
        const entry = await history.call(
          servers[history.entries.length % 2]!,
          stopping.key,
          "sendText",
          { body: { phone_number: phone, message } },
          message,
        );
        const name = nameOf(entry.answer);
        if (mustBeRefused && name !== "409 recipient_opted_out") {
          problems.push(`${message}, after the answer to STOP, was answered ${name}`);
        }
        return entry;
      };
      const others = createHistory();
      const othersLoad = startLoad(context, 2, async (client) =>
        others.call(
          servers[client]!,
          other.key,
          "sendText",
          { body: { phone_number: phone, message: "other" } },
          "other",
        ),
      );

      const stopAfter = context.random.below(sends / 2);
      let stopped: Promise<void> | undefined;
      await forEach(
        context,
        times(sends, (index) => `before ${index}`),
        100,
        async (message, index) => {
          if (index >= stopAfter) stopped ??= receive("STOP");
          await send(message);
        },
      );
      await stopped;
      for (const message of times(20, (index) => `opted out ${index}`)) await send(message);
      const readMessages = async () =>
        (await readAllMessages(createClient(servers[0]!.url, stopping.key))).toReversed();
      await until("the message of STOP is stored", async () => (await readMessages()).some(isStop));
      await receive("START");
      if ((await send("after START")).outcome !== "acknowledged") problems.push("START did not opt in again");
      await othersLoad.stop();

      // Within a thread, createdAt is in the order of commits. The message of STOP commits after the opt-out.
      const messages = await readMessages();
      const late = findLate(messages);
      const recorded = messages.filter(({ direction }) => direction === "outbound").map(({ body }) => body);
      const sent = provider.requestsTo(phone).filter(({ form }) => form.From === stopping.number);
      const bodies = sent.map(({ form }) => form.Body!);
      if (late.length > 0) problems.push(`recorded after the opt-out: ${late.join(", ")}`);
      if (bodies.toSorted().join() !== recorded.toSorted().join()) {
        problems.push(`${bodies.length} texts reached the provider, ${recorded.length} are recorded`);
      }
      if (others.withOutcome("acknowledged").length !== others.entries.length) {
        problems.push(`the other team: ${JSON.stringify(others.tally())}`);
      }
      answers.push(...history.entries.map(({ answer }) => nameOf(answer)));
    }
    const wrong = new Set(answers.filter((name) => !["200", "409 recipient_opted_out"].includes(name)));
    problems.push(...[...wrong].map((name) => `answered ${name}`));
    return { n: answers.length, problems, details: { rounds, servers: 2, answers: tally(answers) } };
  },
};

const isStop = ({ direction, body }: { direction: string; body: string }) => direction === "inbound" && body === "STOP";

/** Finds outbound texts between STOP and START. The messages are in the order of their commits. */
function findLate(messages: { direction: string; body: string }[]): string[] {
  const after = messages.slice(messages.findIndex(isStop) + 1);
  return after.flatMap(({ direction, body }) => (direction === "outbound" && body !== "after START" ? body : []));
}
