import { maxWidth } from "./literals.ts";
import type { ExampleRequest } from "./requests.ts";

/** Quotes a word for a shell, if it needs quotes. */
export const shellWord = (word: string) =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** The path and query of a request. */
export function targetOf({ path, pathValues, query }: ExampleRequest): string {
  const filled = path.replace(/\{(\w+)\}/g, (given, name: string) =>
    name in pathValues ? encodeURIComponent(String(pathValues[name])).replaceAll("%2B", "+") : given,
  );
  const pairs = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value)).replaceAll("%3A", ":")}`,
  );
  return pairs.length > 0 ? `${filled}?${pairs.join("&")}` : filled;
}

/** The `curl` command of a request. */
export function curlOf(request: ExampleRequest): string {
  const { method, auth, body, form = {}, sendsFile } = request;
  const target = targetOf(request);
  const key = auth === "doorKey" ? `${target.includes("?") ? "&" : "?"}key=$MESSAGING_API_KEY` : "";
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}"{base_url}${target}${key}"`,
    ...(auth === "apiKey" ? ['-H "X-API-Key: $MESSAGING_API_KEY"'] : []),
    ...(auth === "account" ? ['-u "$ACCOUNT_SID:$AUTH_TOKEN"'] : []),
    ...(auth === "signature" ? ['-H "X-Provider-Signature: $SIGNATURE"'] : []),
    ...(sendsFile ? ['-H "Content-Type: image/jpeg"', "--data-binary @picture.jpg"] : []),
    ...Object.entries(form).flatMap(([name, values]) =>
      [values].flat().map((value) => `--data-urlencode ${shellWord(`${name}=${value}`)}`),
    ),
    ...(body ? ['-H "Content-Type: application/json"', `-d '${quotable(body.value)}'`] : []),
  ].join(" \\\n  ");
}

/** The JSON of a body within single quotes, on one line if it fits. */
function quotable(value: unknown): string {
  const inLine = JSON.stringify(value);
  const text = inLine.length + 8 <= maxWidth ? inLine : JSON.stringify(value, null, 2).replaceAll("\n", "\n  ");
  return text.replaceAll("'", String.raw`'\''`);
}
