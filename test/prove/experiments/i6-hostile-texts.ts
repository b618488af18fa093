import { Ajv2020 } from "ajv/dist/2020.js";
import { type OperationId, operations } from "../../../generated/operations.ts";
import { addFormats } from "../../../server/contract/formats.ts";
import { findUnstorable } from "../../../server/contract/storable.ts";
import { newId } from "../../../server/db/columns.ts";
import type { CallInput, Client, RawAnswer } from "../../support/client.ts";
import { exampleOf, type TeamOperation, teamOperations } from "../../support/examples.ts";
import { uniquePhone } from "../../support/factories.ts";
import { argumentsOf, request as message, postMcp, readText, toolOf } from "../../support/mcp.ts";
import { refusalsOf } from "../../support/refusals.ts";
import { exchange } from "../../support/socket.ts";
import type { ExperimentContext } from "../bench.ts";
import type { Experiment } from "../experiment.ts";
import { nameOf, tally } from "../history.ts";
import { brokenBytes, hostileTexts } from "../hostile.ts";
import { tryCallbacks } from "../hostile-callbacks.ts";
import { forEach } from "../load.ts";
import { type AnyInput, mapTexts, type Place, placesOf } from "../places.ts";
import { findMissing, readKept, textsOf } from "../read-back.ts";
import { openSite, type Site } from "../site.ts";

export const i6: Experiment = {
  id: "I6",
  title: "2,000 hostile texts, and bytes that are no text, in every text field and parameter of the contract",
  passesWhen:
    "no answer is a 5xx; what is taken is read back as it was sent; what is refused has a code of the operation's",
  seconds: { full: 900, short: 120 },
  async run(context) {
    const site = await openSite(context);
    const all = hostileTexts(2_000, context.random.below(2 ** 31));
    // The short form always has what the database cannot hold, and a name that is no name in JavaScript.
    const texts =
      context.size(1, 0) === 1 ? all : ["a\0b", "a\ud83d", "__proto__", ...context.random.shuffle(all).slice(0, 2)];
    const trial = createTrial(context, site, texts);
    await forEach(context, teamOperations, 4, async (id) => {
      await trial.tryOperation(id);
      await trial.tryBytes(id);
    });
    trial.problems.push(...(await tryCallbacks(context, site, texts)));
    return {
      n: trial.told.requests + 4 * texts.length,
      problems: [...new Set(trial.problems)],
      details: {
        texts: texts.length,
        places: trial.told.places,
        readBack: trial.told.readBack,
        answers: tally(trial.names),
      },
    };
  },
};

/** What the client of a team asks with, and the id of what it asks for. */
interface Asker {
  client: Client;
  key: string;
  number: string;
  example: AnyInput;
}

const ajv = new Ajv2020({ strict: false });
addFormats(ajv);

/** What is refused before it is known which operation is meant. */
const withoutOperation = ["400 validation_error", "404 not_found", "405 method_not_allowed"];

/** Longer ones in all parameters together are more than Node reads of a request's head. */
const maxParameterLength = 2_000;

/** Whether HTTP has room for a text in its place. */
function fits({ part }: Place, text: string): boolean {
  if (part === "header") return isHeader(text);
  return part === "body" || encodeURIComponent(text.toWellFormed()).length <= maxParameterLength;
}

function createTrial(context: ExperimentContext, site: Site, texts: string[]) {
  const problems: string[] = [];
  const names: string[] = [];
  const told = { requests: 0, places: 0, readBack: 0 };

  async function createAsker(id: TeamOperation): Promise<Asker> {
    const signedIn = await site.signIn();
    return { ...signedIn, example: (await exampleOf(id, signedIn.client, site.provider)) as AnyInput };
  }

  /** Asks, and takes what no operation may answer for a problem. */
  async function ask(
    what: string,
    id: OperationId,
    allowed: string[],
    send: () => Promise<RawAnswer>,
  ): Promise<RawAnswer> {
    const answer = await send();
    const name = nameOf(answer);
    told.requests += 1;
    names.push(name);
    const isKnown = answer.status === operations[id].status || [...allowed, ...refusalsOf(id)].includes(name);
    if (answer.status >= 500 || !isKnown) problems.push(`${id}, ${what}: ${answer.status} ${answer.text}`);
    return answer;
  }

  async function tryOperation(id: TeamOperation): Promise<void> {
    // A key in the body is taken out before anything looks at it.
    const places = placesOf(id)
      .filter(({ name }) => name !== "body api_key")
      .map((place) => ({ ...place, isValid: ajv.compile(place.schema) }));
    told.places += places.length;
    const takes = (place: (typeof places)[number], text: string) =>
      place.isValid(text) && findUnstorable(text, 2).length === 0 && fits(place, text);
    const call = ({ client }: Asker, input: AnyInput) => client.raw(id, wellFormed(input) as CallInput<TeamOperation>);

    // Some take any text, as a name; others only what there is, as a sender.
    const free: typeof places = [];
    for (const place of places.filter((each) => takes(each, "plain text"))) {
      const asker = await createAsker(id);
      const { status } = await call(asker, place.put(fresh(asker.example), "plain text"));
      if (status === operations[id].status && changesNothingElse(id)) free.push(place);
    }
    const picky = places.filter((place) => !free.includes(place));

    // Each with a team of its own, so that nobody else changes what is read back.
    const shares = Array.from({ length: Math.ceil(texts.length / 100) }, (_, at) =>
      texts.slice(at * 100, at * 100 + 100),
    );
    await forEach(context, shares, 6, async (share, at) => {
      const asker = await createAsker(id);
      for (const [index, text] of share.entries()) {
        if (context.over.aborted) return;
        await tryText(asker, text, at * 100 + index);
      }
    });

    async function tryText(asker: Asker, text: string, index: number): Promise<void> {
      const what = JSON.stringify(text.slice(0, 60));
      const fitting = free.filter((place) => takes(place, text));
      if (fitting.length > 0) {
        const input = fitting.reduce((draft, place) => place.put(draft, text), fresh(asker.example));
        const answer = await ask(`everywhere ${what}`, id, [], () => call(asker, input));
        if (answer.status === operations[id].status) await readBack(id, asker, fitting, text, index, answer);
        else if (answer.status !== 409) problems.push(`${id} refuses ${what}: ${answer.text}`);
        if (index % 20 === 0) await askTool(id, asker, input, what);
      }
      // All that is left in one request, and one of it alone: the first fault hides the others.
      const wrong = [...picky, ...free.filter((place) => !takes(place, text))].filter((place) => fits(place, text));
      const isTurn = index % context.size(10, 1) === 0 || findUnstorable(text, 2).length > 0;
      if (wrong.length === 0 || !isTurn) return;
      const one = context.random.pick(wrong);
      for (const chosen of index % 20 === 0 ? [wrong, [one]] : [[one]]) {
        const input = chosen.reduce((draft, place) => place.put(draft, text), fresh(asker.example));
        const where = chosen.map(({ name }) => name).join();
        const allowed = chosen.some(({ part }) => part === "path") ? withoutOperation : [];
        const answer = await ask(`${where} ${what}`, id, allowed, () => call(asker, input));
        const isRefused = answer.status !== operations[id].status;
        if (!isRefused && chosen.some((place) => !takes(place, text)) && !isChanged(input))
          problems.push(`${id} takes ${what} as ${where}`);
        if (index % 20 === 0) await askTool(id, asker, input, what);
      }
    }
  }

  /** The same through the MCP server: a result or a refusal of the operation's. */
  async function askTool(id: TeamOperation, { key }: Asker, input: AnyInput, what: string): Promise<void> {
    const args = argumentsOf(input as CallInput<TeamOperation>);
    const call = message("tools/call", { name: toolOf(id).definition.name, arguments: args });
    const { status, body, text } = await postMcp(site.url, call, { "x-api-key": key });
    told.requests += 1;
    const refusals = refusalsOf(id).map((refusal) => refusal.split(" ")[1]);
    const isKnown = !body.result?.isError || refusals.includes(readText(body.result).error);
    if (status !== 200 || !body.result || !isKnown || text.includes("server_error"))
      problems.push(`the tool of ${id}, ${what}: ${text}`);
  }

  /** Reads what was stored, and looks for the text in as many places as it was put into. */
  async function readBack(
    id: TeamOperation,
    asker: Asker,
    places: Place[],
    text: string,
    index: number,
    answer: RawAnswer,
  ) {
    const expected = places.filter(({ part }) => part === "body").length;
    if (expected === 0 || text === "") return;
    const kept = await readKept(site, id, asker, answer, text);
    const found = textsOf(kept).filter((each) => each === text).length;
    told.readBack += expected;
    const what = JSON.stringify(text.slice(0, 60));
    if (found < expected)
      problems.push(`${id} keeps ${what} in ${found} of ${expected} places: ${JSON.stringify(kept).slice(0, 400)}`);
    if (id !== "createContact" || index % 5 > 0 || !places.some(({ name }) => name === "body name")) return;
    const missing = await findMissing(asker.client, answer.body.contact.id, text);
    problems.push(...missing.map((filter) => `a contact is not found by ${filter}`));
  }

  /** Bytes that are no UTF-8, in a body, a path, a query and a header. */
  async function tryBytes(id: TeamOperation): Promise<void> {
    const { client, key, example } = await createAsker(id);
    const { method, path } = operations[id];
    const mark = "in the place of bytes";
    const some = context.size(1, 0) === 1 ? brokenBytes : brokenBytes.slice(0, 1);
    for (const place of placesOf(id)) {
      for (const bytes of some) {
        const input = place.put(fresh(example), mark);
        const encoded = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
        const fill = (value: unknown) => (value === mark ? encoded : encodeURIComponent(String(value)));
        const values = { ...input.path } as Record<string, string>;
        const query = Object.entries({ ...input.query }).map(([name, value]) => `${name}=${fill(value)}`);
        const target = `${path.replace(/\{(\w+)\}/g, (_, name: string) => fill(values[name]))}?${query.join("&")}`;
        const what = `${place.name} ${bytes.toString("hex")}`;
        if (place.part === "header") {
          const head = Buffer.from(
            `${method} ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Api-Key: ${key}\r\nIdempotency-Key: `,
          );
          await ask(what, id, withoutOperation, () =>
            exchange(site.url, Buffer.concat([head, bytes, Buffer.from("\r\n\r\n")])),
          );
          continue;
        }
        const [before = "", ...after] = input.body ? JSON.stringify(input.body).split(mark) : [];
        const body = Buffer.concat([Buffer.from(before), ...after.flatMap((each) => [bytes, Buffer.from(each)])]);
        const init = input.body ? { body, headers: { "content-type": "application/json" } } : {};
        const answer = await ask(what, id, withoutOperation, () => client.request(method, target, init));
        if (place.part === "body" && nameOf(answer) !== "400 validation_error") problems.push(`${id} takes ${what}`);
      }
    }
  }

  return { problems, names, told, tryOperation, tryBytes };
}

/** With a name and phones that nobody has, so that it can be asked again and again. */
function fresh({ body, ...rest }: AnyInput): AnyInput {
  if (!body) return rest;
  const replaced = mapTexts(body, (text) => (/^\+1\d{10}$/.test(text) ? uniquePhone() : text)) as object;
  return { ...rest, body: { ...replaced, ...("name" in body && { name: `name ${newId()}` }) } };
}

/** As it can be written in an address: half a surrogate pair cannot. */
const wellFormed = ({ path, query, ...rest }: AnyInput): AnyInput => ({
  ...rest,
  path: mapTexts(path ?? {}, (text) => text.toWellFormed()) as object,
  query: mapTexts(query ?? {}, (text) => text.toWellFormed()) as object,
});

/** Whether an address says something else than the text that was put into it. */
const isChanged = ({ path, query }: AnyInput) =>
  JSON.stringify([path, query]) !== JSON.stringify(mapTexts([path, query], (text) => text.toWellFormed()));

/** Whether what it is asked for can be asked for again. */
const changesNothingElse = (id: TeamOperation) =>
  operations[id].method !== "DELETE" && !["mergeContacts", "verifyOtp", "archiveBusinessNumber"].includes(id);

/** What a client can send in a header, and no server cuts anything off. */
const isHeader = (text: string) => /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text);
