import { Ajv2020 } from "ajv/dist/2020.js";
import { type OperationId, operations } from "../../../generated/operations.ts";
import { addFormats } from "../../../server/contract/formats.ts";
import { findUnstorable } from "../../../server/contract/storable.ts";
import { newId } from "../../../server/db/schema/ids.ts";
import type { CallInput, Client, RawAnswer } from "../../support/client.ts";
import { exampleOf, type TeamOperation, teamOperations } from "../../support/examples.ts";
import { uniquePhone } from "../../support/factories.ts";
import { argumentsOf, everyTool, request as message, postMcp, readText, toolOf } from "../../support/mcp.ts";
import { refusalsOf } from "../../support/refusals.ts";
import { exchange } from "../../support/socket.ts";
import type { ExperimentContext } from "../context.ts";
import type { Experiment } from "../experiment.ts";
import { nameOf, tally } from "../history.ts";
import { brokenBytes, hostileTexts } from "../hostile.ts";
import { tryCallbacks } from "../hostile-callbacks.ts";
import { forEach } from "../load.ts";
import { findMissing, readStored, textsOf } from "../read-back.ts";
import { type AnyInput, mapTexts, type RequestField, requestFieldsOf } from "../request-fields.ts";
import { type Service, startService } from "../service.ts";

export const i6: Experiment = {
  id: "I6",
  title: "2,000 hostile texts and invalid UTF-8 in every text field and parameter of the contract",
  passesWhen: "no answer is a 5xx, accepted texts are read back unchanged, and refusals have a code of the operation",
  seconds: { full: 900, short: 120 },
  async run(context) {
    const service = await startService(context);
    const all = hostileTexts(2_000, context.random.below(2 ** 31));
    // The short form always has unstorable texts and `__proto__`.
    const texts =
      context.size(1, 0) === 1 ? all : ["a\0b", "a\ud83d", "__proto__", ...context.random.shuffle(all).slice(0, 2)];
    const attempt = createAttempts(context, service, texts);
    await forEach(context, teamOperations, 4, async (id) => {
      await attempt.tryOperation(id);
      await attempt.tryBytes(id);
    });
    attempt.problems.push(...(await tryCallbacks(context, service, texts)));
    return {
      n: attempt.counts.requests + 4 * texts.length,
      problems: [...new Set(attempt.problems)],
      details: {
        texts: texts.length,
        fields: attempt.counts.fields,
        readBack: attempt.counts.readBack,
        answers: tally(attempt.names),
      },
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

const ajv = new Ajv2020({ strict: false });
addFormats(ajv);

/** The refusals of requests whose operation is unknown. */
const withoutOperation = ["400 validation_error", "404 not_found", "405 method_not_allowed"];

/** With longer texts in all parameters, the head of the request exceeds Node's limit. */
const maxParameterLength = 2_000;

/** Fields that change the stored tags, and are not stored themselves. */
const changesTags = /^body (add|remove)Tags\b/;

/** Whether HTTP can carry the text in this part of a request. */
function fits({ part }: RequestField, text: string): boolean {
  if (part === "header") return isHeader(text);
  return part === "body" || encodeURIComponent(text.toWellFormed()).length <= maxParameterLength;
}

function createAttempts(context: ExperimentContext, service: Service, texts: string[]) {
  const problems: string[] = [];
  const names: string[] = [];
  const counts = { requests: 0, fields: 0, readBack: 0 };

  async function createCaller(id: TeamOperation): Promise<Caller> {
    const signedIn = await service.signIn();
    return { ...signedIn, example: (await exampleOf(id, signedIn.client, service.provider)) as AnyInput };
  }

  /** Sends a request. An answer that the operation does not declare is a problem. */
  async function send(
    what: string,
    id: OperationId,
    allowed: string[],
    request: () => Promise<RawAnswer>,
  ): Promise<RawAnswer> {
    const answer = await request();
    const name = nameOf(answer);
    counts.requests += 1;
    names.push(name);
    const isKnown = answer.status === operations[id].status || [...allowed, ...refusalsOf(id)].includes(name);
    if (answer.status >= 500 || !isKnown) problems.push(`${id}, ${what}: ${answer.status} ${answer.text}`);
    return answer;
  }

  async function tryOperation(id: TeamOperation): Promise<void> {
    // A key in the body is removed before the validation.
    const fields = requestFieldsOf(id)
      .filter(({ name }) => name !== "body api_key")
      .map((field) => ({ ...field, isValid: ajv.compile(field.schema) }));
    counts.fields += fields.length;
    const takes = (field: (typeof fields)[number], text: string) =>
      field.isValid(text) && findUnstorable(text, 2).length === 0 && fits(field, text) && field.fits?.(text) !== false;
    const call = ({ client }: Caller, input: AnyInput) => client.raw(id, wellFormed(input) as CallInput<TeamOperation>);

    // Some fields accept any text, such as a name. Others accept only existing values, such as a sender.
    const unrestricted: typeof fields = [];
    for (const field of fields.filter((each) => takes(each, "plain text"))) {
      const caller = await createCaller(id);
      const { status } = await call(caller, field.put(withUnusedValues(caller.example), "plain text"));
      if (status === operations[id].status && isRepeatable(id)) unrestricted.push(field);
    }
    const restricted = fields.filter((field) => !unrestricted.includes(field));

    // Each share has its own team, so that other requests do not change its data. A contact has at most 100 phones, and
    // a team at most 20 webhook endpoints.
    const size = id === "createWebhookEndpoint" ? 8 : 50;
    const shares = Array.from({ length: Math.ceil(texts.length / size) }, (_, at) =>
      texts.slice(at * size, (at + 1) * size),
    );
    await forEach(context, shares, 6, async (share, at) => {
      const caller = await createCaller(id);
      for (const [index, text] of share.entries()) {
        if (context.over.aborted) return;
        await tryText(caller, text, at * size + index);
      }
    });

    async function tryText(caller: Caller, text: string, index: number): Promise<void> {
      const what = JSON.stringify(text.slice(0, 60));
      const fitting = unrestricted.filter((field) => takes(field, text));
      if (fitting.length > 0) {
        const input = fitting.reduce((draft, field) => field.put(draft, text), withUnusedValues(caller.example));
        const answer = await send(`all fields ${what}`, id, [], () => call(caller, input));
        if (answer.status === operations[id].status) await readBack(id, caller, fitting, text, index, answer);
        else if (answer.status !== 409) problems.push(`${id} refuses ${what}: ${answer.text}`);
        if (index % 20 === 0) await callTool(id, caller, input, what);
      }
      // Tries all other fields in one request, and a single field, because the first fault hides the others.
      const wrong = [...restricted, ...unrestricted.filter((field) => !takes(field, text))].filter((field) =>
        fits(field, text),
      );
      const isTurn = index % context.size(10, 1) === 0 || findUnstorable(text, 2).length > 0;
      if (wrong.length === 0 || !isTurn) return;
      const one = context.random.pick(wrong);
      for (const chosen of index % 20 === 0 ? [wrong, [one]] : [[one]]) {
        const input = chosen.reduce((draft, field) => field.put(draft, text), withUnusedValues(caller.example));
        const where = chosen.map(({ name }) => name).join();
        const allowed = chosen.some(({ part }) => part === "path") ? withoutOperation : [];
        const answer = await send(`${where} ${what}`, id, allowed, () => call(caller, input));
        const isRefused = answer.status !== operations[id].status;
        if (!isRefused && chosen.some((field) => !takes(field, text)) && !isChanged(input))
          problems.push(`${id} accepts ${what} as ${where}`);
        if (index % 20 === 0) await callTool(id, caller, input, what);
      }
    }
  }

  /** Sends the same request through the MCP server, if the operation is a tool. */
  async function callTool(id: TeamOperation, { key }: Caller, input: AnyInput, what: string): Promise<void> {
    if (!operations[id].isTool) return;
    const args = argumentsOf(input as CallInput<TeamOperation>);
    const call = message("tools/call", { name: toolOf(id).definition.name, arguments: args });
    const { status, body, text } = await postMcp(service.url, call, { "x-api-key": key }, everyTool);
    counts.requests += 1;
    const refusals = refusalsOf(id).map((refusal) => refusal.split(" ")[1]);
    const isKnown = !body.result?.isError || refusals.includes(readText(body.result).error);
    if (status !== 200 || !body.result || !isKnown || text.includes("server_error"))
      problems.push(`the tool of ${id}, ${what}: ${text}`);
  }

  /** Reads the stored data, which must contain the text once per field. */
  async function readBack(
    id: TeamOperation,
    caller: Caller,
    fields: RequestField[],
    text: string,
    index: number,
    answer: RawAnswer,
  ) {
    const stays = fields.filter(({ part, name }) => part === "body" && !changesTags.test(name));
    // A text within an object replaces the object, so that of its last field stays.
    const expected = new Set(stays.map(({ name }) => name.split(".")[0])).size;
    // A check stores nothing.
    if (expected === 0 || text === "" || id === "checkMessage") return;
    const stored = await readStored(service, id, caller, answer, text);
    const found = textsOf(stored).filter((each) => each === text).length;
    counts.readBack += expected;
    const what = JSON.stringify(text.slice(0, 60));
    if (found < expected)
      problems.push(`${id} stores ${what} in ${found} of ${expected} fields: ${JSON.stringify(stored).slice(0, 400)}`);
    if (id !== "createContact" || index % 5 > 0 || !fields.some(({ name }) => name === "body name")) return;
    const missing = await findMissing(caller.client, answer.body.contact.id, text);
    problems.push(...missing.map((filter) => `a contact is not found by ${filter}`));
  }

  /** Sends invalid UTF-8 in a body, a path, a query and a header. */
  async function tryBytes(id: TeamOperation): Promise<void> {
    const { client, key, example } = await createCaller(id);
    const { method, path } = operations[id];
    const mark = "replaced by bytes";
    const some = context.size(1, 0) === 1 ? brokenBytes : brokenBytes.slice(0, 1);
    for (const field of requestFieldsOf(id)) {
      for (const bytes of some) {
        const input = field.put(withUnusedValues(example), mark);
        const encoded = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
        const fill = (value: unknown) => (value === mark ? encoded : encodeURIComponent(String(value)));
        const values = { ...input.path } as Record<string, string>;
        const query = Object.entries({ ...input.query }).map(([name, value]) => `${name}=${fill(value)}`);
        const target = `${path.replace(/\{(\w+)\}/g, (_, name: string) => fill(values[name]))}?${query.join("&")}`;
        const what = `${field.name} ${bytes.toString("hex")}`;
        if (field.part === "header") {
          const head = Buffer.from(
            `${method} ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Api-Key: ${key}\r\nIdempotency-Key: `,
          );
          await send(what, id, withoutOperation, () =>
            exchange(service.url, Buffer.concat([head, bytes, Buffer.from("\r\n\r\n")])),
          );
          continue;
        }
        const [before = "", ...after] = input.body ? JSON.stringify(input.body).split(mark) : [];
        const body = Buffer.concat([Buffer.from(before), ...after.flatMap((each) => [bytes, Buffer.from(each)])]);
        const init = input.body ? { body, headers: { "content-type": "application/json" } } : {};
        const answer = await send(what, id, withoutOperation, () => client.request(method, target, init));
        if (field.part === "body" && nameOf(answer) !== "400 validation_error") problems.push(`${id} accepts ${what}`);
      }
    }
  }

  return { problems, names, counts, tryOperation, tryBytes };
}

/** Replaces the name and phones by unused values, so that the request can be repeated. */
function withUnusedValues({ body, ...rest }: AnyInput): AnyInput {
  if (!body) return rest;
  const replaced = mapTexts(body, (text) => (/^\+1\d{10}$/.test(text) ? uniquePhone() : text)) as object;
  return { ...rest, body: { ...replaced, ...("name" in body && { name: `name ${newId()}` }) } };
}

/** Replaces lone surrogates in the path and query, because a URL cannot contain them. */
const wellFormed = ({ path, query, ...rest }: AnyInput): AnyInput => ({
  ...rest,
  path: mapTexts(path ?? {}, (text) => text.toWellFormed()) as object,
  query: mapTexts(query ?? {}, (text) => text.toWellFormed()) as object,
});

/** Whether `wellFormed` changes the request. */
const isChanged = ({ path, query }: AnyInput) =>
  JSON.stringify([path, query]) !== JSON.stringify(mapTexts([path, query], (text) => text.toWellFormed()));

/** Whether the same request can succeed again. */
const isRepeatable = (id: TeamOperation) =>
  operations[id].method !== "DELETE" && !["mergeContacts", "verifyOtp", "archiveBusinessNumber"].includes(id);

/** Whether a header can carry the text unchanged. */
const isHeader = (text: string) => /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text);
