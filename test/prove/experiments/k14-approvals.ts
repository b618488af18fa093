import { setTimeout as pause } from "node:timers/promises";
import { createKey } from "../../../server/keys/keys.ts";
import { createClient } from "../../support/client.ts";
import { uniquePhone } from "../../support/factories.ts";
import { accept } from "../../support/fake-server.ts";
import { findRepeated } from "../check.ts";
import type { Experiment } from "../experiment.ts";
import { until } from "../load.ts";
import { carriedBy, settingsOf, signIn } from "../team.ts";

/** A text of the agent, with what became of it. */
interface Left {
  id: string;
  approval: string;
  waiting: string | null;
  message: string | null;
}

/** The approval, the text that waits and the message that can belong together. */
const isWhole = ({ approval, waiting, message }: Left) =>
  (approval === "held" && waiting === "held" && message === null) ||
  (approval === "approved" && waiting === null && message !== null) ||
  (approval === "rejected" && waiting === "canceled" && message === null);

/** How many texts wait at each kill. */
const perKill = 50;

export const k14: Experiment = {
  id: "K14",
  title: "repeated kill -9 of one of two servers, while a person approves and rejects texts that wait",
  passesWhen:
    "every text is handed over at most once, and only after its approval; each is a message, canceled, or still held",
  on: ["single", "citus"],
  seconds: { full: 300, short: 90 },
  async run(context) {
    const database = await context.createDatabase();
    const { team, key } = await signIn(database);
    const em = () => database.orm.em.fork();
    const made = await createKey(em(), team, { name: "Agent", scopes: ["messages:send"], hold: "all" });
    const problems: string[] = [];
    /** The texts that the provider has received, by our ids. */
    const received: string[] = [];
    const provider = await context.startFakeServer(async (request, response) => {
      const id = request.form.Body!;
      received.push(id);
      const [row] = await em().execute<{ status: string }[]>(
        "select v.status from approval v join message m on m.team_id = v.team_id and m.id = v.id where v.team_id = ? and m.body = ?",
        [team.id, id],
      );
      if (row?.status !== "approved") problems.push(`${id} was handed over, and its approval is ${row?.status}`);
      await pause(context.random.below(100));
      return accept(request, response);
    });
    const settings = settingsOf(database, { ...carriedBy(provider), ROLE: "api" });
    const kept = await context.startServer(settings);
    let killable = context.startServer(settings);
    const kills = context.size(20, 2);
    const bodies: string[] = [];
    let refused = 0;

    for (let kill = 0; kill < kills; kill++) {
      const server = await killable;
      const agent = createClient(kept.url, made.key);
      const texts = await Promise.all(
        Array.from({ length: perKill }, async (_, index) => {
          const message = `text ${kill} ${index}`;
          bodies.push(message);
          const { textId } = await agent.sendText({ body: { phone_number: uniquePhone(), message } });
          return textId;
        }),
      );
      const people = [createClient(kept.url, key), createClient(server.url, key)];
      const decided = texts.map(async (id, index) => {
        const operation = index % 10 === 0 ? ("rejectText" as const) : ("approveText" as const);
        const person = context.random.pick(people);
        // Some are decided about twice. The killed server answers nothing any more.
        const asked = context.random.below(4) === 0 ? people : [person];
        const answers = await Promise.all(
          asked.map((each) => each.raw(operation, { path: { id } }).catch(() => undefined)),
        );
        if (answers.filter((answer) => answer?.status === 200).length > 1) problems.push(`${id} was decided twice`);
        refused += answers.filter((answer) => answer === undefined).length;
      });
      const before = received.length;
      const some = 1 + context.random.below(perKill / 2);
      await until("texts are handed over", () => received.length >= before + some, { every: 2 });
      await server.kill();
      await Promise.all(decided);
      killable = context.startServer(settings);
      // What the killed server has not approved still waits, and another server approves it.
      const person = createClient(kept.url, key);
      for (const { id } of (await person.listApprovals({ query: { per_page: 100 } })).approvals.slice(0, 20)) {
        const { status } = await person.raw("approveText", { path: { id } });
        if (status !== 200) problems.push(`${id} waits, and its approval is answered with ${status}`);
      }
      // The limit of waiting texts of a key is for those that are left.
      for (const { id } of (await person.listApprovals({ query: { per_page: 100 } })).approvals)
        if (context.random.below(2) === 0) await person.raw("rejectText", { path: { id } });
    }
    await killable;
    await pause(1_000);

    const left = await em().execute<(Left & { body: string })[]>(
      `select v.id, v.status as approval, p.status as waiting, m.status as message, coalesce(p.body, m.body) as body
       from approval v
       left join pending_message p on p.team_id = v.team_id and p.id = v.id
       left join message m on m.team_id = v.team_id and m.id = v.id
       where v.team_id = ?`,
      [team.id],
    );
    const approved = new Set(left.filter(({ approval }) => approval === "approved").map(({ body }) => body));
    return {
      n: bodies.length,
      problems: [
        ...problems,
        ...findRepeated(received).map((body) => `${body} was handed over twice`),
        ...received.filter((body) => !approved.has(body)).map((body) => `${body} was handed over without an approval`),
        ...left.filter((text) => !isWhole(text)).map((text) => JSON.stringify(text)),
        ...(left.length === bodies.length ? [] : [`of ${bodies.length} texts, ${left.length} have an approval`]),
      ],
      details: { kills, texts: bodies.length, received: received.length, approved: approved.size, refused },
    };
  },
};
