import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { environmentOf, runInProcess } from "../support/cli.ts";
import { buildContact, uniquePhone } from "../support/factories.ts";

const app = useApp();

test("tags are added and removed beside the others, by update and upsert, as often as it is repeated", async () => {
  const { client } = await app.signIn();
  const { id } = await buildContact(client, { externalId: "crm-1", tags: ["customer", "new"] });
  const changes = { addTags: ["vip", "customer", "vip"], removeTags: ["new", "absent"] };
  for (let time = 0; time < 2; time += 1) {
    const { contact } = await client.updateContact({ path: { id }, body: changes });
    expect(contact.tags).toEqual(["customer", "vip"]);
  }
  const upserted = await client.upsertContact({ body: { externalId: "crm-1", addTags: ["new"], removeTags: ["vip"] } });
  expect(upserted.contact.tags).toEqual(["customer", "new"]);
  const replaced = await client.updateContact({
    path: { id },
    body: { tags: ["a", "b"], addTags: ["c"], removeTags: ["a"] },
  });
  expect(replaced.contact.tags).toEqual(["b", "c"]);
  const moved = await client.updateContact({ path: { id }, body: { addTags: ["b"], removeTags: ["b"] } });
  expect(moved.contact.tags).toEqual(["c", "b"]);
  const body = { name: "New", phones: [uniquePhone()], externalId: "crm-2", addTags: ["x"] };
  expect((await client.upsertContact({ body })).contact.tags).toEqual(["x"]);
});

test("tags that many clients add at once are all kept", async () => {
  const { client } = await app.signIn();
  const { id } = await buildContact(client, { tags: ["first"] });
  const added = Array.from({ length: 20 }, (_, n) => `tag ${n}`);
  await Promise.all(added.map((tag) => client.updateContact({ path: { id }, body: { addTags: [tag] } })));
  const { tags } = await client.getContact({ path: { id } });
  expect(tags.toSorted()).toEqual(["first", ...added].toSorted());
});

test("added tags count for the limit of a contact", async () => {
  const { client } = await app.signIn();
  const many = (prefix: string) => Array.from({ length: 60 }, (_, n) => `${prefix} ${n}`);
  const { id } = await buildContact(client, { tags: many("old") });
  const refused = await client.raw("updateContact", { path: { id }, body: { addTags: many("new") } });
  expect(refused).toMatchObject({ status: 422, body: { error: "validation_error" } });
  expect((await client.getContact({ path: { id } })).tags).toHaveLength(60);
});

test("--add-tag and --remove-tag keep the other tags, and the help of --tag says that it replaces them", async () => {
  const { client, key } = await app.signIn();
  const { id } = await buildContact(client, { externalId: "crm-1", tags: ["customer", "new"] });
  const run = (...argv: string[]) => runInProcess(["contacts", ...argv], { env: environmentOf(app.url, key) });

  const updated = await run("update", id, "--add-tag", "vip", "--add-tag", "big", "--remove-tag", "new");
  expect(JSON.parse(updated.stdout).contact.tags).toEqual(["customer", "vip", "big"]);
  const upserted = await run("upsert", "--external-id", "crm-1", "--remove-tag", "big");
  expect(JSON.parse(upserted.stdout).contact.tags).toEqual(["customer", "vip"]);
  for (const command of ["update", "upsert"])
    expect((await run(command, "--help")).stdout).toMatch(/--tag <text>[^-]*replaces?d?/i);
});
