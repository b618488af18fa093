/**
 * Commands on a team, in the model and on the server.
 */
import fc from "fast-check";
import type { Database } from "../../../server/db/database.ts";
import { inboundForm } from "../../support/callbacks.ts";
import { createClient } from "../../support/client.ts";
import { postSigned } from "../callbacks.ts";
import { until } from "../load.ts";
import { judge } from "./answer.ts";
import { inbound, lists, numberAt, single } from "./asks.ts";
import { describeValue } from "./made.ts";
import type { Choice } from "./pools.ts";
import type { Ask, Mode, Team } from "./team.ts";
import { receiveText } from "./texts.ts";

/** The client of the team. */
export interface Asker {
  urls: string[];
  key: string;
  database: Database;
  /** The executed requests, because a command chooses its request when it runs. */
  told: string[];
  /** Counts a request. */
  count(id: string): void;
}

type Command = fc.AsyncCommand<Team, Asker, false>;

const command = (name: string, run: Command["run"]): Command => ({ check: () => true, run, toString: () => name });

const note = ({ told }: Asker, what: unknown) => void told.push(describeValue(what));

/** Rotates over the servers. */
const nextUrl = ({ urls, told }: Asker) => urls[told.length % urls.length]!;

/** Sends a request. @throws Error if the answer differs from the model */
async function ask(team: Team, asker: Asker, request: Ask) {
  const { id, mode, path, query, body, key } = request;
  note(asker, request);
  asker.count(id);
  const client = createClient(nextUrl(asker), mode === "test" ? `${asker.key}_test` : asker.key);
  const input = { path, query, ...(body && { body }), ...(key !== undefined && { idempotencyKey: key }) };
  const answer = await client.raw(id, input as never);
  judge(team, request, answer);
  return answer;
}

const complete = (mode: Mode, { path = {}, query = {}, ...rest }: ReturnType<Choice>): Ask => {
  return { mode, path, query, ...rest };
};

const mode = fc.constantFrom<Mode>("test", "test", "test", "live");
const key = fc.option(fc.constantFrom("a", "b", "c", "d", "x".repeat(255)), { freq: 2, nil: undefined });

const askOne = fc.tuple(single, mode, key).map(([choose, mode, key]) =>
  command("ask", async (team, asker) => {
    const chosen = choose(team, mode);
    const request = complete(mode, { ...(key !== undefined && !chosen.refused && { key }), ...chosen });
    if (key !== undefined) team.asked.push(request);
    await ask(team, asker, request);
  }),
);

/** Repeats an earlier request with its key. */
const askAgain = fc.nat({ max: 8 }).map((back) =>
  command("ask again", async (team, asker) => {
    const request = team.asked.at(-1 - (back % Math.max(team.asked.length, 1)));
    if (request) await ask(team, asker, request);
  }),
);

/** Walks a list to its end. */
const walk = fc
  .tuple(lists, mode, fc.option(fc.integer({ min: 1, max: 4 }), { nil: 100, freq: 3 }))
  .map(([choose, mode, per_page]) =>
    command("walk", async (team, asker) => {
      const request = complete(mode, choose(team, mode));
      for (let start = 0, cursor: string | null | undefined; cursor !== null; start += per_page) {
        const query = { ...request.query, per_page, ...(cursor && { cursor }) };
        const { body } = await ask(team, asker, { ...request, query, start });
        cursor = body.nextCursor ?? null;
      }
    }),
  );

/** Reads one page of the default size. */
const look = fc.tuple(lists, mode).map(([choose, mode]) =>
  command("look", async (team, asker) => {
    const request = complete(mode, choose(team, mode));
    await ask(team, asker, request);
  }),
);

const receive = inbound.map(({ from, number: index, text }) =>
  command("receive", async (team, asker) => {
    const number = numberAt(team, index);
    if (!number) return;
    const form = inboundForm(from, number.phoneNumber, text);
    note(asker, { inbound: text, from, to: number.phoneNumber });
    asker.count("receiveInboundText");
    const answer = await postSigned({ url: nextUrl(asker) }, "inbound", form);
    if (answer?.status !== 200) throw new Error(`The callback was answered ${answer?.status}`);
    receiveText(team, number, from, text);
    const statement = "select 1 from callback where fields->>'MessageSid' = ? and outcome = 'stored'";
    const isDone = async () => (await asker.database.orm.em.fork().execute(statement, [form.MessageSid])).length > 0;
    await until("the text is in its thread", isDone, { every: 3 });
  }),
);

/** Makes a passcode expire. */
const expire = fc.constantFrom("user", "another").map((recipient) =>
  command("expire", async (team, asker) => {
    const otp = team.otps.get(`test ${recipient}`);
    if (!otp) return;
    note(asker, { expired: recipient });
    otp.isExpired = true;
    const statement = "update otp set expires_at = created_at where id = ?";
    await asker.database.orm.em.fork().execute(statement, [otp.id.value]);
  }),
);

/** A sequence of commands. */
export const commands = fc.commands<Team, Asker, false>(
  [...Array<fc.Arbitrary<Command>>(8).fill(askOne), askAgain, look, walk, receive, expire],
  { maxCommands: 60, size: "max" },
);

/** Runs commands. @throws Error that also lists the executed requests */
export async function runAll(
  all: Iterable<Command>,
  start: () => Promise<{ model: Team; real: Asker }>,
): Promise<void> {
  const setup = await start();
  try {
    await fc.asyncModelRun(async () => setup, all);
  } catch (error) {
    throw new Error(`${(error as Error).message}\nafter:\n${setup.real.told.join("\n")}`, { cause: error });
  }
}

/** Creates the first data of a team, so that requests find something. */
export async function begin(team: Team, asker: Asker): Promise<void> {
  const bodies = [
    { name: "Sales", phoneNumber: team.phones[0], phoneNumberSid: "PN0" },
    { name: "Ümlaut", phoneNumber: team.phones[1], phoneNumberSid: "PN1", friendlyName: null },
  ];
  for (const body of bodies) await ask(team, asker, complete("live", { id: "createBusinessNumber", body }));
  const contact = { name: "Ada Lovelace", phones: ["+12025550101"], tags: ["a", "b", "a"], externalId: "crm-1" };
  await ask(team, asker, complete("test", { id: "createContact", body: contact }));
}
