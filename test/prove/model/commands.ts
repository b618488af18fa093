/**
 * Commands on a team, in the model and on the server.
 */
import fc from "fast-check";
import type { Database } from "../../../server/db/database.ts";
import { inboundForm } from "../../support/callbacks.ts";
import { createClient } from "../../support/client.ts";
import { postSigned } from "../callbacks.ts";
import { until } from "../load.ts";
import { checkAnswer } from "./answer.ts";
import { compareValues, describeValue } from "./expected-values.ts";
import type { RequestBuilder } from "./pools.ts";
import { inbound, lists, merging, numberAt, single } from "./requests.ts";
import type { ApiRequest, Fields, Mode, Team } from "./team.ts";
import { receiveText } from "./texts.ts";

/** The client of the team. */
export interface TeamClient {
  urls: string[];
  key: string;
  database: Database;
  /** The executed requests, because a command chooses its request when it runs. */
  log: string[];
  /** Counts a request. */
  count(id: string): void;
}

type Command = fc.AsyncCommand<Team, TeamClient, false>;

const command = (name: string, run: Command["run"]): Command => ({ check: () => true, run, toString: () => name });

const addToLog = ({ log }: TeamClient, what: unknown) => void log.push(describeValue(what));

/** Rotates over the servers. */
const nextUrl = ({ urls, log }: TeamClient) => urls[log.length % urls.length]!;

/** Sends a request. @throws Error if the answer differs from the model */
async function send(team: Team, client: TeamClient, request: ApiRequest) {
  const { id, mode, path, query, body, key } = request;
  addToLog(client, request);
  client.count(id);
  const api = createClient(nextUrl(client), mode === "test" ? `${client.key}_test` : client.key);
  const input = { path, query, ...(body && { body }), ...(key !== undefined && { idempotencyKey: key }) };
  const answer = await api.raw(id, input as never);
  checkAnswer(team, request, answer);
  return answer;
}

const withDefaults = (mode: Mode, { path = {}, query = {}, ...rest }: ReturnType<RequestBuilder>): ApiRequest => {
  return { mode, path, query, ...rest };
};

const mode = fc.constantFrom<Mode>("test", "test", "test", "live");
const key = fc.option(fc.constantFrom("a", "b", "c", "d", "x".repeat(255)), { freq: 2, nil: undefined });

const sendOne = fc.tuple(single, mode, key).map(([build, mode, key]) =>
  command("send", async (team, client) => {
    const built = build(team, mode);
    const request = withDefaults(mode, { ...(key !== undefined && !built.refused && { key }), ...built });
    if (key !== undefined) team.keyedRequests.push(request);
    await send(team, client, request);
  }),
);

/** Repeats an earlier request with its key. */
const sendAgain = fc.nat({ max: 8 }).map((back) =>
  command("send again", async (team, client) => {
    const request = team.keyedRequests.at(-1 - (back % Math.max(team.keyedRequests.length, 1)));
    if (request) await send(team, client, request);
  }),
);

/** Reads all pages of a list. */
const readAll = fc
  .tuple(lists, mode, fc.option(fc.integer({ min: 1, max: 4 }), { nil: 100, freq: 3 }))
  .map(([build, mode, per_page]) =>
    command("read all", async (team, client) => {
      const request = withDefaults(mode, build(team, mode));
      for (let start = 0, cursor: string | null | undefined; cursor !== null; start += per_page) {
        const query = { ...request.query, per_page, ...(cursor && { cursor }) };
        const { body } = await send(team, client, { ...request, query, start });
        cursor = body.nextCursor ?? null;
      }
    }),
  );

/** Reads one page of the default size. */
const readPage = fc.tuple(lists, mode).map(([build, mode]) =>
  command("read page", async (team, client) => {
    const request = withDefaults(mode, build(team, mode));
    await send(team, client, request);
  }),
);

const receive = inbound.map(({ from, number: index, text }) =>
  command("receive", async (team, client) => {
    const number = numberAt(team, index);
    if (!number) return;
    const form = inboundForm(from, number.phoneNumber, text);
    addToLog(client, { inbound: text, from, to: number.phoneNumber });
    client.count("receiveInboundText");
    const answer = await postSigned({ url: nextUrl(client) }, "inbound", form);
    if (answer?.status !== 200) throw new Error(`The callback was answered ${answer?.status}`);
    receiveText(team, number, from, text);
    const statement = "select 1 from callback where fields->>'MessageSid' = ? and outcome = 'stored'";
    const isDone = async () => (await client.database.orm.em.fork().execute(statement, [form.MessageSid])).length > 0;
    await until("the text is in its thread", isDone, { every: 3 });
  }),
);

/** The contact and the moved threads of a merge, or of its preview. The times are not those of the preview. */
const resultOf = ({ contact, movedThreads }: Fields) =>
  JSON.parse(JSON.stringify({ contact, movedThreads }, (name, value) => (name === "updatedAt" ? undefined : value)));

/** Does a merge with the fingerprint of its preview, and perhaps undoes it at once. A team without a pair gets another contact. */
const mergeAsPreviewed = fc.tuple(merging, mode, fc.boolean()).map(([build, mode, isUndone]) =>
  command("merge as previewed", async (team, client) => {
    const another = { name: "Grace Hopper", phones: ["+12025550102"], tags: ["b"], notes: ["from Arlington"] };
    if (team.contacts.length < 2) await send(team, client, withDefaults(mode, { id: "createContact", body: another }));
    const request = withDefaults(mode, build(team, mode));
    const preview = await send(team, client, { ...request, id: "previewMerge" });
    if (preview.status !== 200) return;
    const body = { ...request.body, fingerprint: preview.body.fingerprint };
    const merged = await send(team, client, { ...request, body });
    const difference = compareValues(resultOf(preview.body), resultOf(merged.body));
    if (difference) throw new Error(`The merge differs from its preview: ${difference}`);
    if (!isUndone) return;
    await send(team, client, withDefaults(mode, { id: "undoMerge", path: { id: merged.body.mergeId }, body: {} }));
  }),
);

/** Makes a passcode expire. */
const expire = fc.constantFrom("user", "another").map((recipient) =>
  command("expire", async (team, client) => {
    const otp = team.otps.get(`test ${recipient}`);
    if (!otp) return;
    addToLog(client, { expired: recipient });
    otp.isExpired = true;
    const statement = "update otp set expires_at = created_at where id = ?";
    await client.database.orm.em.fork().execute(statement, [otp.id.value]);
  }),
);

/** A sequence of commands. */
export const commands = fc.commands<Team, TeamClient, false>(
  [
    ...Array<fc.Arbitrary<Command>>(8).fill(sendOne),
    sendAgain,
    mergeAsPreviewed,
    mergeAsPreviewed,
    readPage,
    readAll,
    receive,
    expire,
  ],
  { maxCommands: 60, size: "max" },
);

/** Runs commands. @throws Error that also lists the executed requests */
export async function runAll(
  all: Iterable<Command>,
  start: () => Promise<{ model: Team; real: TeamClient }>,
): Promise<void> {
  const setup = await start();
  try {
    await fc.asyncModelRun(async () => setup, all);
  } catch (error) {
    throw new Error(`${(error as Error).message}\nafter:\n${setup.real.log.join("\n")}`, { cause: error });
  }
}

/** Creates the first data of a team, so that requests find something. */
export async function begin(team: Team, client: TeamClient): Promise<void> {
  const bodies = [
    { name: "Sales", phoneNumber: team.phones[0], phoneNumberSid: "PN0" },
    { name: "Ümlaut", phoneNumber: team.phones[1], phoneNumberSid: "PN1", friendlyName: null },
  ];
  for (const body of bodies) await send(team, client, withDefaults("live", { id: "createBusinessNumber", body }));
  const contact = { name: "Ada Lovelace", phones: ["+12025550101"], tags: ["a", "b", "a"], externalId: "crm-1" };
  await send(team, client, withDefaults("test", { id: "createContact", body: contact }));
}
