import { expect, test } from "vitest";
import { newId } from "../../server/db/schema/ids.ts";
import { useApp } from "../support/app.ts";
import { type CliOptions, environmentOf, runInProcess } from "../support/cli.ts";
import { buildContact } from "../support/factories.ts";
import { runOnTerminal } from "../support/terminal.ts";

const app = useApp();

async function signIn() {
  const { key, client } = await app.signIn();
  const env = environmentOf(app.url, key);
  const names = async () => (await client.listContacts()).contacts.map(({ name }) => name).toSorted();
  const build = async (...given: string[]) => {
    const ids: string[] = [];
    for (const name of given) ids.push((await buildContact(client, { name })).id);
    return ids;
  };
  return {
    client,
    names,
    build,
    run: (argv: string[], options: CliOptions = {}) =>
      runInProcess(["contacts", "delete", ...argv], { env, ...options }),
    ask: (...argv: string[]) => runOnTerminal(["contacts", "delete", ...argv], { env, columns: 120 }),
  };
}

const down = "\u001b[B";

test("one contact or several are deleted, without a question where nobody can answer", async () => {
  const { run, names, build } = await signIn();
  const [ada, bea, cleo] = await build("Ada", "Bea", "Cleo");

  const one = await run([ada!]);
  const two = await run([bea!, cleo!, bea!, "-o", "id"]);

  expect(one).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(one.stdout)).toEqual({ success: true, contactId: ada, unlinkedThreads: 0 });
  expect(two).toEqual({ code: 0, stdout: `${bea}\n${cleo}\n`, stderr: "" });
  expect(await names()).toEqual([]);
});

test("a contact that is not found, or has changed, does not keep the others", async () => {
  const { run, names, build } = await signIn();
  const [ada, bea] = await build("Ada", "Bea");
  const unknown = newId();

  const several = await run([unknown, ada!]);
  const changed = await run([bea!, "--unchanged-since", "2020-01-01"]);
  const missing = await run([unknown]);

  expect(several).toMatchObject({ code: 9, stderr: expect.stringContaining("1 of 2 contacts were not deleted.") });
  expect(several.stderr).toContain("error[contact_not_found]");
  expect(JSON.parse(several.stdout)).toEqual([{ contactId: ada, unlinkedThreads: 0 }]);
  expect(changed).toMatchObject({ code: 6, stdout: "", stderr: expect.stringContaining("error[contact_changed]") });
  expect(missing.code).toBe(5);
  expect(await names()).toEqual(["Bea"]);
});

test("a terminal is asked, and shows whom the question is about", async () => {
  const { ask, names, build } = await signIn();
  const ids = await build("Ada", "Bea");

  const refused = ask(...ids);
  await refused.shows("Delete 2 contacts");
  expect(refused.stderr).toMatch(/Ada {2}\+\d+ {2}[\s\S]*Bea {2}\+\d+/);
  refused.type("\r");
  expect(await refused.ended).toBe(2);
  expect(refused.stderr).toContain("Nothing was deleted.");
  expect(await names()).toEqual(["Ada", "Bea"]);

  const confirmed = ask(ids[0]!);
  await confirmed.shows("Delete the contact");
  confirmed.type(`${down}\r`);
  expect(await confirmed.ended).toBe(0);
  expect(await ask(ids[1]!, "--yes").ended).toBe(0);
  expect(await names()).toEqual([]);
});

test("a dry run shows the request, and an idempotency key is for one contact", async () => {
  const { run, names, build } = await signIn();
  const [ada, bea] = await build("Ada", "Bea");

  const dry = await run([ada!, "--dry-run"]);
  const curl = await run([ada!, bea!, "--curl"]);
  const twice = await run([ada!, bea!, "--idempotency-key", "one"]);

  expect(dry).toMatchObject({ code: 0 });
  expect(dry.stdout).toContain("DELETE");
  expect(curl.stdout).toContain(`/api/contacts/${ada}`);
  expect(twice).toMatchObject({ code: 2, stdout: "" });
  expect(await names()).toEqual(["Ada", "Bea"]);
});
