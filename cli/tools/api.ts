import { randomUUID } from "node:crypto";
import { operations } from "../../generated/operations.ts";
import { parseJson } from "../bytes/parse-json.ts";
import { createClient } from "../client/client.ts";
import { type ConnectionOptions, connect } from "../connection/connect.ts";
import { refusalOf, usageError } from "../failures.ts";
import type { Io } from "../io.ts";
import { commandIds, commands } from "../operations/command-table.ts";
import type { OperationCommand } from "../operations/operation-command.ts";
import { createValueReader } from "../operations/values.ts";
import { type OutputOptions, writeResult } from "../output/output.ts";
import { writePlain } from "../output/plain-text.ts";
import type { Row } from "../output/results.ts";

interface ApiOptions extends OutputOptions, ConnectionOptions {
  data?: string;
}

/** `messaging api`: sends any request and writes the response. */
export async function callApi(io: Io, options: ApiOptions, givenMethod: string, path: string): Promise<void> {
  const method = givenMethod.toUpperCase();
  if (!["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"].includes(method))
    throw usageError(`invalid method "${givenMethod}": expected an HTTP method such as GET`);
  if (["CONNECT", "TRACE", "TRACK"].includes(method)) throw usageError(`the method ${method} cannot be sent`);
  if (["GET", "HEAD"].includes(method) && options.data !== undefined)
    throw usageError(`--data cannot be sent with ${method}`);
  if (!path.startsWith("/")) throw usageError(`invalid path "${path}": expected a path such as /api/threads`);
  const connection = await connect(io, options);
  const body =
    options.data === undefined
      ? undefined
      : await createValueReader(io, undefined, options.encoding).readJson(options.data, "--data");
  const view = viewOf(method, path);
  const key = options.idempotencyKey ?? (view && method !== "GET" ? randomUUID() : undefined);
  const request = new Request(connection.url + path, {
    method,
    headers: {
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(key !== undefined && { "idempotency-key": key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

  const response = await createClient(io, connection, options).send(request);
  const text = await response.text();
  const answer = parseJson(text);
  if (!response.ok) throw refusalOf(response.status, answer, key);
  if (typeof answer === "object" && answer !== null) return writeResult(io, options, answer as Row, view);
  writePlain(io, text.endsWith("\n") ? text : `${text}\n`);
}

/** `messaging spec`: writes the contract as the server's YAML file, or its JSON file in any other format. */
export async function writeContract(io: Io, options: OutputOptions & ConnectionOptions): Promise<void> {
  const connection = await connect(io, options);
  const { api } = createClient(io, connection, options);
  if (options.output === undefined && options.jq === undefined) {
    const { data = "" } = await api.GET("/openapi.yaml", { parseAs: "text" });
    return writePlain(io, data);
  }
  const { data } = await api.GET("/openapi.json");
  await writeResult(io, options, data!, { id: "openapi" });
}

/**
 * The command of the operation behind a request, which says how to show the response; undefined if no operation
 * matches.
 */
function viewOf(method: string, path: string): OperationCommand | undefined {
  const [route = ""] = path.split("?");
  const matches = commandIds.filter((id) => {
    const pattern = operations[id].path.replace(/\{\w+\}/g, "[^/]+");
    return operations[id].method === method && new RegExp(`^${pattern}$`).test(route);
  });
  // A route with fewer parameters takes precedence.
  const [first] = matches.toSorted(
    (a, b) => operations[a].path.split("{").length - operations[b].path.split("{").length,
  );
  return first && commands[first];
}
