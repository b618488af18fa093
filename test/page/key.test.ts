import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { KeyScope } from "../../generated/operations.ts";
import { revokeKey } from "../../server/keys/keys.ts";
import { useApp } from "../support/app.ts";
import { buildKey, uniquePhone } from "../support/factories.ts";
import { openTab } from "./support/tab.ts";

const app = useApp({ simulated: true, phone: true });

test("a typed key is checked, and the team, the mode, the scopes and the expiry of the key are shown", async () => {
  const { team } = await app.signIn();
  const key = await buildKey(app.em(), team, { name: "Inbox", scopes: ["simulator:use", "events:read"], mode: "test" });
  const { page } = await openTab(`${app.url}/phone`, { expectedFaults: /status of 401/ });

  await page.getByLabel("API key").fill("not a key");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").getByText("missing_team_context").waitFor();
  await page.getByLabel("API key").fill(key);
  await page.getByRole("button", { name: "Sign in" }).click();

  await page.getByText(team.name).click();
  const panel = page.locator(".account .panel");
  for (const shown of ["Inbox", "test", "never", "simulator:use", "events:read"])
    await panel.getByText(shown).first().waitFor();
});

test("a key in the address signs in, is afterwards in no address, history, element, local storage or log, other tabs do not have it, and logging out forgets it", async () => {
  const { key, client, team } = await app.signIn();
  const { page } = await openTab(`${app.url}/inbox`);
  await page.goto(`${app.url}/phone#key=${key}`);
  await page.getByText(team.name, { exact: true }).waitFor();
  expect(page.url()).toBe(`${app.url}/phone`);
  await page.goBack();
  expect(page.url()).toBe(`${app.url}/inbox`);
  await page.goForward();
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  await client.sendText({ body: { phone_number: uniquePhone(), message: "Hello" } });
  await page.getByText("Hello", { exact: true }).first().waitFor();

  await page.reload();
  await page.getByText("Hello", { exact: true }).first().waitFor();

  expect(addresses.length).toBeGreaterThan(3);
  const places = [
    ...addresses,
    await page.content(),
    await page.evaluate("JSON.stringify(localStorage)"),
    ...app.logLines,
  ];
  expect(places.filter((place) => String(place).includes(key))).toEqual([]);
  const other = await page.context().newPage();
  await other.goto(`${app.url}/phone`);
  await other.getByLabel("API key").waitFor();
  await page.locator("summary").first().click();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByLabel("API key").waitFor();
  expect(await page.evaluate("sessionStorage.length")).toBe(0);
});

test("a page of another origin gets nothing from the server", async () => {
  const { key } = await app.signIn();
  const { page } = await openTab(`${app.url}/phone#key=${key}`, { expectedFaults: /CORS|Failed to load|ERR_FAILED/ });
  await page
    .context()
    .route("http://127.0.0.1:9/", (route) => route.fulfill({ contentType: "text/html", body: "<p>" }));
  await page.goto("http://127.0.0.1:9/");

  const read = (init: string) =>
    page.evaluate(`fetch("${app.url}/api/key", ${init}).then(() => "read", () => "refused")`);

  expect(await read(`{ headers: { "X-API-Key": "${key}" } }`)).toBe("refused");
  expect(await read(`{ credentials: "include" }`)).toBe("refused");
  expect(await page.evaluate("sessionStorage.length")).toBe(0);
});

test("a revoked key ends the stream, and the page asks for another key", async () => {
  const { team } = await app.signIn({ withNumber: true });
  const key = await buildKey(app.em(), team, { scopes: ["simulator:use", "events:read"] });
  const { page } = await openTab(`${app.url}/phone#key=${key}`, { expectedFaults: /status of 401|INCOMPLETE/ });
  await page.getByRole("status").getByText("Live").waitFor();

  const [row] = await app
    .em()
    .execute("select id from api_key where team_id = ? and revoked_at is null order by created_at desc limit 1", [
      team.id,
    ]);
  await revokeKey(app.em(), row!.id);

  await page.getByText("This key is not valid any more.").waitFor();
  expect(await page.evaluate("sessionStorage.length")).toBe(0);
});

test("a key of one scope sees only its part, and is told which scope it lacks", async () => {
  const { team, client } = await app.signIn();
  await client.sendText({ body: { phone_number: uniquePhone(), message: "For the phone" } });
  const { page: first } = await openTab(`${app.url}/inbox`, { expectedFaults: /status of 403/ });
  const openWith = async (scope: KeyScope, view: string) => {
    const page = await first.context().newPage();
    await page.goto(`${app.url}/${view}#key=${await buildKey(app.em(), team, { scopes: [scope] })}`);
    await page.getByRole("main").waitFor();
    return page;
  };
  const partsOf = (page: Page) =>
    page.getByRole("navigation", { name: "Parts of the inbox" }).getByRole("link").allTextContents();

  const phone = await openWith("simulator:use", "phone");
  await phone.getByText("For the phone").first().waitFor();
  await phone.getByRole("status").getByText("Updated every few seconds").waitFor();
  expect(await phone.getByRole("region", { name: "Send a text" }).count()).toBe(0);
  const refused = await openWith("messages:read", "phone");
  await refused.getByRole("alert").getByText("needs simulator:use").waitFor();
  expect(await refused.getByText("For the phone").count()).toBe(0);

  const reader = await openWith("messages:read", "inbox");
  expect(await partsOf(reader)).toEqual(["Conversations", "Waiting", "Usage"]);
  await reader.locator(".thread").first().click();
  await reader.getByText("it lacks messages:send").waitFor();
  expect(await reader.getByRole("region", { name: /Contact|Consent/ }).count()).toBe(0);
  expect(await partsOf(await openWith("messages:send", "inbox"))).toEqual(["New text"]);
  expect(await partsOf(await openWith("contacts:read", "inbox"))).toEqual([]);
});
