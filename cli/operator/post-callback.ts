import { randomBytes } from "node:crypto";
import { operations } from "../../generated/operations.ts";
import { type Config, loadConfig, localUrlOf } from "../../server/config.ts";
import { requiredCallbacks } from "../../server/provider/kinds.ts";
import { loadSecrets } from "../../server/secrets/load-secrets.ts";
import { type ConnectionOptions, connect } from "../connection/connect.ts";
import { readProfiles } from "../connection/profiles-file.ts";
import { Failure } from "../failures.ts";
import type { Io } from "../io.ts";
import type { Row } from "../output/results.ts";
import { findOwnProfile } from "./keep-profile.ts";
import { requireDatabase, withDataDir } from "./locate-data.ts";

/** A callback that the provider could send. */
export interface SimulatedCallback {
  operation: "receiveInboundText" | "receiveTextStatus" | "receiveOtpStatus";
  from: string;
  to: string;
  /** The provider's id of the text; a new id if undefined. */
  sid?: string;
  /** The text that was sent to a business number, or the status of a text that was sent. */
  said: { text: string } | { status: string; errorCode?: string };
  /** The query of the URL. */
  query?: Record<string, string>;
}

/**
 * Signs a callback for the server's public address and posts it to the server. With `test`, the URL marks a reply of
 * test mode, which only a server with the simulated carrier accepts.
 *
 * @throws Failure (server) if the server does not accept the callback
 */
export async function postCallback(io: Io, options: ConnectionOptions, callback: SimulatedCallback): Promise<Row> {
  const { operation, from, to, sid, said, query } = callback;
  const messageSid = sid ?? `SM${randomBytes(16).toString("hex")}`;
  const text = { sid: messageSid, from, to };
  const { inboundForm, statusForm, signForm } = requiredCallbacks;
  const form = "text" in said ? inboundForm(text, said.text) : statusForm(text, said.status, said.errorCode);
  const config = loadConfig(await withDataDir(io.env));
  // The secret is then in the data directory.
  if (config.webhookClientSecret === undefined) await requireDatabase(io.env, config);
  const { webhookClientSecret } = await loadSecrets(config);
  const listening = await findServer(io, options, config);
  const search = new URLSearchParams({ ...query, ...(options.test && { testMode: "true" }) }).toString();
  const target = operations[operation].path + (search && `?${search}`);
  const signed = config.baseUrl ?? listening;
  const response = await fetch(listening + target, {
    method: "POST",
    headers: { "X-Provider-Signature": signForm(webhookClientSecret, signed + target, Object.entries(form)) },
    body: new URLSearchParams(form),
  }).catch((error: Error) => {
    throw new Failure("server", `Cannot reach a server at ${listening}: ${(error.cause as Error)?.message}`);
  });
  if (response.status === 401) {
    const why = `its WEBHOOK_CLIENT_SECRET differs, or its public address is not ${signed}`;
    throw new Failure("server", `The server at ${listening} refused the signature: ${why}.`);
  }
  if (!response.ok)
    throw new Failure("server", `The server responded with status ${response.status}: ${await response.text()}`);
  return { posted: listening + target, status: response.status, messageSid };
}

/**
 * Finds the server's address. The command line and the environment take precedence, as in every other command. Then
 * follows the last address of this installation, because its secret signs the callback, and then the current profile.
 */
async function findServer(io: Io, options: ConnectionOptions, config: Config): Promise<string> {
  const { env } = io;
  const named = options.url || options.profile || env.MESSAGING_URL || env.MESSAGING_PROFILE;
  const isOwn = !named && config.databaseUrl === undefined;
  const profile = isOwn ? findOwnProfile(await readProfiles(env), config.dataDir) : undefined;
  const connecting = { ...options, ...(profile !== undefined && { profile }) };
  const { url } = await connect(io, connecting, localUrlOf(config, config.port ?? 3_000));
  return url;
}
