import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
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
  const names = async () => (await client.listContacts()).contacts.map(({ name }) => name).toSorted();
  /** Builds contacts with the same phone, oldest first. */
  const buildSame = async (...given: string[]) => {
    const phones = [uniquePhone()];
    const built = [];
    for (const name of given) built.push(await buildContact(client, { name, phones, tags: [name.toLowerCase()] }));
    return built;
  };
  return {
    client,
    names,
    buildSame,
    run: (argv: string[], options: CliOptions = {}) =>
      runInProcess(["contacts", "dedupe", ...argv], { env, ...options }),
    walk: (...argv: string[]) => runOnTerminal(["contacts", "dedupe", ...argv], { env, columns: 160 }),
  };
}

const down = "\u001b[B";

test("duplicates are shown with the merged result, and merged after confirmation", async () => {
  const { names, buildSame, walk } = await signIn();
  const [ada] = await buildSame("Ada", "A. Lovelace");
  const terminal = walk("--strategy", "append", "-o", "json");

  await terminal.shows("Merge them?");
  expect(terminal.stderr).toMatch(/same phone: A\. Lovelace would be merged into Ada\n/);
  expect(terminal.stderr).toMatch(/\nname +Ada +A\. Lovelace +Ada\n/);
  expect(terminal.stderr).toMatch(/\ntags +ada +a\. lovelace +ada, a\. lovelace\n/);
  expect(await names()).toEqual(["A. Lovelace", "Ada"]);
  terminal.type(`${down}\r`);

  expect(await terminal.ended).toBe(0);
  expect(await names()).toEqual(["Ada"]);
  expect(JSON.parse(terminal.stdout)).toMatchObject([{ reason: "same_phone", targetContactId: ada!.id, name: "Ada" }]);
});

test("a user can skip duplicates, keep the other contact, and stop", async () => {
  const { names, buildSame, walk } = await signIn();
  await buildSame("Old three", "New three");
  await buildSame("Old two", "New two");
  await buildSame("Old one", "New one");
  const terminal = walk("-o", "json");
  const answers: [RegExp, string][] = [
    [/New \w+ would be merged into Old \w+\n[\s\S]*Merge them\?/, "\r"],
    [/(?:would be merged into[\s\S]*Merge them\?[\s\S]*){2}/, `${down}${down}\r`],
    [/(?:would be merged into[\s\S]*Merge them\?[\s\S]*){3}/, `${down}${down}${down}\r`],
  ];
  for (const [shown, keys] of answers) {
    await terminal.shows(shown);
    terminal.type(keys);
  }
  expect(await terminal.ended).toBe(0);
  const [merged, ...others] = JSON.parse(terminal.stdout);
  expect(others).toEqual([]);
  expect(merged.name).toMatch(/^New/);
  expect(await names()).toHaveLength(5);
});

test("the kept contact of a merge is compared with the third duplicate", async () => {
  const { names, buildSame, walk } = await signIn();
  await buildSame("Ada", "Eda", "Ida");
  const terminal = walk("-o", "json");
  await terminal.shows(/Eda would be merged into Ada\n[\s\S]*Merge them\?/);
  terminal.type(`${down}${down}\r`);
  await terminal.shows(/Ida would be merged into Eda\n[\s\S]*Merge them\?/);
  terminal.type(`${down}\r`);
  expect(await terminal.ended).toBe(0);
  expect(await names()).toEqual(["Eda"]);
});

test("Ctrl-C cancels the remaining merges", async () => {
  const { names, buildSame, walk } = await signIn();
  await buildSame("Ada", "Eda");
  const terminal = walk();
  await terminal.shows("Merge them?");
  terminal.type("\u0003");
  expect(await terminal.ended).toBe(2);
  expect(await names()).toEqual(["Ada", "Eda"]);
});

test("without a terminal, --yes and --reason are required, and all duplicates with that reason are merged", async () => {
  const { client, names, buildSame, run } = await signIn();
  await buildSame("Ada", "Eda", "Ida");
  await buildSame("Bob", "Rob");
  for (const name of ["Cyrus Smith", "Cyrus Smyth"]) await buildContact(client, { name, company: "Acme" });
  for (const argv of [[], ["--yes"], ["--reason", "same_phone"]]) {
    expect(await run(argv)).toMatchObject({ code: 2, stdout: "" });
  }
  expect(await names()).toHaveLength(7);

  const shown = await run(["--reason", "same_phone", "--dry-run"]);
  expect(JSON.parse(shown.stdout)).toHaveLength(3);
  expect(JSON.parse(shown.stdout)).toContainEqual(expect.objectContaining({ sourceName: "Eda", name: "Ada" }));
  expect(shown.stderr).toBe("");
  expect(await names()).toHaveLength(7);

  const { code, stdout, stderr } = await run(["--yes", "--reason", "same_phone"]);
  expect({ code, merged: JSON.parse(stdout).length, stderr }).toEqual({ code: 0, merged: 3, stderr: "" });
  expect(await names()).toEqual(["Ada", "Bob", "Cyrus Smith", "Cyrus Smyth"]);
  const newest = await run(["--yes", "--reason", "similar_name", "--keep", "newest"]);
  expect(JSON.parse(newest.stdout)).toMatchObject([{ name: "Cyrus Smyth" }]);
});

test("contacts that are duplicates for several reasons are merged once", async () => {
  const { client, names, run } = await signIn();
  const phones = [uniquePhone()];
  for (const name of ["Cyrus Smith", "Cyrus Smyth"]) await buildContact(client, { name, company: "Acme", phones });
  const reasons = ["--reason", "same_phone", "--reason", "similar_name"];
  const { code, stdout } = await run(["--yes", ...reasons]);
  expect({ code, merged: JSON.parse(stdout).length }).toEqual({ code: 0, merged: 1 });
  expect(await names()).toEqual(["Cyrus Smith"]);
});

test("refused merges are reported, other merges succeed, and the exit code is 9", async () => {
  const { client, names, buildSame, run } = await signIn();
  await buildSame("Ada", "Eda");
  const phones = [uniquePhone()];
  for (const externalId of ["1", "2"]) await buildContact(client, { name: `Bob ${externalId}`, phones, externalId });
  const { code, stdout, stderr } = await run(["--yes", "--reason", "same_phone", "--reason", "similar_name"]);
  expect({ code, merged: JSON.parse(stdout).length }).toEqual({ code: 9, merged: 1 });
  expect(stderr).toMatch(/^error\[external_id_conflict\]: [\s\S]+error: 1 of 2 merges were refused\./);
  expect(await names()).toEqual(["Ada", "Bob 1", "Bob 2"]);
});

test("pairs with two different external ids are left out, unless --reason similar_name asks for them", async () => {
  const { client, run } = await signIn();
  const company = "Acme";
  for (const [name, externalId] of Object.entries({ "Joan Smith": "1", "John Smith": "2", "Jon Smith": null }))
    await buildContact(client, { name, company, ...(externalId && { externalId }) });

  const shown = await run(["--dry-run"]);
  expect(JSON.parse(shown.stdout)).toMatchObject([{ name: "Joan Smith", sourceName: "Jon Smith" }]);
  expect(shown.stderr).toMatch(/^Left out 1 pairs with two different external ids\..*--reason similar_name.*\n$/);
  const asked = await run(["--dry-run", "--reason", "similar_name"]);
  expect(JSON.parse(asked.stdout)).toHaveLength(2);
  expect(asked.stderr).toBe("");
});

test("a dry run reads pages of groups, and no contacts", async () => {
  const { key, client } = await app.signIn();
  for (let n = 0; n < 30; n += 1) {
    const phones = [uniquePhone()];
    for (const name of [`Ada ${n}`, `Eda ${n}`]) await buildContact(client, { name, phones });
  }
  const requests: string[] = [];
  const proxy = createServer(async (request, response) => {
    requests.push(request.url ?? "");
    const answer = await fetch(app.url + request.url, { headers: { "x-api-key": key } });
    response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  try {
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const { stdout } = await runInProcess(["contacts", "dedupe", "--dry-run", "-o", "jsonl"], {
      env: environmentOf(url, key),
    });
    expect(stdout.trimEnd().split("\n")).toHaveLength(30);
  } finally {
    proxy.close();
  }
  expect(requests.filter((path) => !path.startsWith("/api/contacts/duplicates"))).toEqual([]);
  expect(requests).toHaveLength(1);
});

test("the merges of a saved output are undone, the last one first, and a repetition passes them over", async () => {
  const { client, names, buildSame, run } = await signIn();
  const [ada] = await buildSame("Ada", "Eda", "Ida");
  await buildSame("Bob", "Rob");
  const merged = await run(["--yes", "--reason", "same_phone", "-o", "jsonl"]);
  expect(await names()).toEqual(["Ada", "Bob"]);
  const file = write(merged.stdout, "jsonl");

  const shown = await run(["--undo", file, "--dry-run"]);
  expect(JSON.parse(shown.stdout)).toHaveLength(3);
  expect(await names()).toEqual(["Ada", "Bob"]);

  const undone = await run(["--undo", file]);
  expect({ code: undone.code, undone: JSON.parse(undone.stdout).length }).toEqual({ code: 0, undone: 3 });
  expect(await names()).toEqual(["Ada", "Bob", "Eda", "Ida", "Rob"]);
  expect((await client.getContact({ path: { id: ada!.id } })).tags).toEqual(["ada"]);
  expect(await run(["--undo", file])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\[\]\s*$/) });
});

test("a merge whose contact has changed since is refused, and the others are undone", async () => {
  const { client, names, buildSame, run } = await signIn();
  const [ada] = await buildSame("Ada", "Eda");
  await buildSame("Bob", "Rob");
  const merged = await run(["--yes", "--reason", "same_phone", "-o", "csv"]);
  await client.updateContact({ path: { id: ada!.id }, body: { role: "later" } });

  const undone = await run(["--undo", write(merged.stdout)]);

  expect(undone).toMatchObject({ code: 9, stderr: expect.stringContaining("error[merge_undo_conflict]") });
  expect(await names()).toEqual(["Ada", "Bob", "Rob"]);
  expect(await run(["--undo", write("name,phone\nAda,+12025550123\n")])).toMatchObject({ code: 2 });
});

test("merges before a failure are written, so that they can be undone", async () => {
  const { names, buildSame, run, walk } = await signIn();
  await buildSame("Old two", "New two");
  await buildSame("Old one", "New one");
  const terminal = walk("-o", "jsonl");
  await terminal.shows("Merge them?");
  terminal.type(`${down}\r`);
  await terminal.shows(/(?:would be merged into[\s\S]*Merge them\?[\s\S]*){2}/);
  terminal.type("\u0003");
  expect(await terminal.ended).toBe(2);
  expect(await names()).toHaveLength(3);

  expect(await run(["--undo", write(terminal.stdout, "jsonl")])).toMatchObject({ code: 0 });
  expect(await names()).toHaveLength(4);
});

test("a contact that somebody deletes during the question is reported, and the other pairs follow", async () => {
  const { client, names, buildSame, walk } = await signIn();
  await buildSame("Old two", "New two");
  const [, newest] = await buildSame("Old one", "New one");
  const terminal = walk("-o", "json");
  await terminal.shows(/New one would be merged into Old one\n[\s\S]*Merge them\?/);
  await client.deleteContact({ path: { id: newest!.id } });
  terminal.type(`${down}\r`);
  await terminal.shows(/New two would be merged into Old two\n[\s\S]*Merge them\?/);
  terminal.type(`${down}\r`);

  expect(await terminal.ended).toBe(9);
  expect(terminal.stderr).toContain("error[contact_not_found]");
  expect(await names()).toEqual(["Old one", "Old two"]);
});

test("--undo is refused beside what selects duplicates, and for rows that dedupe has not written", async () => {
  const { run } = await signIn();
  const file = write('{"id":"1","mergedAt":"2026-11-27"}\n', "jsonl");

  for (const flags of [
    ["--reason", "same_phone"],
    ["--keep", "newest"],
    ["--strategy", "append"],
  ]) {
    expect(await run(["--undo", file, ...flags])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("no --reason"),
    });
  }
  expect((await run(["--undo", file])).stderr).toContain("messaging contacts unmerge ID");
});
