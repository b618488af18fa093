import type { OperationId } from "../../generated/operations.ts";
import { tools } from "../../server/mcp/tools.ts";
import { type CallInput, type Client, createClient } from "../support/client.ts";
import { exampleOf, type TeamOperation } from "../support/examples.ts";
import { argumentsOf } from "../support/mcp.ts";
import type { Service } from "./service.ts";

/** A call of a tool by a program, with the key of a team of its own. */
interface ToolCall {
  key: string;
  name: string;
  args: Record<string, unknown>;
}

/** What a program saw: the version of MCP, the names of the tools, and the tools whose calls succeeded. */
interface SeenTools {
  version: string;
  tools: string[];
  called: string[];
}

/** The tools of the default list. */
const defaultTools = [...tools.values()].filter(({ isDefault }) => isDefault);

/** Prepares a call of each tool in test mode: the contract's example, with ids of records that exist. */
export function prepareToolCalls(service: Service): Promise<ToolCall[]> {
  return Promise.all(
    defaultTools.map(async ({ operationId, definition }) => {
      const { MESSAGING_API_KEY: key = "" } = await service.createTeam();
      const client = createClient(service.url, key);
      const input = await inputOf(operationId as TeamOperation, client);
      return { key, name: definition.name, args: argumentsOf(input) };
    }),
  );
}

async function inputOf(id: TeamOperation, client: Client): Promise<CallInput<OperationId>> {
  if (id !== "verifyOtp") return exampleOf(id, client, { texts: [] });
  // In test mode, this number gets the code 123456.
  const { recipient_id } = await client.generateOtp({ body: { phone: "+15005550009", recipient_id: "user-42" } });
  const input: CallInput<"verifyOtp"> = { body: { recipient_id, otp: "123456" } };
  return input as CallInput<OperationId>;
}

export function expectedOfTools(version: string): SeenTools {
  const names = defaultTools.map(({ definition }) => definition.name);
  return { version, tools: names, called: names };
}
