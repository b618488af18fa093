import { AccountRefusal } from "./account.ts";

const timeoutMilliseconds = 10_000;

/** A page of a thousand texts is shorter than this. */
const maxAnswerBytes = 16 * 1024 * 1024;

export type Json = Record<string, unknown>;

/** Asks a carrier for the JSON object at a path, or posts a form there first. */
export type Ask = (path: string, form?: URLSearchParams) => Promise<Json>;

/** The header of HTTP's basic authentication. */
export const basicAuthorization = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;

/**
 * Creates the function that asks a carrier about an account. The credentials are sent to the given address only: redirects
 * are not followed.
 *
 * @param baseUrl the address of the API without a trailing slash
 */
export const askWith =
  (baseUrl: string, authorization: string): Ask =>
  async (path, form) => {
    const { response, answer } = await exchange(
      `${baseUrl}${path}`,
      authorization,
      form && { method: "POST", body: form },
    );
    if (!response.ok) throw new AccountRefusal(response.status, answer?.code);
    if (!answer) throw new Error("The answer is no JSON object, or is too long.");
    return answer;
  };

/**
 * Creates the function that deletes what a carrier has at a path, as `askWith` asks. What is not there counts as deleted.
 *
 * @param baseUrl the address of the API without a trailing slash
 */
export const deleteWith =
  (baseUrl: string, authorization: string) =>
  async (path: string): Promise<void> => {
    const { response, answer } = await exchange(`${baseUrl}${path}`, authorization, { method: "DELETE" });
    if (response.status !== 204 && response.status !== 404) throw new AccountRefusal(response.status, answer?.code);
  };

/** Sends a request, and reads the JSON object of the answer; undefined if there is none, or it is too long. */
async function exchange(url: string, authorization: string, options: RequestInit = {}) {
  const response = await fetch(url, {
    headers: { authorization, accept: "application/json" },
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMilliseconds),
    ...options,
  });
  return { response, answer: parse(await readText(response)) };
}

/** A value that is a text, or the empty text. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** The objects of a list, which is empty if the value is none. */
export const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(Object) : []);

/** The body, up to its limit. A longer one is cut, and then not valid JSON. */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) break;
  }
  return Buffer.concat(chunks).toString();
}

function parse(text: string): Json | undefined {
  try {
    return Object(JSON.parse(text));
  } catch {
    return undefined;
  }
}
