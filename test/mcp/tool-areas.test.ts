import { expect, test } from "vitest";
import { operations } from "../../generated/operations.ts";
import { isSelected } from "../../server/mcp/tool-selection.ts";
import { tools } from "../../server/mcp/tools.ts";
import { useApp } from "../support/app.ts";
import { buildKey } from "../support/factories.ts";
import { postMcp, request } from "../support/mcp.ts";

const app = useApp();

/** Asks the server at an address with a query. */
async function ask(query: string, method: string, params?: object, key?: string) {
  const answer = await postMcp(
    app.url,
    request(method, params),
    { "x-api-key": key ?? (await app.signIn()).key },
    query,
  );
  return { status: answer.status, ...answer.body };
}

const namesIn = (areas: string[]) =>
  [...tools.values()].flatMap(({ operationId, definition }) =>
    areas.includes(operations[operationId].area) ? definition.name : [],
  );

test.each([
  ["?tools=messaging,threads", ["messaging", "threads"]],
  ["?tools=keys&api_key=x", ["keys"]],
  ["?tools=%20business-numbers%20,", ["business-numbers"]],
])("the address %s has only the tools of its areas", async (query, areas) => {
  const { result } = await ask(query, "tools/list");

  expect(result.tools.map(({ name }: { name: string }) => name)).toEqual(namesIn(areas));
});

test("a tool outside of the areas does not exist", async () => {
  const { error } = await ask("?tools=threads", "tools/call", { name: "list_contacts" });

  expect(error).toMatchObject({ code: -32_602, message: "There is no tool list_contacts." });
});

test("an area narrows the tools that the key may call", async () => {
  const { team } = await app.signIn();
  const key = await buildKey(app.em(), team, { scopes: ["messages:send", "contacts:read"] });

  const { result } = await ask("?tools=messaging,threads,keys", "tools/list", undefined, key);

  expect(result.tools.map(({ name }: { name: string }) => name)).toEqual(["send_text", "get_key"].toSorted());
});

test("an empty parameter selects all tools of the default list, and an unknown area is refused", async () => {
  expect((await ask("?tools=", "tools/list")).result.tools).toHaveLength(
    [...tools.values()].filter(({ isDefault }) => isDefault).length,
  );

  const { status, id, error } = await ask("?tools=threads,audit", "tools/list");
  expect({ status, id }).toEqual({ status: 400, id: 1 });
  expect(error).toMatchObject({ code: -32_602, message: expect.stringContaining("there is no area audit") });
});

test("a tool that must be selected is in the list of its area only", () => {
  const tool = { ...tools.get("send_text")!, isDefault: false };
  const selects = (...areas: string[]) =>
    isSelected({ areas: areas.length > 0 ? new Set(areas) : undefined, outputSchemas: false }, tool);

  expect({ none: selects(), own: selects("messaging"), other: selects("threads") }).toEqual({
    none: false,
    own: true,
    other: false,
  });
});
