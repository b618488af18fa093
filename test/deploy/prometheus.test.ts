import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { parse } from "yaml";
import type { Database } from "../../server/db/database.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import { createClient } from "../support/client.ts";
import { createDatabase } from "../support/database.ts";
import { buildBusinessNumber, buildKey, buildTeam, uniquePhone } from "../support/factories.ts";
import { root, settingsFor, useProcesses } from "../support/process.ts";
import { check, edit, findFreePort, newDirectory, type Running, readDeploy, run } from "./program.ts";

const { startServer } = useProcesses();
const unitTests = join(root, "test", "deploy", "rules.test.yml");
const rulesFile = join(root, "deploy", "monitoring", "messaging-rules.yml");

/** The dashboard, as far as its queries go. */
const dashboard: { panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(
  readDeploy("monitoring/dashboard.json"),
);
const rules: { name: string; rules: { alert: string; expr: string }[] }[] = parse(
  readDeploy("monitoring/messaging-rules.yml"),
).groups;
const alerts = rules.flatMap((group) => group.rules);

let database: Database;
let prometheus: Running;
let url: string;

/** The result of a query. */
async function query(expression: string): Promise<unknown[]> {
  const response = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query: expression })}`);
  const { status, data, error } = (await response.json()) as {
    status: string;
    data: { result: unknown[] };
    error?: string;
  };
  expect({ expression, status, error }).toEqual({ expression, status: "success", error: undefined });
  return data.result;
}

beforeAll(async () => {
  database = await createDatabase();
  await database.orm.em.fork().execute("update installation set backed_up_at = now()");
  const settings = settingsFor(database);
  const [port, workerPort] = [await findFreePort(), await findFreePort()];
  const servers = [
    await startServer({ ...settings, ROLE: "api" }),
    await startServer({ ...settings, ROLE: "api" }),
  ] as const;
  await startServer({ ...settings, ROLE: "worker", WORKER_PORT: String(workerPort) });
  const directory = newDirectory(afterAll);
  const targets = servers.map((server) => `"127.0.0.1:${server.port}"`).join(", ");
  const configuration = edit(readDeploy("monitoring/prometheus.yml"), [
    ['["127.0.0.1:3000"]', `[${targets}]`],
    ["127.0.0.1:3001", `127.0.0.1:${workerPort}`],
    ["_interval: 15s", "_interval: 1s"],
  ]);
  writeFileSync(join(directory, "prometheus.yml"), configuration);
  copyFileSync(rulesFile, join(directory, "messaging-rules.yml"));
  url = `http://127.0.0.1:${port}`;
  prometheus = run("prometheus", [
    `--config.file=${join(directory, "prometheus.yml")}`,
    `--storage.tsdb.path=${join(directory, "data")}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]);
  await vi.waitFor(async () => expect(await query("up == 1")).toHaveLength(3));

  const em = database.orm.em.fork();
  const team = await buildTeam(em);
  const number = await buildBusinessNumber(em, { team, isPrimary: true });
  const client = createClient(servers[0].url, await buildKey(em, team));
  await client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
  await postCallback(servers[1], "inbound", inboundForm(uniquePhone(), number.phoneNumber, "hello"), {
    authToken: settings.WEBHOOK_CLIENT_SECRET!,
  });
  await vi.waitFor(async () =>
    expect(await query('sum(rate(messaging_texts_final_total{status="delivered"}[1m])) > 0')).toHaveLength(1),
  );
});
afterAll(async () => {
  await prometheus?.stop();
  await database?.close();
});

test("promtool accepts the configuration and the alerts", () => {
  const directory = newDirectory();
  for (const file of ["prometheus.yml", "messaging-rules.yml"])
    writeFileSync(join(directory, file), readDeploy(`monitoring/${file}`));

  const { status, output } = check("promtool", ["check", "config", join(directory, "prometheus.yml")]);

  expect(output).toContain(`SUCCESS: ${alerts.length} rules found`);
  expect(status).toBe(0);
});

test("each alert fires for its cause and for nothing else", () => {
  const { status, output } = check("promtool", ["test", "rules", unitTests]);

  expect(output).toContain("SUCCESS");
  expect(status).toBe(0);
  const tested = readFileSync(unitTests, "utf8");
  for (const { alert } of alerts) expect(tested, alert).toContain(`alertname: ${alert}`);
});

test("the processes are known by their roles", async () => {
  const roles = (await query("count by (role) (up == 1)")) as { metric: { role: string }; value: [number, string] }[];

  expect(roles.map(({ metric, value }) => [metric.role, value[1]]).toSorted()).toEqual([
    ["api", "2"],
    ["worker", "1"],
  ]);
});

test.each(dashboard.panels)("the panel $title shows something", async ({ targets }) => {
  for (const { expr } of targets) expect(await query(expr.replaceAll("$__rate_interval", "1m")), expr).not.toEqual([]);
});

test("no alert fires, and none fails, on an installation that works", async () => {
  await vi.waitFor(async () => {
    const response = await fetch(`${url}/api/v1/rules`);
    const { data } = (await response.json()) as { data: { groups: { rules: object[] }[] } };
    const seen = data.groups.flatMap((group) => group.rules);
    expect(seen).toEqual(
      alerts.map(({ alert }) => expect.objectContaining({ name: alert, health: "ok", state: "inactive" })),
    );
  });
});

test("every metric of an alert or of the dashboard is one that some process has", async () => {
  const used = [
    ...alerts.map(({ expr }) => expr),
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  const names = new Set(used.flatMap((expr) => expr.match(/\b(messaging|process|nodejs)_\w+/g) ?? []));

  for (const name of names) expect(await query(`count({__name__="${name}"})`), name).not.toEqual([]);
});
