import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { operations } from "../../generated/operations.ts";
import { useApp } from "../support/app.ts";
import { buildMessage } from "../support/factories.ts";
import { connectMcp } from "../support/mcp.ts";

const app = useApp();

async function connect() {
  const { key, client, team } = await app.signIn();
  return { client, team, mcp: await connectMcp(app.url, key) };
}

test("the contract is a readable resource", async () => {
  const { mcp } = await connect();

  const { resources } = await mcp.listResources();
  expect(resources).toMatchObject([{ uri: "messaging://openapi.yaml", mimeType: "application/yaml" }]);
  const { contents } = await mcp.readResource({ uri: resources[0]!.uri });
  expect(contents).toEqual([
    {
      uri: "messaging://openapi.yaml",
      mimeType: "application/yaml",
      text: readFileSync(join(import.meta.dirname, "..", "..", "generated", "openapi.yaml"), "utf8"),
    },
  ]);
});

test("threads have a resource template, and contacts have one as soon as contacts exist", async () => {
  const { mcp } = await connect();

  const { resourceTemplates } = await mcp.listResourceTemplates();

  const expected = ["threads", "contacts"].filter((area) =>
    Object.values(operations).some(({ method, path }) => method === "GET" && path === `/api/${area}/{id}`),
  );
  expect(expected).toContain("threads");
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate).toSorted()).toEqual(
    expected.map((area) => `messaging://${area}/{id}`).toSorted(),
  );
});

test("a thread is read by its id, as over HTTP", async () => {
  const { client, team, mcp } = await connect();
  const { threadId } = await buildMessage(app.em(), { team });
  const uri = `messaging://threads/${threadId}`;

  const [content] = (await mcp.readResource({ uri })).contents as { uri: string; mimeType: string; text: string }[];

  expect(content).toMatchObject({ uri, mimeType: "application/json" });
  expect(JSON.parse(content!.text)).toEqual(await client.getThread({ path: { id: threadId } }));
});

test("another team's thread, an unknown thread and an invalid resource are not found", async () => {
  const { mcp } = await connect();
  const { team } = await app.signIn();
  const { threadId } = await buildMessage(app.em(), { team });

  for (const uri of [
    `messaging://threads/${threadId}`,
    "messaging://threads/019aa4a1-7c3e-7d52-9a0e-000000000000",
    "messaging://threads/x",
    "messaging://threads/",
    "messaging://business-numbers/019aa4a1-7c3e-7d52-9a0e-000000000000",
    "messaging://constructor/1",
    "file:///etc/passwd",
    "https://example.com/",
    "",
  ]) {
    await expect(mcp.readResource({ uri }), uri).rejects.toMatchObject({ code: -32002 });
  }
});
