import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { operations } from "../../../generated/operations.ts";
import { createSealer } from "../../../server/secrets/sealing.ts";
import { getTeamSecrets } from "../../../server/webhooks/replies/team-secrets.ts";
import { inboundForm, newSid, statusForm } from "../../support/callbacks.ts";
import { runInProcess } from "../../support/cli.ts";
import { type CallInput, type Client, createClient, type RawAnswer } from "../../support/client.ts";
import { whileClosed } from "../../support/cluster.ts";
import { createCollector } from "../../support/collector.ts";
import { dumpRows } from "../../support/dump.ts";
import { exampleOf, type TeamOperation, teamOperations } from "../../support/examples.ts";
import { uniquePhone } from "../../support/factories.ts";
import { answer } from "../../support/fake-server.ts";
import { argumentsOf, postMcp, request, toolOf } from "../../support/mcp.ts";
import { noSettings, type Settings } from "../../support/process.ts";
import { sendKeyEverywhere } from "../../support/requests-with-key.ts";
import { postSigned } from "../callbacks.ts";
import type { ExperimentContext } from "../context.ts";
import type { Experiment } from "../experiment.ts";
import { tally } from "../history.ts";
import { forEach, until } from "../load.ts";
import type { AnyInput } from "../request-fields.ts";
import { createSecretScanner, type SecretScanner } from "../secret-scanner.ts";
import { type Service, startService } from "../service.ts";
import { usePasscodes } from "../use-passcodes.ts";

export const i5: Experiment = {
  id: "I5",
  title:
    "every operation, tool, callback and operator command with the most verbose log, while provider, target and database fail",
  passesWhen:
    "no key, passcode, secret, password or credential is in a log, answer, trace, row, job, session or output, except where it belongs",
  seconds: { full: 180, short: 120 },
  async run(context) {
    const isFull = context.size(1, 0) === 1;
    const scanner = createSecretScanner();
    const collector = isFull ? await createCollector() : undefined;
    try {
      const service = await startService(context, (settings) => ({
        ...withPassword(settings),
        ...secretSettings,
        LOG_LEVEL: "trace",
        WEBHOOK_ALLOW_PRIVATE: "127.0.0.0/8",
        ...(collector && { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" }),
      }));
      // The database accepts any password.
      for (const [name, secret] of Object.entries(secretSettings)) scanner.register(name, secret);
      scanner.register("the password of DATABASE_URL", databasePassword);
      const actions = createActions(service, scanner);

      // A creation has the only answer with status 201.
      const some: TeamOperation[] = ["createContact", ...context.random.shuffle(teamOperations).slice(0, 5)];
      const ids = isFull ? teamOperations : [...new Set(some)];
      const keys: string[] = [];
      await forEach(context, ids, 4, async (id) => keys.push(await actions.operation(id)));
      const [key] = keys as [string, ...string[]];
      await actions.callbacks();
      await actions.replies(context);
      await actions.passcodes(false);
      await actions.passcodes(true);
      const revoked = await actions.commands();
      const unknown = "mk_this-is-an-unknown-key";
      for (const each of isFull ? [key, `${key}_test`, revoked, unknown] : [key, unknown]) await actions.tryKey(each);
      await actions.failures(key, isFull);

      const sessions = await service.em().execute<{ query: string }[]>("select query from pg_stat_activity");
      await service.server.stop();
      scanner.search("the sessions", sessions.map(({ query }) => query).join("\n"));
      scanner.search("the log", withoutSimulated(service.server.stdout + service.server.stderr));
      scanner.search("the simulated carrier's log", onlySimulated(service.server.stdout));
      const rows = await dumpRows(service.em());
      for (const [table, all] of Map.groupBy(rows, (row) => row.table)) {
        scanner.search(`table ${table}`, all.map(({ row }) => row).join("\n"));
      }
      const [{ data_directory: data } = { data_directory: "" }] = await service.em().execute("show data_directory");
      scanner.search("PostgreSQL's log", readFileSync(join(dirname(data), "postgres.log"), "utf8"));
      scanner.search("the traces", JSON.stringify(collector?.spans ?? []));
      // The contract and its page occur often.
      scanner.search("an answer", [...new Set(actions.answers.map(({ text }) => text))].join("\n"));
      scanner.search(
        "an answer's headers",
        actions.answers.map(({ headers }) => JSON.stringify([...headers])).join("\n"),
      );

      const problems = [...scanner.problems];
      // Every kind of answer and row must have occurred.
      const tables = new Set(rows.map(({ table }) => table));
      const filled = [
        "public.otp",
        "public.webhook_attempt",
        "public.callback",
        "public.idempotency_key",
        "pgboss.job",
      ];
      problems.push(...filled.filter((table) => !tables.has(table)).map((table) => `${table} is empty`));
      const statuses = tally(actions.answers.map(({ status }) => String(status)));
      const wanted = ["200", "201", "400", "401", "403", "404", "405", "409", "413", "415", "422", "500", "502", "503"];
      problems.push(
        ...wanted.filter((status) => !statuses[status]).map((status) => `no answer had the status ${status}`),
      );
      if (collector && collector.spans.length === 0) problems.push("there are no traces");
      const logged = service.server.stdout.split("\n").length;
      return {
        n: actions.answers.length,
        problems,
        details: {
          secrets: scanner.size,
          statuses,
          logLines: logged,
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

/** Settings that only the server may know. */
const secretSettings: Settings = {
  SECRET_KEY: "the key that hashes and signs, of 32 characters and more",
  WEBHOOK_CLIENT_SECRET: "the token of the provider: ü",
  BOOTSTRAP_API_KEY: "the-key-of-the-first-team",
};

const replyPassword = "the-password-of-the-target";
const replyToken = "the-token-in-its-address";

/** The rows that may contain a team's URLs for replies. */
const allowedForReplies = /^table public\.(message|webhook_delivery)$/;

const isSimulated = (line: string) => line.includes('"msg":"simulated carrier: text accepted"');
const onlySimulated = (log: string) => log.split("\n").filter(isSimulated).join("\n");
const withoutSimulated = (log: string) =>
  log
    .split("\n")
    .filter((line) => !isSimulated(line))
    .join("\n");

function createActions(service: Service, scanner: SecretScanner) {
  const answers: RawAnswer[] = [];
  const record = (given: RawAnswer | undefined) => {
    if (given) answers.push(given);
  };

  async function signIn() {
    const signedIn = await service.signIn();
    scanner.register("an API key", signedIn.key);
    return signedIn;
  }

  /** Calls an operation over HTTP with the key in each place, and as a tool if it is one. Returns the key. */
  async function operation(id: TeamOperation): Promise<string> {
    const { client, key } = await signIn();
    const input = (await exampleOf(id, client, service.provider)) as AnyInput;
    const call = async (asking: Client, given: AnyInput, headers = {}) =>
      record(await asking.raw(id, { ...given, headers } as CallInput<TeamOperation>));
    await call(client, input);
    await call(client.inTestMode(), input);
    await call(createClient(service.url, ""), input, { authorization: `Bearer ${key}` });
    await call(client, { ...input, query: { ...input.query, api_key: key, cursor: key } });
    if (operations[id].method !== "GET") await call(client, { ...input, body: { ...input.body, api_key: key } });
    if (!operations[id].isTool) return key;

    const another = await signIn();
    const args = argumentsOf(await exampleOf(id, another.client, service.provider));
    const ask = (more: object) =>
      request("tools/call", { name: toolOf(id).definition.name, arguments: { ...args, ...more } });
    record(await postMcp(service.url, ask({}), { "x-api-key": another.key }));
    record(await postMcp(service.url, { ...ask({}), api_key: another.key }));
    record(await postMcp(service.url, ask({ api_key: key, cursor: key }), { "x-api-key": another.key }));
    return key;
  }

  const tryKey = async (key: string) => {
    scanner.register("an API key", key.replace(/_test$/, ""));
    answers.push(...(await sendKeyEverywhere(service.url, key)));
  };

  /** Posts valid, invalid and unreadable callbacks. */
  async function callbacks(): Promise<void> {
    const { number, client } = await signIn();
    const { WEBHOOK_CLIENT_SECRET: token = "" } = secretSettings;
    const { textId } = await client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
    record(await postSigned(service, "inbound", inboundForm(uniquePhone(), number, "hello"), "", token));
    record(await postSigned(service, "status", statusForm(number, newSid(), "sent"), `?textId=${textId}`, token));
    record(await postSigned(service, "otp-status", statusForm(number, newSid(), "failed"), "", token));
    record(await postSigned(service, "inbound", {}, "", token));
    record(await postSigned(service, "inbound", inboundForm(uniquePhone(), number, "hello"), "", "another token"));
    record(await postSigned(service, "status", statusForm(number, newSid(), "sent"), "?textId=none", "another token"));
  }

  /** Posts replies to failing URLs with credentials. */
  async function replies(context: ExperimentContext): Promise<void> {
    const { client, number, team } = await signIn();
    const target = await context.startFakeServer(answer(500, "not now"));
    const url = `${target.url.replace("//", `//user:${replyPassword}@`)}/replies?token=${replyToken}`;
    scanner.register("the password in a reply address", replyPassword, allowedForReplies);
    scanner.register("the token in a reply address", replyToken, allowedForReplies);
    const phone = uniquePhone();
    const other = uniquePhone();
    const unreachable = `http://user:${replyPassword}@127.0.0.1:1/?token=${replyToken}`;
    for (const [to, replyWebhookUrl] of [
      [phone, url],
      [other, unreachable],
    ] as const) {
      record(await client.raw("sendText", { body: { phone_number: to, message: "hello", replyWebhookUrl } }));
      record(
        await postSigned(
          service,
          "inbound",
          inboundForm(to, number, "hello"),
          "",
          secretSettings.WEBHOOK_CLIENT_SECRET,
        ),
      );
    }
    await until("both replies were attempted", async () => {
      const tried = await service.em().execute("select from webhook_attempt where team_id = ?", [team.id]);
      return tried.length >= 2;
    });
    const sealer = createSealer(secretSettings.SECRET_KEY!);
    for (const { secret } of await getTeamSecrets(service.em(), sealer, team))
      scanner.register("a webhook's secret", secret);
    if (!target.requests.some(({ headers, path }) => headers.authorization && path.includes(replyToken)))
      throw new Error("The target was not called with its credentials.");
  }

  const passcodes = (inTestMode: boolean) => usePasscodes({ service, scanner, record, signIn }, inTestMode);

  /** Runs the commands that create or show secrets and related records. Returns a revoked key. */
  async function commands(): Promise<string> {
    const { team } = await signIn();
    const run = async (...argv: string[]) => {
      const done = await runInProcess(argv, { env: { ...noSettings, ...service.settings } });
      scanner.search(`the errors of ${argv.join(" ")}`, done.stderr);
      return done.stdout;
    };
    const show = async (...argv: string[]) => {
      const shown = await run(...argv);
      scanner.search(`the output of ${argv.join(" ")}`, shown);
      return JSON.parse(shown);
    };
    const { key, id } = JSON.parse(await run("keys", "create", "--team", team.name));
    scanner.register("an API key that a command created", key);
    for (const each of JSON.parse(await run("teams", "webhook-secret", team.name)))
      scanner.register("a webhook's secret", each.secret);
    for (const each of JSON.parse(await run("teams", "webhook-secret", team.name, "--rotate")))
      scanner.register("a webhook's secret", each.secret);
    await show("keys", "list", "--team", team.name);
    await show("keys", "revoke", id);
    await show("teams", "list");
    await show("jobs", "failed");
    await show("callbacks", "list");
    const [{ name }] = await service
      .em()
      .execute<[{ name: string }]>("select t.name from webhook_delivery d join team t on t.id = d.team_id");
    const [delivery] = await show("webhooks", "list", "--team", name);
    await show("webhooks", "show", delivery.id, "--team", name);
    await show("teams", "suspend", team.name);
    return key;
  }

  /** Sends requests to a database without a table, and without a database. */
  async function failures(key: string, isFull: boolean): Promise<void> {
    const { client: unlicensed, team } = await signIn();
    await service.em().execute("update team set status = 'suspended' where id = ?", [team.id]);
    record(await unlicensed.raw("listThreads"));
    for (const table of isFull ? ["thread", "rate_bucket", "api_key", "contact", "idempotency_key"] : ["thread"]) {
      await service.em().execute(`alter table ${table} rename to lost`);
      await tryKey(key);
      await service.em().execute(`alter table lost rename to ${table}`);
    }

    await whileClosed(service.database, () => tryKey(key));
    await until("the server is back", async () => (await fetch(`${service.url}/readyz`)).status === 200);
  }

  return { answers, operation, tryKey, callbacks, replies, passcodes, commands, failures };
}

/** Adds a password to the URL of the database. */
function withPassword(settings: Settings): Settings {
  return { ...settings, DATABASE_URL: settings.DATABASE_URL!.replace("@", `:${databasePassword}@`) };
}
