import { type RouteId, routes } from "../../../generated/operations.ts";
import { type Client, createClient } from "../../support/client.ts";
import { exampleOf, rawExampleOf, type TeamOperation } from "../../support/examples.ts";
import type { Draft } from "./draft.ts";

/** The contract's example of an operation as a valid request, which succeeds once. */
export async function draftOf(id: RouteId, url: string, { key }: { key: string }): Promise<Draft> {
  const { auth, method, path } = routes[id];
  const client = createClient(url, key).inTestMode();
  const actsForTeam = auth === "apiKey" && id !== "callMcp";
  const input: Input = actsForTeam ? await goodInputOf(id as TeamOperation, client) : rawExampleOf(id);
  const values = { ...input.path } as Record<string, string>;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name]!));
  return {
    id,
    method,
    segments: filled.split("/").slice(1),
    query: Object.entries(input.query ?? {}).map(([name, value]) => [name, String(value)]),
    rawQuery: [],
    version: "HTTP/1.1",
    headers: [],
    rawHeaders: ["Host: 127.0.0.1"],
    key: auth === "apiKey" ? `${key}_test` : undefined,
    body: input.body as Draft["body"],
  };
}

interface Input {
  path?: object;
  query?: object;
  body?: unknown;
}

async function goodInputOf(id: TeamOperation, client: Client): Promise<Input> {
  // Uses the test recipient with the known code.
  if (id === "verifyOtp") {
    await client.generateOtp({ body: { phone: "+15005550009", recipient_id: "user", lifetime: 600 } });
    return { body: { recipient_id: "user", otp: "123456" } };
  }
  return exampleOf(id, client, { texts: [] });
}
