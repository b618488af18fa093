import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { operations } from "../../../generated/operations.ts";
import { inboundForm, newSid, statusForm } from "../../support/callbacks.ts";
import { runInProcess } from "../../support/cli.ts";
import { type CallInput, type Client, createClient, type RawAnswer } from "../../support/client.ts";
import { whileClosed } from "../../support/cluster.ts";
import { createCollector } from "../../support/collector.ts";
import { dumpRows } from "../../support/dump.ts";
import { exampleOf, type TeamOperation, teamOperations } from "../../support/examples.ts";
import { uniquePhone } from "../../support/factories.ts";
import { argumentsOf, postMcp, request, toolOf } from "../../support/mcp.ts";
import { noSettings, type Settings } from "../../support/process.ts";
import { answer } from "../../support/stand-in.ts";
import { sweep } from "../../support/sweep.ts";
import type { ExperimentContext } from "../bench.ts";
import { postSigned } from "../callbacks.ts";
import type { Experiment } from "../experiment.ts";
import { tally } from "../history.ts";
import { forEach, until } from "../load.ts";
import type { AnyInput } from "../places.ts";
import { openSite, type Site } from "../site.ts";
import { usePasscodes } from "../use-passcodes.ts";
import { createSecretScanner, type SecretScanner } from "../vault.ts";

export const i5: Experiment = {
  id: "I5",
  title:
    "every operation, tool, callback and operator's command, while provider, target and database fail, with the most " +
    "verbose log",
  passesWhen:
    "no key, passcode, secret, password or credential is in a log, an answer, a trace, a row, a job, a session or a " +
    "command's output, but where it has to be",
  seconds: { full: 180, short: 120 },
  async run(context) {
    const isFull = context.size(1, 0) === 1;
    const scanner = createSecretScanner();
    const collector = isFull ? await createCollector() : undefined;
    try {
      const site = await openSite(context, (settings) => ({
        ...withPassword(settings),
        ...secretSettings,
        ...{ LOG_LEVEL: "trace", WEBHOOK_ALLOW_PRIVATE: "127.0.0.0/8" },
        ...(collector && { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" }),
      }));
      // Where the database is asks for no password, and takes any.
      for (const [name, secret] of Object.entries(secretSettings)) scanner.register(name, secret);
      scanner.register("the password of DATABASE_URL", databasePassword);
      const use = createUse(site, scanner);

      const ids = isFull ? teamOperations : context.random.shuffle(teamOperations).slice(0, 6);
      const keys: string[] = [];
      await forEach(context, ids, 4, async (id) => keys.push(await use.operation(id)));
      const [key] = keys as [string, ...string[]];
      await use.callbacks();
      await use.replies(context);
      await use.passcodes(false);
      await use.passcodes(true);
      const made = await use.commands();
      const unknown = "mk_this-is-a-key-that-nobody-gave-out";
      for (const each of isFull ? [key, `${key}_test`, made, unknown] : [key, unknown]) await use.sweeping(each);
      await use.failures(key, isFull);

      const sessions = await site.em().execute<{ query: string }[]>("select query from pg_stat_activity");
      await site.server.stop();
      scanner.search("the sessions", sessions.map(({ query }) => query).join("\n"));
      scanner.search("the log", withoutSimulated(site.server.stdout + site.server.stderr));
      scanner.search("the simulated carrier's log", onlySimulated(site.server.stdout));
      const rows = await dumpRows(site.em());
      for (const [table, all] of Map.groupBy(rows, (row) => row.table)) {
        scanner.search(`table ${table}`, all.map(({ row }) => row).join("\n"));
      }
      const [{ data_directory: data } = { data_directory: "" }] = await site.em().execute("show data_directory");
      scanner.search("PostgreSQL's log", readFileSync(join(dirname(data), "postgres.log"), "utf8"));
      scanner.search("the traces", JSON.stringify(collector?.spans ?? []));
      // The contract and the page about it came often.
      scanner.search("an answer", [...new Set(use.answers.map(({ text }) => text))].join("\n"));
      scanner.search("an answer's headers", use.answers.map(({ headers }) => JSON.stringify([...headers])).join("\n"));

      const problems = [...scanner.problems];
      // What was not done, or kept nowhere, would prove nothing.
      const tables = new Set(rows.map(({ table }) => table));
      const filled = [
        "public.otp",
        "public.webhook_attempt",
        "public.callback",
        "public.idempotency_key",
        "pgboss.job",
      ];
      problems.push(...filled.filter((table) => !tables.has(table)).map((table) => `there is nothing in ${table}`));
      const statuses = tally(use.answers.map(({ status }) => String(status)));
      const wanted = ["200", "201", "400", "401", "403", "404", "405", "409", "413", "415", "422", "500", "502", "503"];
      problems.push(...wanted.filter((status) => !statuses[status]).map((status) => `nothing was answered ${status}`));
      if (collector && collector.spans.length === 0) problems.push("there are no traces");
      const logged = site.server.stdout.split("\n").length;
      return {
        n: use.answers.length,
        problems,
        details: {
          secrets: scanner.size,
          statuses,
          linesOfLog: logged,
          rows: rows.length,
          characters: scanner.searched,
        },
      };
    } finally {
      await collector?.close();
    }
  },
};

const databasePassword = "the-password-of-the-database";

/** Settings that nobody but the server is to know. */
const secretSettings: Settings = {
  SECRET_KEY: "the key that hashes and signs, of 32 characters and more",
  WEBHOOK_CLIENT_SECRET: "the token of the provider: ü",
  BOOTSTRAP_API_KEY: "the-key-of-the-first-team",
};

const replyPassword = "the-password-of-the-target";
const replyToken = "the-token-in-its-address";

/** Where a team's own things have to be: with what posts its replies. */
const placesOfReplies = /^table public\.(message|webhook_delivery)$/;
const placesOfSecrets = /^table public\.webhook_secret$/;

const isSimulated = (line: string) => line.includes('"msg":"simulated carrier: text accepted"');
const onlySimulated = (log: string) => log.split("\n").filter(isSimulated).join("\n");
const withoutSimulated = (log: string) =>
  log
    .split("\n")
    .filter((line) => !isSimulated(line))
    .join("\n");

function createUse(site: Site, scanner: SecretScanner) {
  const answers: RawAnswer[] = [];
  const keep = (given: RawAnswer | undefined) => {
    if (given) answers.push(given);
  };

  async function signIn() {
    const signedIn = await site.signIn();
    scanner.register("an API key", signedIn.key);
    return signedIn;
  }

  /** An operation with its example, over HTTP with the key in each place, and as a tool. Answers the key. */
  async function operation(id: TeamOperation): Promise<string> {
    const { client, key } = await signIn();
    const input = (await exampleOf(id, client, site.provider)) as AnyInput;
    const call = async (asking: Client, given: AnyInput, headers = {}) =>
      keep(await asking.raw(id, { ...given, headers } as CallInput<TeamOperation>));
    await call(client, input);
    await call(client.inTestMode(), input);
    await call(createClient(site.url, ""), input, { authorization: `Bearer ${key}` });
    await call(client, { ...input, query: { ...input.query, api_key: key, cursor: key } });
    if (operations[id].method !== "GET") await call(client, { ...input, body: { ...input.body, api_key: key } });

    const another = await signIn();
    const args = argumentsOf(await exampleOf(id, another.client, site.provider));
    const ask = (more: object) =>
      request("tools/call", { name: toolOf(id).definition.name, arguments: { ...args, ...more } });
    keep(await postMcp(site.url, ask({}), { "x-api-key": another.key }));
    keep(await postMcp(site.url, { ...ask({}), api_key: another.key }));
    keep(await postMcp(site.url, ask({ api_key: key, cursor: key }), { "x-api-key": another.key }));
    return key;
  }

  const sweeping = async (key: string) => {
    scanner.register("an API key", key.replace(/_test$/, ""));
    answers.push(...(await sweep(site.url, key)));
  };

  /** Right, wrong, and with what makes a record of them nonsense. */
  async function callbacks(): Promise<void> {
    const { number, client } = await signIn();
    const { WEBHOOK_CLIENT_SECRET: token = "" } = secretSettings;
    const { textId } = await client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
    keep(await postSigned(site, "inbound", inboundForm(uniquePhone(), number, "hello"), "", token));
    keep(await postSigned(site, "status", statusForm(number, newSid(), "sent"), `?textId=${textId}`, token));
    keep(await postSigned(site, "otp-status", statusForm(number, newSid(), "failed"), "", token));
    keep(await postSigned(site, "inbound", {}, "", token));
    keep(await postSigned(site, "inbound", inboundForm(uniquePhone(), number, "hello"), "", "another token"));
    keep(await postSigned(site, "status", statusForm(number, newSid(), "sent"), "?textId=none", "another token"));
  }

  /** Replies on their way to an address that has credentials, where they fail. */
  async function replies(context: ExperimentContext): Promise<void> {
    const { client, number, team } = await signIn();
    const target = await context.startStandIn(answer(500, "not now"));
    const url = `${target.url.replace("//", `//user:${replyPassword}@`)}/replies?token=${replyToken}`;
    scanner.register("the password in a reply address", replyPassword, placesOfReplies);
    scanner.register("the token in a reply address", replyToken, placesOfReplies);
    const phone = uniquePhone();
    const gone = uniquePhone();
    const nobody = `http://user:${replyPassword}@127.0.0.1:1/?token=${replyToken}`;
    for (const [to, replyWebhookUrl] of [
      [phone, url],
      [gone, nobody],
    ] as const) {
      keep(await client.raw("sendText", { body: { phone_number: to, message: "hello", replyWebhookUrl } }));
      keep(
        await postSigned(site, "inbound", inboundForm(to, number, "hello"), "", secretSettings.WEBHOOK_CLIENT_SECRET),
      );
    }
    await until("both replies were tried", async () => {
      const tried = await site.em().execute("select from webhook_attempt where team_id = ?", [team.id]);
      return tried.length >= 2;
    });
    const secrets = await site.em().execute<{ secret: string }[]>("select secret from webhook_secret");
    for (const { secret } of secrets) scanner.register("a webhook's secret", secret, placesOfSecrets);
    if (!target.requests.some(({ headers, path }) => headers.authorization && path.includes(replyToken)))
      throw new Error("The target was not called with its credentials.");
  }

  const passcodes = (inTestMode: boolean) => usePasscodes({ site, scanner, keep, signIn }, inTestMode);

  /** Those that make and show secrets, and those that show what is near them. Answers a key that was revoked. */
  async function commands(): Promise<string> {
    const { team } = await signIn();
    const run = async (...argv: string[]) => {
      const done = await runInProcess(argv, { env: { ...noSettings, ...site.settings } });
      scanner.search(`the errors of ${argv.join(" ")}`, done.stderr);
      return done.stdout;
    };
    const show = async (...argv: string[]) => {
      const shown = await run(...argv);
      scanner.search(`the output of ${argv.join(" ")}`, shown);
      return JSON.parse(shown);
    };
    const { key, id } = JSON.parse(await run("keys", "create", "--team", team.name));
    scanner.register("an API key that a command made", key);
    for (const each of JSON.parse(await run("teams", "webhook-secret", team.name)))
      scanner.register("a webhook's secret", each.secret, placesOfSecrets);
    for (const each of JSON.parse(await run("teams", "webhook-secret", team.name, "--rotate")))
      scanner.register("a webhook's secret", each.secret, placesOfSecrets);
    await show("keys", "list", "--team", team.name);
    await show("keys", "revoke", id);
    await show("teams", "list");
    await show("jobs", "failed");
    await show("callbacks", "list");
    const [{ name }] = await site
      .em()
      .execute<[{ name: string }]>("select t.name from webhook_delivery d join team t on t.id = d.team_id");
    const [delivery] = await show("webhooks", "list", "--team", name);
    await show("webhooks", "show", delivery.id, "--team", name);
    await show("teams", "suspend", team.name);
    return key;
  }

  /** A database that has lost a table, and one that is away. */
  async function failures(key: string, isFull: boolean): Promise<void> {
    const { client: unlicensed, team } = await signIn();
    await site.em().execute("update team set status = 'suspended' where id = ?", [team.id]);
    keep(await unlicensed.raw("listThreads"));
    for (const table of isFull ? ["thread", "rate_bucket", "api_key", "contact", "idempotency_key"] : ["thread"]) {
      await site.em().execute(`alter table ${table} rename to lost`);
      await sweeping(key);
      await site.em().execute(`alter table lost rename to ${table}`);
    }

    await whileClosed(site.database, () => sweeping(key));
    await until("the server is back", async () => (await fetch(`${site.url}/readyz`)).status === 200);
  }

  return { answers, operation, sweeping, callbacks, replies, passcodes, commands, failures };
}

/** The settings with an address of the database that has a password. */
function withPassword(settings: Settings): Settings {
  return { ...settings, DATABASE_URL: settings.DATABASE_URL!.replace("@", `:${databasePassword}@`) };
}
