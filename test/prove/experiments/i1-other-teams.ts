import { isDeepStrictEqual } from "node:util";
import { type OperationId, operations } from "../../../generated/operations.ts";
import { statusForm } from "../../support/callbacks.ts";
import { runInProcess } from "../../support/cli.ts";
import { type CallInput, type Client, createClient, type RawAnswer } from "../../support/client.ts";
import { dumpRows } from "../../support/dump.ts";
import { exampleOf, type TeamOperation, teamOperations } from "../../support/examples.ts";
import { buildKey, uniquePhone } from "../../support/factories.ts";
import { argumentsOf, everyTool, postMcp, request, toolOf } from "../../support/mcp.ts";
import {
  buildPopulatedTeam,
  longAgo,
  type PopulatedTeam,
  type TeamRecords,
  unknownLike,
} from "../../support/populated-team.ts";
import { noSettings } from "../../support/process.ts";
import { postSigned } from "../callbacks.ts";
import { comparable, isId, isRefused } from "../compare.ts";
import type { ExperimentContext } from "../context.ts";
import type { Experiment } from "../experiment.ts";
import { forEach, until } from "../load.ts";
import { type AnyInput, mapTexts, onlyRequired, type RequestField, requestFieldsOf } from "../request-fields.ts";
import { type Service, startService } from "../service.ts";

export const i1: Experiment = {
  id: "I1",
  title: "another team's ids, names, phones and cursors in every field of every operation, MCP tool and resource",
  passesWhen:
    "each answer equals the answer to an unknown value of the same shape, and the other team's data is neither shown nor changed",
  seconds: { full: 240, short: 120 },
  async run(context) {
    const service = await startService(context, (settings) => ({ ...settings, PHONE: "on" }));
    const other = await buildTeamWithHandsets(service);
    const attempt = createAttempts(context, service, other);
    /** All rows of the other team, except its rate bucket and its feed of events, which its own requests change. */
    const readRows = async () =>
      (await dumpRows(service.em(), other.team.id)).filter(
        ({ table }) => table !== "public.rate_bucket" && table !== "public.event_feed",
      );
    const before = await readRows();

    await forEach(context, teamOperations, 4, async (id) => {
      await attempt.tryWholeRequest(id);
      await attempt.tryFields(id);
    });
    await attempt.tryResources();
    if (context.size(1, 0) === 1) await attempt.tryCommands();

    const after = await readRows();
    const changed = after.filter((row) => !before.some((each) => isDeepStrictEqual(each, row)));
    attempt.problems.push(...changed.map(({ table, row }) => `${table} of the other team has changed: ${row}`));
    if (after.length !== before.length) attempt.problems.push("rows of the other team have disappeared");
    // Callbacks may change the other team: a signed status applies to the team of the text.
    await attempt.tryCallbacks();
    const fields = teamOperations.flatMap((id) => requestFieldsOf(id));
    return {
      n: attempt.counts.pairs,
      problems: [...new Set(attempt.problems)],
      details: { operations: teamOperations.length, fields: fields.length, ...attempt.counts },
    };
  },
};

/** A team with a valid request of its own to an operation. */
interface Caller {
  client: Client;
  key: string;
  number: string;
  example: AnyInput;
}

/** A team whose lists all have a second page, that of its handsets in test mode, with a key of the team. */
async function buildTeamWithHandsets(service: Service): Promise<PopulatedTeam & { key: string }> {
  const other = await buildPopulatedTeam(service);
  const key = await buildKey(service.em(), other.team);
  const client = createClient(service.url, `${key}_test`);
  for (const message of ["one", "two"]) await client.sendText({ body: { phone_number: uniquePhone(), message } });
  let textsCursor: string | null = null;
  await until("the handsets show two texts", async () => {
    ({ nextCursor: textsCursor } = await client.listSimulatedTexts({ query: { per_page: 1 } }));
    return textsCursor !== null;
  });
  const onTheWay = "select from message where simulated_outcome is not null limit 1";
  await until("the texts are delivered", async () => (await service.em().execute(onTheWay)).length === 0);
  const records = { ...other.records, textsCursor: textsCursor! };
  return { ...other, records, key };
}

/** Calls an operation over HTTP or MCP. */
type Transport = (caller: Caller, id: TeamOperation, input: AnyInput) => Promise<RawAnswer>;

/** The exception that any team may observe: a phone number is unique in the installation. */
const visibleToAll = { id: "createBusinessNumber", field: "body phoneNumber", code: "duplicate_business_number_phone" };

function createAttempts(context: ExperimentContext, service: Service, other: PopulatedTeam & { key: string }) {
  const isFull = context.size(1, 0) === 1;
  const problems: string[] = [];
  const counts = { pairs: 0, served: 0, refused: 0 };
  const foreignRecords = Object.entries(other.records) as [keyof TeamRecords, string][];
  const transports: Record<string, Transport> = {
    HTTP: ({ client }, id, input) => client.raw(id, input as CallInput<TeamOperation>),
    MCP: ({ key }, id, input) => {
      const call = request("tools/call", {
        name: toolOf(id).definition.name,
        arguments: argumentsOf(input as CallInput<TeamOperation>),
      });
      return postMcp(service.url, call, { "x-api-key": key }, everyTool);
    },
  };

  /** The phone shows test mode only, because the service has a real carrier. */
  const clientFor = (id: TeamOperation, key: string) =>
    createClient(service.url, operations[id].area === "simulator" ? `${key}_test` : key);

  async function createCaller(id: TeamOperation): Promise<Caller> {
    const signedIn = await service.signIn();
    const client = clientFor(id, signedIn.key);
    return { ...signedIn, client, example: (await exampleOf(id, client, service.provider)) as AnyInput };
  }

  /** Sends requests of a team that has had only refusals so far. After a success, it uses a new team. */
  function createSender(id: TeamOperation, transport: Transport) {
    let fresh: Caller | undefined;
    return async (inputOf: (caller: Caller) => AnyInput): Promise<RawAnswer> => {
      const caller = fresh ?? (await createCaller(id));
      const answer = await transport(caller, id, inputOf(caller));
      // A wrong guess changes the passcode.
      const isAsBefore = operations[id].method === "GET" || (isRefused(answer) && !answer.text.includes("otp_invalid"));
      fresh = isAsBefore ? caller : undefined;
      return answer;
    };
  }

  function compare(what: string, [foreign, text]: [RawAnswer, string], [unknown, like]: [RawAnswer, string]): void {
    counts.pairs += 1;
    counts[isRefused(foreign) ? "refused" : "served"] += 1;
    const [one, another] = [comparable(foreign, text), comparable(unknown, like)];
    if (!isDeepStrictEqual(one, another)) {
      problems.push(
        `${what}: ${JSON.stringify(one)} for the other team's value, ${JSON.stringify(another)} for an unknown value`,
      );
    }
    search(what, foreign, text);
  }

  /** Searches an answer for the other team's values, except `given`, which was in the request. */
  function search(what: string, { text }: RawAnswer, given = ""): void {
    // The eight digits of a code may occur by chance.
    const seen = foreignRecords.filter(([name, each]) => name !== "code" && each !== given && text.includes(each));
    problems.push(...seen.map(([name]) => `${what}: the other team's ${name} is in ${text}`));
  }

  /** Tries a whole request that is valid for another team. */
  async function tryWholeRequest(id: TeamOperation): Promise<void> {
    const usable = Object.entries(transports).filter(([name]) => name === "HTTP" || operations[id].isTool);
    for (const [name, transport] of isFull ? usable : [context.random.pick(usable)]) {
      const send = createSender(id, transport);
      const victim = await createCaller(id);
      const foreign = await send(() => victim.example);
      const unknown = await send(() => mapTexts(victim.example, replaceKnown) as AnyInput);
      compare(`${name} ${id}`, [foreign, ""], [unknown, ""]);
      if (!isRefused(foreign)) continue;
      // The request must be valid for the team itself.
      const own = await transport(victim, id, victim.example);
      if (isRefused(own)) problems.push(`${name} ${id} is refused for the team itself: ${own.text}`);
    }
  }

  /** Tries the other team's values in each field of a request that is otherwise valid. */
  async function tryFields(id: TeamOperation): Promise<void> {
    // Whether an automatic reply has an address depends on the digits and dots of its text, which are random.
    const fields = requestFieldsOf(id).filter(({ name }) => !name.startsWith("body autoReplies."));
    for (const [name, transport] of Object.entries(transports).slice(0, isFull && operations[id].isTool ? 2 : 1)) {
      const send = createSender(id, transport);
      const plain = await send(({ example }) => example);
      if (isRefused(plain)) problems.push(`${name} ${id} is refused: ${plain.text}`);
      search(`${name} ${id}`, plain);
      for (const field of fields) {
        for (const [record, text] of valuesFor(field, name)) {
          for (const from of requestsFor(id, name)) {
            const foreign = await send(({ example }) => field.put(from(example), text));
            if (id === visibleToAll.id && field.name === visibleToAll.field && text.startsWith("+")) {
              // A used phone is refused for every team, so the answers differ.
              if (!foreign.text.includes(visibleToAll.code) && record === "senderPhone")
                problems.push(`${name} ${id} accepts the other team's phone`);
              continue;
            }
            const like = unknownLike(text);
            const unknown = await send(({ example }) => field.put(from(example), like));
            compare(`${name} ${id} with the ${record} in ${field.name}`, [foreign, text], [unknown, like]);
          }
        }
      }
      if (fields.some((field) => field.name === "query cursor")) await tryCursors(id, name, send);
    }
  }

  /** Tries the other team's list with its own cursor. */
  async function tryCursors(id: TeamOperation, name: string, send: ReturnType<typeof createSender>): Promise<void> {
    const cursors = foreignRecords.filter(([record]) => record.endsWith("Cursor"));
    const { endpointId, threadId, contactPhone } = other.records;
    const isOfPhone = operations[id].path.includes("{phone}");
    const listId = isOfPhone ? contactPhone : id === "listWebhookEndpointDeliveries" ? endpointId : threadId;
    const put = (example: AnyInput, ofId: string, cursor: string): AnyInput => ({
      ...(operations[id].path.includes("{id}") && { path: { id: ofId } }),
      ...(isOfPhone && { path: { phone: ofId } }),
      // A cursor of replies is bound to its `since`.
      query: { ...onlyRequired(id, example).query, ...(id === "listThreadReplies" && { since: longAgo }), cursor },
    });
    const { example } = await createCaller(id);
    let isServed = false;
    for (const [, cursor] of cursors) {
      const foreign = await send(() => put(example, listId, cursor));
      const unknown = await send(() => put(example, unknownLike(listId), unknownLike(cursor)));
      compare(`${name} ${id} with a list and its cursor`, [foreign, cursor], [unknown, cursor]);
      const own = put(example, listId, cursor) as CallInput<TeamOperation>;
      isServed ||= !isRefused(await clientFor(id, other.key).raw(id, own));
    }
    if (!isServed) problems.push(`${id} has no second page for the team itself`);
  }

  async function tryResources(): Promise<void> {
    const { key } = await service.signIn();
    const read = async (uri: string) => postMcp(service.url, request("resources/read", { uri }), { "x-api-key": key });
    const { body } = await postMcp(service.url, request("resources/templates/list"), { "x-api-key": key });
    const templates: string[] = body.result.resourceTemplates.map(
      ({ uriTemplate }: { uriTemplate: string }) => uriTemplate,
    );
    for (const template of templates) {
      for (const [record, text] of foreignRecords.filter(
        ([name, each]) => isId(each) && (isFull || isRelated(name, `to ${template}`)),
      )) {
        const like = unknownLike(text);
        const [foreign, unknown] = [
          await read(template.replace("{id}", text)),
          await read(template.replace("{id}", like)),
        ];
        if (!isRefused(foreign)) problems.push(`the resource ${template} shows the ${record}`);
        compare(`the resource ${template} with the ${record}`, [foreign, text], [unknown, like]);
      }
    }
    if (templates.length === 0) problems.push("there are no resources");
  }

  /** Tries reports about another team's message. Their answers must not differ. */
  async function tryCallbacks(): Promise<void> {
    const { number } = await service.signIn();
    const { providerId, messageId, otpId } = other.records;
    const queries = ["", `?textId=${messageId}`, `?otpId=${otpId}`];
    for (const kind of ["status", "otp-status"] as const) {
      for (const query of queries) {
        const send = (sid: string) => postSigned(service, kind, statusForm(number, sid, "read"), query);
        const like = unknownLike(providerId);
        compare(`a ${kind} callback ${query}`, [(await send(providerId))!, providerId], [(await send(like))!, like]);
      }
    }
    const unread =
      "select from pgboss.job where name = 'callbacks.status' and data->>'attempt' = '0' and state < 'completed'";
    await until("the callbacks were processed", async () => (await service.em().execute(unread)).length === 0);
  }

  /** Tries the operator commands that take an id of a team. */
  async function tryCommands(): Promise<void> {
    const { team } = await service.signIn();
    const run = async (id: string, ...argv: string[]): Promise<unknown> => {
      const { code, stdout, stderr } = await runInProcess([...argv, id, "--team", team.name], {
        env: { ...noSettings, ...service.settings },
      });
      return { code, stdout, stderr: stderr.replaceAll(id, "<id>") };
    };
    for (const action of ["show", "retry"]) {
      const [foreign, unknown] = [
        await run(other.records.deliveryId, "webhooks", action),
        await run(unknownLike(other.records.deliveryId), "webhooks", action),
      ];
      counts.pairs += 1;
      if (!isDeepStrictEqual(foreign, unknown))
        problems.push(`webhooks ${action}: ${JSON.stringify([foreign, unknown])}`);
    }
  }

  /** Chooses the values for a field: those of its kind, and a random part of the others. */
  function valuesFor({ name, schema }: RequestField, transport: string): [keyof TeamRecords, string][] {
    const acceptsAnyText = schema.pattern === undefined && !name.endsWith("cursor");
    const fitting = foreignRecords.filter(([record, text]) =>
      name.endsWith("cursor")
        ? record.endsWith("Cursor")
        : !schema.enum && new RegExp(schema.pattern ?? "", "u").test(text),
    );
    const likely = fitting.filter(([record]) => isRelated(record, name));
    const some = (count: number) => context.random.shuffle(fitting).slice(0, count);
    if (!isFull) return likely.length > 0 || acceptsAnyText ? likely.slice(0, 1) : some(1);
    if (acceptsAnyText) return [...new Set([...likely, ...some(transport === "MCP" ? 2 : 8)])];
    const others = foreignRecords.filter((each) => !fitting.includes(each));
    return [...fitting, ...context.random.shuffle(others).slice(0, 2)];
  }

  /** The requests for a field: the whole example, and the example with its required fields only. */
  function requestsFor(id: OperationId, transport: string): ((example: AnyInput) => AnyInput)[] {
    const alone = (example: AnyInput) => onlyRequired(id, example);
    return isFull && transport === "HTTP" ? [(example) => example, alone] : [alone];
  }

  return { problems, counts, tryWholeRequest, tryFields, tryResources, tryCallbacks, tryCommands };
}

/** Whether the names of a record and a field are similar, such as `tag` and `tags[]`. */
function isRelated(record: string, field: string): boolean {
  const [thing, name] = [record, field.split(" ")[1]!].map((each) => each.toLowerCase().replaceAll(/[^a-z]/g, ""));
  return name!.includes(thing!) || thing!.includes(name!);
}

const replaceKnown = (text: string) => (isId(text) || /^\+?\d{6,}$/.test(text) ? unknownLike(text) : text);
