import { isDeepStrictEqual } from "node:util";
import { type OperationId, operations } from "../../../generated/operations.ts";
import { type Belongings, type Furnished, furnish, longAgo, unknownLike } from "../../support/belongings.ts";
import { statusForm } from "../../support/callbacks.ts";
import { runInProcess } from "../../support/cli.ts";
import type { CallInput, Client, RawAnswer } from "../../support/client.ts";
import { dumpRows } from "../../support/dump.ts";
import { exampleOf, type TeamOperation, teamOperations } from "../../support/examples.ts";
import { argumentsOf, postMcp, request, toolOf } from "../../support/mcp.ts";
import { noSettings } from "../../support/process.ts";
import type { ExperimentContext } from "../bench.ts";
import { postSigned } from "../callbacks.ts";
import { comparable, isId, isRefused } from "../compare.ts";
import type { Experiment } from "../experiment.ts";
import { forEach, until } from "../load.ts";
import { type AnyInput, mapTexts, onlyNeeded, type Place, placesOf } from "../places.ts";
import { openSite, type Site } from "../site.ts";

export const i1: Experiment = {
  id: "I1",
  title: "another team's ids, names, phones and cursors in every place of every operation, MCP tool and resource",
  passesWhen:
    "each answer is byte for byte the one to something unknown of the same shape; nothing of the other team is in an " +
    "answer, nor changed; the other team itself would have been served",
  seconds: { full: 240, short: 120 },
  async run(context) {
    const site = await openSite(context);
    const other = await furnish(site);
    const trial = createTrial(context, site, other);
    /** All that the other team has, but for what its own requests take from its bucket. */
    const readOther = async () =>
      (await dumpRows(site.em(), other.team.id)).filter(({ table }) => table !== "public.rate_bucket");
    const before = await readOther();

    await forEach(context, teamOperations, 4, async (id) => {
      await trial.tryWhole(id);
      await trial.tryPlaces(id);
    });
    await trial.tryResources();
    if (context.size(1, 0) === 1) await trial.tryCommands();

    const after = await readOther();
    const changed = after.filter((row) => !before.some((each) => isDeepStrictEqual(each, row)));
    trial.problems.push(...changed.map(({ table, row }) => `${table} of the other team has changed: ${row}`));
    if (after.length !== before.length) trial.problems.push("rows of the other team are gone");
    // These do change what they name: a signed status counts for whatever team has the text.
    await trial.tryCallbacks();
    const places = teamOperations.flatMap((id) => placesOf(id));
    return {
      n: trial.told.pairs,
      problems: [...new Set(trial.problems)],
      details: { operations: teamOperations.length, places: places.length, ...trial.told },
    };
  },
};

/** A team that asks, and the request of an operation that it would be served for. */
interface Asker {
  client: Client;
  key: string;
  number: string;
  example: AnyInput;
}

/** A way to an operation. */
type Transport = (asker: Asker, id: TeamOperation, input: AnyInput) => Promise<RawAnswer>;

/** What any team learns: a phone number belongs to one team of the whole installation. */
const toldToAll = { id: "createBusinessNumber", place: "body phoneNumber", code: "duplicate_business_number_phone" };

function createTrial(context: ExperimentContext, site: Site, other: Furnished) {
  const isFull = context.size(1, 0) === 1;
  const problems: string[] = [];
  const told = { pairs: 0, served: 0, refused: 0 };
  const belongings = Object.entries(other.own) as [keyof Belongings, string][];
  const transports: Record<string, Transport> = {
    HTTP: ({ client }, id, input) => client.raw(id, input as CallInput<TeamOperation>),
    MCP: ({ key }, id, input) => {
      const call = request("tools/call", {
        name: toolOf(id).definition.name,
        arguments: argumentsOf(input as CallInput<TeamOperation>),
      });
      return postMcp(site.url, call, { "x-api-key": key });
    },
  };

  async function createAsker(id: TeamOperation): Promise<Asker> {
    const signedIn = await site.signIn();
    return { ...signedIn, example: (await exampleOf(id, signedIn.client, site.provider)) as AnyInput };
  }

  /** Asks as a team to which nothing has happened yet but refusals. */
  function createAsking(id: TeamOperation, transport: Transport) {
    let fresh: Asker | undefined;
    return async (inputOf: (asker: Asker) => AnyInput): Promise<RawAnswer> => {
      const asker = fresh ?? (await createAsker(id));
      const answer = await transport(asker, id, inputOf(asker));
      // A wrong guess counts.
      const isAsBefore = operations[id].method === "GET" || (isRefused(answer) && !answer.text.includes("otp_invalid"));
      fresh = isAsBefore ? asker : undefined;
      return answer;
    };
  }

  function compare(what: string, [foreign, text]: [RawAnswer, string], [unknown, like]: [RawAnswer, string]): void {
    told.pairs += 1;
    told[isRefused(foreign) ? "refused" : "served"] += 1;
    const [one, another] = [comparable(foreign, text), comparable(unknown, like)];
    if (!isDeepStrictEqual(one, another)) {
      problems.push(`${what}: ${JSON.stringify(one)} to another team's, ${JSON.stringify(another)} to an unknown one`);
    }
    search(what, foreign, text);
  }

  /** Looks for what is the other team's in an answer to a request that had `given`. */
  function search(what: string, { text }: RawAnswer, given = ""): void {
    // Eight digits may be anywhere.
    const seen = belongings.filter(([name, each]) => name !== "code" && each !== given && text.includes(each));
    problems.push(...seen.map(([name]) => `${what}: the other team's ${name} is in ${text}`));
  }

  /** The request that another team would be served for. */
  async function tryWhole(id: TeamOperation): Promise<void> {
    for (const [name, transport] of isFull
      ? Object.entries(transports)
      : [context.random.pick(Object.entries(transports))]) {
      const ask = createAsking(id, transport);
      const victim = await createAsker(id);
      const foreign = await ask(() => victim.example);
      const unknown = await ask(() => mapTexts(victim.example, unknownIfTheirs) as AnyInput);
      compare(`${name} ${id}`, [foreign, ""], [unknown, ""]);
      if (!isRefused(foreign)) continue;
      // What is refused to everybody would prove nothing.
      const own = await transport(victim, id, victim.example);
      if (isRefused(own)) problems.push(`${name} ${id} is refused to the team itself: ${own.text}`);
    }
  }

  /** One place after the other of a request that the asking team is served for. */
  async function tryPlaces(id: TeamOperation): Promise<void> {
    const places = placesOf(id);
    for (const [name, transport] of Object.entries(transports).slice(0, isFull ? 2 : 1)) {
      const ask = createAsking(id, transport);
      const plain = await ask(({ example }) => example);
      if (isRefused(plain)) problems.push(`${name} ${id} is refused: ${plain.text}`);
      search(`${name} ${id}`, plain);
      for (const place of places) {
        for (const [belonging, text] of chosen(place, name)) {
          for (const from of bases(id, name)) {
            const foreign = await ask(({ example }) => place.put(from(example), text));
            if (id === toldToAll.id && place.name === toldToAll.place && text.startsWith("+")) {
              // Any phone is taken for everybody as soon as one team has it, so there is nothing to compare it with.
              if (!foreign.text.includes(toldToAll.code) && belonging === "senderPhone")
                problems.push(`${name} ${id} takes the other team's phone`);
              continue;
            }
            const like = unknownLike(text);
            const unknown = await ask(({ example }) => place.put(from(example), like));
            compare(`${name} ${id} with the ${belonging} in ${place.name}`, [foreign, text], [unknown, like]);
          }
        }
      }
      if (places.some((place) => place.name === "query cursor")) await tryCursors(id, name, ask);
    }
  }

  /** The other team's list, with its own cursor. */
  async function tryCursors(id: TeamOperation, name: string, ask: ReturnType<typeof createAsking>): Promise<void> {
    const cursors = belongings.filter(([belonging]) => belonging.endsWith("Cursor"));
    const put = (example: AnyInput, threadId: string, cursor: string): AnyInput => ({
      ...(operations[id].path.includes("{id}") && { path: { id: threadId } }),
      // A cursor of replies belongs to the `since` that it was given for.
      query: { ...onlyNeeded(id, example).query, ...(id === "listThreadReplies" && { since: longAgo }), cursor },
    });
    const { example } = await createAsker(id);
    let isServed = false;
    for (const [, cursor] of cursors) {
      const foreign = await ask(() => put(example, other.own.threadId, cursor));
      const unknown = await ask(() => put(example, unknownLike(other.own.threadId), unknownLike(cursor)));
      compare(`${name} ${id} with a list and its cursor`, [foreign, cursor], [unknown, cursor]);
      const own = put(example, other.own.threadId, cursor) as CallInput<TeamOperation>;
      isServed ||= !isRefused(await other.client.raw(id, own));
    }
    if (!isServed) problems.push(`${id} gives the team itself no second page`);
  }

  async function tryResources(): Promise<void> {
    const { key } = await site.signIn();
    const read = async (uri: string) => postMcp(site.url, request("resources/read", { uri }), { "x-api-key": key });
    const { body } = await postMcp(site.url, request("resources/templates/list"), { "x-api-key": key });
    const templates: string[] = body.result.resourceTemplates.map(
      ({ uriTemplate }: { uriTemplate: string }) => uriTemplate,
    );
    for (const template of templates) {
      for (const [belonging, text] of belongings.filter(
        ([name, each]) => isId(each) && (isFull || isAkin(name, `to ${template}`)),
      )) {
        const like = unknownLike(text);
        const [foreign, unknown] = [
          await read(template.replace("{id}", text)),
          await read(template.replace("{id}", like)),
        ];
        if (!isRefused(foreign)) problems.push(`the resource ${template} shows the ${belonging}`);
        compare(`the resource ${template} with the ${belonging}`, [foreign, text], [unknown, like]);
      }
    }
    if (templates.length === 0) problems.push("there are no resources");
  }

  /** Reports on another team's message, from a number of the asking team's: their answers tell nothing. */
  async function tryCallbacks(): Promise<void> {
    const { number } = await site.signIn();
    const { providerId, messageId, otpId } = other.own;
    const queries = ["", `?textId=${messageId}`, `?otpId=${otpId}`];
    for (const kind of ["status", "otp-status"] as const) {
      for (const query of queries) {
        const ask = (sid: string) => postSigned(site, kind, statusForm(number, sid, "read"), query);
        const like = unknownLike(providerId);
        compare(`a ${kind} callback ${query}`, [(await ask(providerId))!, providerId], [(await ask(like))!, like]);
      }
    }
    const unread =
      "select from pgboss.job where name = 'callbacks.status' and data->>'attempt' = '0' and state < 'completed'";
    await until("the callbacks were worked on", async () => (await site.em().execute(unread)).length === 0);
  }

  /** The commands of operators that take something of a team's. */
  async function tryCommands(): Promise<void> {
    const { team } = await site.signIn();
    const run = async (id: string, ...argv: string[]): Promise<unknown> => {
      const { code, stdout, stderr } = await runInProcess([...argv, id, "--team", team.name], {
        env: { ...noSettings, ...site.settings },
      });
      return { code, stdout, stderr: stderr.replaceAll(id, "<id>") };
    };
    for (const action of ["show", "retry"]) {
      const [foreign, unknown] = [
        await run(other.own.deliveryId, "webhooks", action),
        await run(unknownLike(other.own.deliveryId), "webhooks", action),
      ];
      told.pairs += 1;
      if (!isDeepStrictEqual(foreign, unknown))
        problems.push(`webhooks ${action}: ${JSON.stringify([foreign, unknown])}`);
    }
  }

  /** What is tried in a place: whatever it might be for; where that is any text, a part of all, which chance decides. */
  function chosen({ name, schema }: Place, transport: string): [keyof Belongings, string][] {
    const takesAll = schema.pattern === undefined && !name.endsWith("cursor");
    const fitting = belongings.filter(([belonging, text]) =>
      name.endsWith("cursor")
        ? belonging.endsWith("Cursor")
        : !schema.enum && new RegExp(schema.pattern ?? "", "u").test(text),
    );
    const likely = fitting.filter(([belonging]) => isAkin(belonging, name));
    const some = (count: number) => context.random.shuffle(fitting).slice(0, count);
    if (!isFull) return likely.length > 0 || takesAll ? likely.slice(0, 1) : some(1);
    if (takesAll) return [...new Set([...likely, ...some(transport === "MCP" ? 2 : 8)])];
    const others = belongings.filter((each) => !fitting.includes(each));
    return [...fitting, ...context.random.shuffle(others).slice(0, 2)];
  }

  /** What a place is tried in: the example, and what is left of it when only what must be is there. */
  function bases(id: OperationId, transport: string): ((example: AnyInput) => AnyInput)[] {
    const alone = (example: AnyInput) => onlyNeeded(id, example);
    return isFull && transport === "HTTP" ? [(example) => example, alone] : [alone];
  }

  return { problems, told, tryWhole, tryPlaces, tryResources, tryCallbacks, tryCommands };
}

/** Whether the name of a place speaks of the thing, as `tags[]` of a tag. */
function isAkin(belonging: string, place: string): boolean {
  const [thing, name] = [belonging, place.split(" ")[1]!].map((each) => each.toLowerCase().replaceAll(/[^a-z]/g, ""));
  return name!.includes(thing!) || thing!.includes(name!);
}

const unknownIfTheirs = (text: string) => (isId(text) || /^\+?\d{6,}$/.test(text) ? unknownLike(text) : text);
