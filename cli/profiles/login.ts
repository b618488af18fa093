import { readStdin } from "../bytes/read-text.ts";
import { createClient } from "../client/client.ts";
import { type ConnectionOptions, defaultUrl, isHeaderValue, readUrl, warnOfPlainHttp } from "../connection/connect.ts";
import { profilesFile, readProfiles, redact, writeProfiles } from "../connection/profiles-file.ts";
import { usageError } from "../failures.ts";
import { canAsk, type Io, tell } from "../io.ts";
import { type OutputOptions, writeResult } from "../output/output.ts";

interface LoginOptions extends OutputOptions, ConnectionOptions {
  apiKeyStdin?: boolean;
}

/** Saves a server and a key as a profile and makes it current, if the server accepts the key. */
export async function login(io: Io, options: LoginOptions): Promise<void> {
  const name = options.profile ?? "default";
  const saved = await readProfiles(io.env);
  const existing = Object.hasOwn(saved.profiles, name) ? saved.profiles[name] : undefined;
  const url = readUrl(options.url ?? (io.env.MESSAGING_URL || (existing?.url ?? (await askForAddress(io)))));
  warnOfPlainHttp(io, url);
  const apiKey = options.apiKeyStdin ? (await readStdin(io, options.encoding)).trim() : await askForKey(io);
  if (!isHeaderValue(apiKey)) throw usageError("invalid API key: expected printable characters without spaces");

  const connection = { url, apiKey, country: undefined, source: "" };
  // Every key may call this operation.
  const { team, scopes, expiresAt } = await createClient(io, connection, options).call("getKey", {
    path: {},
    query: {},
    body: undefined,
  });

  const profile = {
    url,
    apiKey,
    ...((options.country ?? existing?.country) && { country: options.country ?? existing?.country }),
  };
  // The file may have changed during the prompts.
  const { profiles } = await readProfiles(io.env);
  await writeProfiles(io.env, { current: name, profiles: { ...profiles, [name]: profile } });
  tell(io, `Saved profile ${name} in ${await profilesFile(io.env)}. It is now the current profile.`);
  await writeResult(
    io,
    options,
    { name, url, apiKey: redact(apiKey), team, scopes, expiresAt, country: profile.country ?? null },
    { id: "name" },
  );
}

async function askForKey(io: Io): Promise<string> {
  if (!canAsk(io)) throw usageError("missing API key: pass it on stdin with --api-key-stdin");
  const { ask } = await import("../prompts.ts");
  return ask.password(io, "API key");
}

async function askForAddress(io: Io): Promise<string> {
  if (!canAsk(io)) return defaultUrl;
  const { ask } = await import("../prompts.ts");
  return ask.text(io, "Address", defaultUrl);
}
