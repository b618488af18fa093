import { expect, test } from "vitest";
import { pageScopes, replacePageKey } from "../../server/keys/page-key.ts";
import { useApp } from "../support/app.ts";
import { runInProcess } from "../support/cli.ts";
import { createClient } from "../support/client.ts";
import { noSettings, settingsFor } from "../support/process.ts";

const app = useApp();

test("a new key for the page is of the oldest team, has the scopes of the page for a day, and replaces the former", async () => {
  const { client, team } = await app.signIn();
  await app.signIn();

  const first = createClient(app.url, (await replacePageKey(app.em()))!);
  const second = createClient(app.url, (await replacePageKey(app.em()))!);

  const { createdAt, expiresAt, ...key } = await second.getKey();
  expect(key).toMatchObject({ team: team.name, name: "Page", mode: "any", recipients: null });
  expect(key.scopes.toSorted()).toEqual([...pageScopes].toSorted());
  expect(Math.abs(Date.parse(expiresAt!) - Date.parse(createdAt) - 86_400_000)).toBeLessThan(60_000);
  expect((await first.raw("getKey")).status).toBe(401);
  expect((await client.raw("getKey")).status).toBe(200);
});

test("keys create --for page makes such a key, whose other options can be chosen, and which a start keeps if it lives longer", async () => {
  const { team } = await app.signIn();
  const create = async (...options: string[]) => {
    const argv = ["keys", "create", "--team", team.name, "--for", "page", ...options];
    const { stdout } = await runInProcess(argv, { env: { ...noSettings, ...settingsFor(app.database) } });
    return createClient(app.url, JSON.parse(stdout).key);
  };

  const usual = await (await create()).getKey();
  const chosen = await create("--name", "Desk", "--expires", "30d", "--scope", "messages:read");

  expect(usual).toMatchObject({ name: "Page", expiresAt: expect.any(String) });
  expect(usual.scopes.toSorted()).toEqual([...pageScopes].toSorted());
  expect(await chosen.getKey()).toMatchObject({ name: "Desk", scopes: ["messages:read"] });
});
