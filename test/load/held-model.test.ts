import fc from "fast-check";
import { expect, test } from "vitest";
import { updateKey } from "../../server/keys/keys.ts";
import { expireHeld } from "../../server/texts/approvals/expire-held.ts";
import { type TestApp, useApp, useNeighbour } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import { type Client, createClient } from "../support/client.ts";
import { uniquePhone } from "../support/factories.ts";
import { makeOverdue, signInAgent } from "../support/held-texts.ts";
import { fromNow } from "../support/times.ts";
import { makeDue } from "../support/waiting-texts.ts";

const app = useApp();
const neighbour = useNeighbour(app);

const phones = 3;
const texts = 6;

/** What happens, to the text or the phone with a position in its pool. `at` is the server that is asked. */
interface Action {
  kind: (typeof kinds)[number];
  which: number;
  at: 0 | 1;
}

const kinds = [
  ...([
    "hold",
    "hold",
    "hold",
    "holdLater",
    "approve",
    "approve",
    "approve",
    "approveByKey",
    "reject",
    "cancel",
  ] as const),
  ...(["stop", "start", "expire", "due", "forbid", "allow", "spend", "fund"] as const),
];

const action: fc.Arbitrary<Action> = fc.record({
  kind: fc.constantFrom(...kinds),
  which: fc.nat(texts - 1),
  at: fc.constantFrom(0, 1),
});

/** Rounds that follow each other. The actions of a round happen at the same time. */
const histories = fc.array(fc.array(action, { minLength: 1, maxLength: 5 }), { minLength: 6, maxLength: 12 });

/** A call of the provider, with what had committed when it was made. */
interface Call {
  id: string;
  phone: string;
  approval: string | undefined;
  round: number;
}

async function play(rounds: Action[][], apps: TestApp[]): Promise<void> {
  const { team, number, key, agentKey, agentKeyId } = await signInAgent(app);
  const servers = (secret: string) => apps.map(({ url }) => createClient(url, secret));
  const [people, agents] = [servers(key), servers(agentKey)];
  const pool = Array.from({ length: phones }, () => uniquePhone());
  const ids: string[] = [];
  const calls: Call[] = [];
  let round = 0;
  const decisions = new Map<string, number>();

  for (const { provider } of apps) {
    provider.answer = async ({ id, to, teamId }) => {
      const [row] = await app
        .em()
        .execute<{ status: string }[]>("select status from approval where team_id = ? and id = ?", [teamId, id]);
      calls.push({ id, phone: to, approval: row?.status, round });
      return { kind: "accepted", providerId: `SM${id.replaceAll("-", "")}`, status: "queued" };
    };
  }
  const count = (id: string, status: number) => {
    if (status === 200) decisions.set(id, (decisions.get(id) ?? 0) + 1);
  };
  const textOf = ({ which }: Action) => ids[which % Math.max(1, ids.length)];
  const phoneOf = ({ which }: Action) => pool[which % phones]!;
  const clientOf = (clients: Client[], { at }: Action) => clients[at % clients.length]!;

  const act = async (given: Action): Promise<void> => {
    const id = textOf(given);
    const [person, agent] = [clientOf(people, given), clientOf(agents, given)];
    switch (given.kind) {
      case "hold":
      case "holdLater": {
        if (ids.length >= texts) return;
        const sendAt = given.kind === "hold" ? undefined : await fromNow(app.em(), 3_600);
        const body = { phone_number: phoneOf(given), message: "hello" };
        const { body: sent } =
          sendAt === undefined
            ? await agent.raw("sendText", { body })
            : await agent.raw("sendMessage", { body: { ...body, sendAt } });
        const found = sent.textId ?? sent.message?.id;
        if (typeof found === "string" && ids.length < texts) ids.push(found);
        return;
      }
      case "approve":
        if (id) count(id, (await person.raw("approveText", { path: { id } })).status);
        return;
      case "approveByKey": {
        if (!id) return;
        const ask = () => person.raw("approveText", { path: { id }, idempotencyKey: id });
        const [first, second] = await Promise.all([ask(), ask()]);
        const isReplayed = [first, second].some(({ headers }) => headers.get("x-idempotency-replayed") === "true");
        if (!isReplayed) for (const { status } of [first!, second!]) count(id, status);
        return;
      }
      case "reject":
        if (id) count(id, (await person.raw("rejectText", { path: { id } })).status);
        return;
      case "cancel":
        if (id) await agent.raw("cancelMessage", { path: { id } });
        return;
      case "stop":
      case "start":
        await postCallback(apps[given.at % apps.length]!, "inbound", inboundForm(phoneOf(given), number, given.kind));
        return;
      case "expire":
        if (given.which !== 0) return;
        await makeOverdue(app, team);
        await expireHeld(apps[given.at % apps.length]!.em());
        return;
      case "due":
        await makeDue(app, team);
        await apps[given.at % apps.length]!.dispatch();
        return;
      default:
        await updateKey(app.em(), agentKeyId, changes[given.kind]);
    }
  };

  for (const actions of rounds) {
    round += 1;
    const before = await optedOut(team.id);
    const callsBefore = calls.length;
    await Promise.all(actions.map(act));
    const starts = actions.filter(({ kind }) => kind === "start").map(phoneOf);
    const wrong = calls.slice(callsBefore).filter(({ phone }) => before.has(phone) && !starts.includes(phone as never));
    expect(wrong, "a text reached somebody who had opted out").toEqual([]);
  }

  expect(calls.filter(({ approval }) => approval !== "approved")).toEqual([]);
  expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
  for (const { id, approval, waiting, message } of await readStates(team.id)) {
    const state = `${approval} ${waiting ?? "-"} ${message === null ? "-" : "message"}`;
    expect(possible, `${id}: ${state}`).toContain(state);
    expect(calls.filter((call) => call.id === id)).toHaveLength(message === null ? 0 : 1);
    expect(decisions.get(id) ?? 0).toBeLessThanOrEqual(1);
  }
  const threads = await app.em().execute(
    `select t.id from thread t where t.team_id = ? and t.message_count = 0 and not exists (
         select from pending_message p where p.team_id = t.team_id and p.thread_id = t.id and p.status = 'held')`,
    [team.id],
  );
  expect(threads, "a thread without a text is left").toEqual([]);
}

const changes = {
  forbid: { recipients: ["+4915"] },
  allow: { recipients: null },
  spend: { segmentsPerDay: 1 },
  fund: { segmentsPerDay: null },
};

/** The approval, the text that waits and the message that can belong together. */
const possible = [
  "held held -",
  "approved - message",
  "approved scheduled -",
  "approved canceled -",
  "rejected canceled -",
  "expired canceled -",
  "canceled canceled -",
];

const optedOut = async (teamId: string): Promise<Set<string>> => {
  const rows = await app
    .em()
    .execute<{ phone_number: string }[]>("select phone_number from opt_out where team_id = ?", [teamId]);
  return new Set(rows.map(({ phone_number }) => phone_number));
};

const readStates = (teamId: string) =>
  app.em().execute<{ id: string; approval: string; waiting: string | null; message: string | null }[]>(
    `select v.id, v.status as approval, p.status as waiting, m.status as message from approval v
     left join pending_message p on p.team_id = v.team_id and p.id = v.id
     left join message m on m.team_id = v.team_id and m.id = v.id
     where v.team_id = ?`,
    [teamId],
  );

test("in any order of requests, a text reaches the provider at most once, and only after its approval has committed", async () => {
  await fc.assert(
    fc.asyncProperty(histories, (rounds) => play(rounds, [app])),
    { numRuns: 12 },
  );
});

test("the same holds with two servers", async () => {
  await fc.assert(
    fc.asyncProperty(histories, (rounds) => play(rounds, [app, neighbour])),
    { numRuns: 20 },
  );
});
