import type { Io } from "../io.ts";
import { type OutputOptions, writeResult } from "./output.ts";
import { escapeJson, writePlain } from "./plain-text.ts";

const keyVariable = "$MESSAGING_API_KEY";

/** Writes a request instead of sending it, without the API key: as data, or as a curl command. */
export async function showRequest(
  io: Io,
  request: Request,
  { curl, ...options }: OutputOptions & { curl?: boolean },
): Promise<void> {
  const { method, url } = request;
  const isFile = request.headers.get("content-type") === "application/octet-stream";
  const body = isFile ? "" : await request.text();
  const headers = { ...Object.fromEntries(request.headers), "x-api-key": keyVariable };
  if (curl)
    return writePlain(io, `${formatCurl({ method, url, headers, body })}${isFile ? " --data-binary @FILE" : ""}\n`);
  const data = { method, url, headers, body: body === "" ? null : JSON.parse(body) };
  await writeResult(io, options, data, { id: "url" });
}

function formatCurl(request: { method: string; url: string; headers: Record<string, string>; body: string }): string {
  const headers = Object.entries(request.headers).map(([name, value]) =>
    // In double quotes, so that the shell expands the variable.
    name === "x-api-key" ? `-H "X-API-Key: ${value}"` : `-H ${quote(`${name}: ${value}`)}`,
  );
  const body = request.body === "" ? [] : [`-d ${quote(escapeJson(request.body))}`];
  return ["curl -s", `-X ${request.method}`, quote(request.url), ...headers, ...body].join(" ");
}

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
