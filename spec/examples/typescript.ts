import { javascript, literalOf } from "./literals.ts";
import type { ExampleRequest } from "./requests.ts";

/** The lines before a call: the client of `docs/sdks.md`. */
export const typescriptSetup = `// npx openapi-typescript {base_url}/openapi.json --output api.ts --default-non-nullable=false
import { randomUUID } from "node:crypto";
import createClient from "openapi-fetch";
import type { paths } from "./api.ts";

const client = createClient<paths>({
  baseUrl: "{base_url}",
  headers: { "X-API-Key": process.env.MESSAGING_API_KEY },
});`;

/** The call of a request by openapi-fetch. */
export function typescriptOf({ method, path, takesKey, pathValues, query, body, answerType }: ExampleRequest): string {
  const newKey = "randomUUID()";
  const params = {
    ...(Object.keys(pathValues).length > 0 && { path: pathValues }),
    ...(Object.keys(query).length > 0 && { query }),
    ...(takesKey && { header: { "Idempotency-Key": newKey } }),
  };
  const parseAs = answerType === "text/event-stream" ? "stream" : answerType.endsWith("json") ? undefined : "text";
  const options = {
    ...(Object.keys(params).length > 0 && { params }),
    ...(body && { body: body.value }),
    ...(parseAs && { parseAs }),
  };
  const rest = Object.keys(options).length > 0 ? `, ${linesOf(options)}` : "";
  return `const { data, error } = await client.${method}("${path}"${rest});`.replace(`"${newKey}"`, newKey);
}

/** Each option has its own lines. */
function linesOf(options: Record<string, unknown>): string {
  const lines = Object.entries(options).map(
    ([name, value]) => `  ${name}: ${literalOf(value, javascript, 1, name.length + 3)},\n`,
  );
  return `{\n${lines.join("")}}`;
}
