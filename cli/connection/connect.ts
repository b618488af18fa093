import { isPlainHttp } from "../../server/process/loopback.ts";
import { Failure, usageError } from "../failures.ts";
import { type Io, tell } from "../io.ts";
import { type Profile, readProfiles } from "./profiles-file.ts";

/** The options of every command that talks to a server. */
export interface ConnectionOptions {
  url?: string;
  profile?: string;
  /** Test mode: every send is simulated. */
  test?: boolean;
  timeout?: number;
  /** False with `--no-retry`. */
  retry?: boolean;
  idempotencyKey?: string;
  dryRun?: boolean;
  curl?: boolean;
  verbose?: boolean;
  country?: string;
  /** The encoding of files and standard input, if they are not UTF-8 and have no byte order mark. */
  encoding?: string;
}

/** The server that a command calls, and the key that it uses. */
export interface Connection {
  /** Without a trailing slash. */
  url: string;
  /** Undefined if no key is configured. */
  apiKey: string | undefined;
  /** The country of phone numbers without a country code, such as `US`. */
  country: string | undefined;
  /** The setting that chose the server, for `messaging profiles show`. */
  source: string;
}

export const defaultUrl = "http://localhost:3000";

/**
 * Chooses the server and the key of this call. The command line takes precedence over the environment (`MESSAGING_URL`,
 * `MESSAGING_API_KEY`, `MESSAGING_PROFILE`, `MESSAGING_COUNTRY`), and the environment over the profile. A profile's key
 * is sent only to the profile's own server. `fallbackUrl` is used if no server is configured. Warns about an
 * unencrypted connection to another machine.
 */
export async function connect(io: Io, options: ConnectionOptions, fallbackUrl = defaultUrl): Promise<Connection> {
  const { env } = io;
  if (options.idempotencyKey !== undefined) checkIdempotencyKey(options.idempotencyKey);
  const givenUrl = options.url ?? nonEmpty(env.MESSAGING_URL);
  const givenKey = readKey(env.MESSAGING_API_KEY, "MESSAGING_API_KEY");
  const isComplete = givenUrl !== undefined && givenKey !== undefined && options.profile === undefined;
  const [name, profile] = isComplete ? [] : await findProfile(env, options.profile);

  const url = readUrl(givenUrl ?? profile?.url ?? fallbackUrl);
  warnOfPlainHttp(io, url);
  const isProfilesServer = profile !== undefined && readUrl(profile.url) === url;
  // The key of a profile that the command line names takes precedence over the environment.
  const profileKey = isProfilesServer ? readKey(profile.apiKey, `profile ${name}`) : undefined;
  const apiKey = options.profile === undefined ? (givenKey ?? profileKey) : (profileKey ?? givenKey);
  return {
    url,
    apiKey: apiKey && options.test && !apiKey.endsWith("_test") ? `${apiKey}_test` : apiKey,
    country: options.country ?? nonEmpty(env.MESSAGING_COUNTRY) ?? profile?.country,
    source: options.url ? "--url" : givenUrl ? "MESSAGING_URL" : name ? `profile ${name}` : "the default",
  };
}

/** @throws Failure (usage) for a key that no header can carry. The key is not printed. */
function checkIdempotencyKey(key: string): void {
  if (/^[\x20-\x7e]*$/.test(key) && key.trim() === key) return;
  throw usageError(
    "--idempotency-key cannot be sent: it has a blank at an end, a line break or a character outside of ASCII",
  );
}

async function findProfile(env: NodeJS.ProcessEnv, named: string | undefined): Promise<[string?, Profile?]> {
  const { current, profiles } = await readProfiles(env);
  const name = named ?? nonEmpty(env.MESSAGING_PROFILE) ?? current;
  if (name === undefined) return [];
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (!profile)
    throw new Failure("usage", `There is no profile ${name}.`, {
      hint: "`messaging profiles list` lists the profiles.",
    });
  return [name, profile];
}

/** @throws Failure (authentication) if there is no key */
export function requireKey({ apiKey, url }: Connection): void {
  if (apiKey !== undefined) return;
  throw new Failure("authentication", `There is no API key for ${url}.`, {
    hint: "Run `messaging login`, or set MESSAGING_API_KEY.",
  });
}

/** Warns on stderr if the API key would cross a network unencrypted. */
export function warnOfPlainHttp(io: Io, url: string): void {
  if (isPlainHttp(url)) tell(io, `warning: ${url} is not encrypted: others can read the API key and the texts`);
}

/**
 * Reads an http or https address. The result has no trailing slash.
 *
 * @throws Failure (usage) for any other text, which is not printed because it may contain a password
 */
export function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw usageError(`invalid address of the server: expected a URL such as ${defaultUrl}`);
  if (url.username !== "" || url.password !== "")
    throw usageError("invalid address of the server: it has a user name or password, which cannot be sent");
  if (url.search !== "" || url.hash !== "")
    throw usageError("invalid address of the server: it has a query or a fragment");
  return url.href.replace(/\/+$/, "");
}

/**
 * Reads an API key without the blanks around it; undefined if there is none.
 *
 * @throws Failure (usage) for a key that no header can carry. The key is not printed.
 */
function readKey(given: string | undefined, source: string): string | undefined {
  const key = nonEmpty(given?.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, ""));
  if (key === undefined || isHeaderValue(key)) return key;
  throw usageError(
    `the API key of ${source} cannot be sent: it has a blank, a line break or a character outside of ASCII. Copy it again.`,
  );
}

/** Whether a header can carry a text unchanged: printable ASCII without blanks. */
export const isHeaderValue = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

const nonEmpty = (text: string | undefined) => text || undefined;
