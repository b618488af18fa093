import { readClock } from "../../../server/db/clock.ts";
import { transactOfTeam } from "../../../server/db/commit/of-teams.ts";
import { plusMicroseconds } from "../../../server/db/timestamp.ts";
import { createClient } from "../../support/client.ts";
import { storeDue } from "../../support/due-texts.ts";
import { findRepeated } from "../check.ts";
import type { Experiment } from "../experiment.ts";
import { forEach, until } from "../load.ts";
import { carriedBy, settingsOf, signIn } from "../team.ts";

export const c11: Experiment = {
  id: "C11",
  title: "cancels of texts at the time when they become due, at two servers that hand them over",
  passesWhen: "each text is sent or canceled, never both, and the answer to its cancel says which",
  on: ["single", "citus"],
  seconds: { full: 300, short: 60 },
  async run(context) {
    const [database, provider] = await Promise.all([context.createDatabase(), context.startFakeServer()]);
    const { team, key } = await signIn(database);
    const settings = settingsOf(database, carriedBy(provider));
    const servers = await Promise.all([context.startServer(settings), context.startServer(settings)]);
    const { id: apiKeyId } = await createClient(servers[0].url, key).getKey();
    const count = context.size(10_000, 400);
    const em = () => database.orm.em.fork();
    const soon = plusMicroseconds(await readClock(em()), 2_000_000);
    const owner = { teamId: team.id, apiKeyId, testMode: false };
    // The texts become due one after another, and are canceled in the reverse order, so that both meet.
    const step = 1_000;
    const ids = await transactOfTeam(database.orm, team.id, (tx) =>
      storeDue(tx, owner, count, (index) => plusMicroseconds(soon, index * step)),
    );
    const dueAt = performance.now() + 2_000;

    const answers = new Map<string, string>();
    await until("the first text is due", () => performance.now() >= dueAt);
    await forEach(context, ids.toReversed(), 32, async (id, index) => {
      const { status, body } = await createClient(servers[index % 2]!.url, key).raw("cancelMessage", { path: { id } });
      answers.set(id, status === 200 ? "canceled" : body.error);
    });
    const read = () =>
      em().execute<{ id: string; status: string }[]>(
        "select id, status from pending_message where team_id = ? union all select id, 'sent' from message where team_id = ?",
        [team.id, team.id],
      );
    await until("no text waits", async () => (await read()).every(({ status }) => status !== "scheduled"));
    const rows = await read();
    await until("the provider has them", () => provider.requests.length >= rows.filter(isSent).length);

    const found = new Map(rows.map(({ id, status }) => [id, status]));
    const carried = provider.requests.map(({ form }) => form.Body!);
    const sent = new Set(carried);
    const expected = { canceled: "canceled", message_not_cancelable: "sent" } as Record<string, string>;
    return {
      n: count,
      problems: [
        ...findRepeated(carried).map((id) => `${id} was sent twice`),
        ...findRepeated(rows.map(({ id }) => id)).map((id) => `${id} is canceled and a message`),
        ...ids
          .filter((id) => found.get(id) !== expected[answers.get(id) ?? ""])
          .map((id) => `${id} was answered ${answers.get(id)} and is ${found.get(id)}`),
        ...ids
          .filter((id) => sent.has(id) !== (found.get(id) === "sent"))
          .map((id) => `${id} is ${found.get(id)}, and the provider ${sent.has(id) ? "has" : "lacks"} it`),
      ],
      details: { texts: count, canceled: rows.length - rows.filter(isSent).length, sent: carried.length },
    };
  },
};

const isSent = ({ status }: { status: string }) => status === "sent";
