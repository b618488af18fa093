import { appendFileSync, existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { newId } from "../../server/db/schema/ids.ts";
import { useApp } from "../support/app.ts";
import { type CliOptions, environmentOf, runInProcess } from "../support/cli.ts";
import { buildContact, uniquePhone } from "../support/factories.ts";
import { useFiles } from "../support/files.ts";
import { runOnTerminal } from "../support/terminal.ts";

const app = useApp();
const { write } = useFiles();

async function signIn() {
  const { key, client } = await app.signIn();
  const env = environmentOf(app.url, key);
  const run = (argv: string[], options: CliOptions = {}) =>
    runInProcess(["contacts", "import", ...argv], { env, ...options });
  return {
    client,
    env,
    run,
    names: async () => (await client.listContacts()).contacts.map(({ name }) => name).toSorted(),
    /** Undoes an import, and returns the exit code with the summary. */
    async undo(list: string) {
      const { code, stdout } = await run(["--undo", list]);
      return { code, ...JSON.parse(stdout) };
    },
  };
}

const people = (...names: string[]) =>
  write(`name,phone\n${names.map((name) => `${name},${uniquePhone()}\n`).join("")}`);

const listOf = (file: string) => `${file}.created.jsonl`;

const linesOf = (file: string): { id: string; updatedAt: string }[] =>
  readFileSync(listOf(file), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

test("an import lists the contacts that it creates, and its undo deletes them and no other", async () => {
  const { client, run, names, undo } = await signIn();
  const known = await buildContact(client, { name: "Known" });
  const file = write(`name,phone\nAda,${uniquePhone()}\nRenamed,${known.primaryPhone}\nBea,${uniquePhone()}\n`);

  const imported = await run([file]);

  expect(imported).toMatchObject({ code: 0, stderr: expect.stringContaining(`import --undo ${listOf(file)}`) });
  const { contacts } = await client.listContacts();
  const created = contacts.filter(({ id }) => id !== known.id).map(({ id, updatedAt }) => ({ id, updatedAt }));
  expect(linesOf(file).map(({ id, updatedAt }) => ({ id, updatedAt }))).toEqual(created.toReversed());
  expect(statSync(listOf(file)).mode & 0o777).toBe(0o600);

  expect(await undo(listOf(file))).toEqual({ code: 0, rows: 2, deleted: 2, gone: 0, failed: 0, report: null });
  expect(await names()).toEqual(["Renamed"]);
  expect(await undo(listOf(file))).toEqual({ code: 0, rows: 2, deleted: 0, gone: 2, failed: 0, report: null });
});

test("an undo leaves contacts that have changed since, and reports them", async () => {
  const { client, run, names, undo } = await signIn();
  const file = people("Ada", "Bea", "Cleo", "Dee");
  await run([file]);
  const { contacts } = await client.listContacts();
  const idOf = (name: string) => contacts.find((contact) => contact.name === name)!.id;
  await client.updateContact({ path: { id: idOf("Bea") }, body: { tags: ["vip"] } });
  await client.mergeContacts({ body: { sourceContactId: idOf("Dee"), targetContactId: idOf("Cleo") } });

  const undone = await undo(listOf(file));

  const report = `${listOf(file)}.failed.csv`;
  expect(undone).toEqual({ code: 9, rows: 4, deleted: 1, gone: 1, failed: 2, report });
  expect(await names()).toEqual(["Bea", "Cleo"]);
  const rows = readFileSync(report, "utf8").trimEnd().split("\n").slice(1);
  expect(rows.map((row) => row.split(",")[0])).toEqual([idOf("Bea"), idOf("Cleo")]);
  expect(rows.every((row) => row.includes(",contact_changed,"))).toBe(true);
  expect(await undo(listOf(file))).toMatchObject({ code: 9, deleted: 0, gone: 2, failed: 2 });
});

test("a contact of several rows is listed with its last change by the import, and is deleted once", async () => {
  const { run, names, undo } = await signIn();
  const [phone, other] = [uniquePhone(), uniquePhone()];
  const file = write(`name,phone\nAda,${phone}\nBea,${other}\nAda again,${phone}\n`);

  const { stdout } = await run([file]);

  expect(JSON.parse(stdout)).toMatchObject({ rows: 3, created: 2, updated: 1 });
  expect(linesOf(file)).toHaveLength(3);
  expect(await undo(listOf(file))).toMatchObject({ code: 0, deleted: 2, gone: 0, failed: 0 });
  expect(await names()).toEqual([]);
});

test("a contact with an id of its row is listed with its last change, too", async () => {
  const { run, names, undo } = await signIn();
  const [id, phone] = [newId(), uniquePhone()];
  const file = write(`id,name,phone\n${id},Ada,${phone}\n,Again,${phone}\n`);

  expect(JSON.parse((await run([file])).stdout)).toMatchObject({ created: 1, updated: 1 });

  expect(linesOf(file).map((line) => line.id)).toEqual([id, id]);
  expect(await undo(listOf(file))).toMatchObject({ code: 0, deleted: 1, failed: 0 });
  expect(await names()).toEqual([]);
});

test("a second import of a file extends the list, and leaves what it only updates to its own state", async () => {
  const { client, run, names, undo } = await signIn();
  const file = people("Ada", "Bea");
  await run([file]);
  const [ada] = (await client.listContacts({ query: { query: "Ada" } })).contacts;
  await client.deleteContact({ path: { id: ada!.id } });

  expect(JSON.parse((await run([file])).stdout)).toMatchObject({ created: 1, updated: 1 });

  expect(linesOf(file)).toHaveLength(3);
  expect(await undo(listOf(file))).toMatchObject({ code: 9, deleted: 1, gone: 1, failed: 1 });
  expect(await names()).toEqual(["Bea"]);
});

test("a contact whose answer is lost counts as created, and is listed", async () => {
  const { run, names, undo } = await signIn();
  const file = people("Ada", "Bea");
  let losses = 2;
  const proxy = createServer(async (request, response) => {
    const answer = await fetch(`${app.url}${request.url}`, {
      method: request.method!,
      headers: { "x-api-key": String(request.headers["x-api-key"]), "content-type": "application/json" },
      body: await text(request),
    });
    losses -= 1;
    if (losses >= 0) return void request.socket.destroy();
    response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

  const { code, stdout } = await run([file, "--url", url]);
  proxy.close();

  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, created: 2, updated: 0 });
  expect(await undo(listOf(file))).toMatchObject({ code: 0, deleted: 2, failed: 0 });
  expect(await names()).toEqual([]);
});

test("an import that creates nothing leaves no list, and one whose list cannot be written imports nothing", async () => {
  const { client, run, names } = await signIn();
  const { primaryPhone } = await buildContact(client, { name: "Known" });
  const update = write(`name,phone\nRenamed,${primaryPhone}\n`);
  await run([update]);
  expect(existsSync(listOf(update))).toBe(false);

  const file = people("Ada");
  writeFileSync(`${file}.target`, "");
  symlinkSync(`${file}.target`, listOf(file));
  const refused = await run([file]);
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/Cannot write the list .*--created/) });
  expect(await names()).toEqual(["Renamed"]);

  await run([file, "--created", `${file}.other`]);
  expect(readFileSync(`${file}.other`, "utf8")).toContain('"updatedAt"');
});

test("a list with a torn last line is undone, extended, and reported", async () => {
  const { run, names, undo } = await signIn();
  const file = people("Ada");
  await run([file]);
  appendFileSync(listOf(file), '{"id":"01');

  expect(await undo(listOf(file))).toMatchObject({ code: 9, deleted: 1, failed: 1 });
  expect(readFileSync(`${listOf(file)}.failed.csv`, "utf8")).toContain("invalid_row");
  await run([file]);
  expect(linesOf(file)).toHaveLength(2);
  expect(await undo(listOf(file))).toMatchObject({ code: 0, deleted: 1, gone: 1 });
  expect(await names()).toEqual([]);
});

test("a terminal is asked before an undo, a dry run deletes nothing, and other files are refused", async () => {
  const { run, env, names } = await signIn();
  const file = people("Ada", "Bea");
  await run([file]);

  const dry = await run(["--undo", listOf(file), "--dry-run"]);
  expect(JSON.parse(dry.stdout)).toMatchObject({ rows: 2, contacts: 2, failed: 0 });
  const both = await run([file, "--undo", listOf(file)]);
  expect(both).toMatchObject({ code: 2, stdout: "" });
  expect(await run([])).toMatchObject({ code: 2, stderr: expect.stringContaining("missing argument file") });
  expect(await run(["--undo", file])).toMatchObject({ code: 9, stdout: expect.stringContaining('"deleted": 0') });
  const refused = runOnTerminal(["contacts", "import", "--undo", listOf(file)], { env, columns: 120 });
  await refused.shows("Delete 2 contacts");
  refused.type("\r");
  expect(await refused.ended).toBe(2);
  expect(await names()).toEqual(["Ada", "Bea"]);

  const confirmed = runOnTerminal(["contacts", "import", "--undo", listOf(file)], { env, columns: 120 });
  await confirmed.shows("Delete 2 contacts");
  confirmed.type("\u001b[B\r");
  expect(await confirmed.ended).toBe(0);
  expect(await names()).toEqual([]);
});
