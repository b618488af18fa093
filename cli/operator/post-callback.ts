import { randomBytes } from "node:crypto";
import { operations } from "../../generated/operations.ts";
import { loadConfig, publicUrlOf } from "../../server/config.ts";
import { signForm } from "../../server/provider/signature.ts";
import { loadSecrets } from "../../server/secrets.ts";
import { Failure } from "../failures.ts";
import type { Row } from "../output/answers.ts";

/** A callback as the provider would make it. */
export interface SimulatedCallback {
  operation: "receiveInboundText" | "receiveTextStatus" | "receiveOtpStatus";
  from: string;
  to: string;
  /** The provider's id of the text; undefined: a new one. */
  sid?: string;
  /** What it says beside that. */
  fields: Record<string, string>;
  /** What its address carries. */
  query?: Record<string, string>;
  /** Where the server listens; undefined: on this machine. */
  server?: string;
}

/**
 * Signs a callback for the server's public address and posts it to where the server listens.
 *
 * @throws Failure (server) when it is not taken
 */
export async function postCallback(env: NodeJS.ProcessEnv, callback: SimulatedCallback): Promise<Row> {
  const { operation, from, to, sid, fields, query, server } = callback;
  const messageSid = sid ?? `SM${randomBytes(16).toString("hex")}`;
  const account = "AC00000000000000000000000000000000";
  const form = { MessageSid: messageSid, SmsSid: messageSid, AccountSid: account, From: from, To: to, ...fields };
  const config = loadConfig(env);
  const { webhookClientSecret } = await loadSecrets(config);
  const listening = (server ?? `http://localhost:${config.port ?? 3_000}`).replace(/\/+$/, "");
  const search = new URLSearchParams(query).toString();
  const target = operations[operation].path + (search && `?${search}`);
  const signed = config.baseUrl ?? (server ? listening : publicUrlOf(config, config.port ?? 3_000));
  const response = await fetch(listening + target, {
    method: "POST",
    headers: { "X-Provider-Signature": signForm(webhookClientSecret, signed + target, Object.entries(form)) },
    body: new URLSearchParams(form),
  }).catch((error: Error) => {
    throw new Failure("server", `No server answers at ${listening}: ${(error.cause as Error)?.message}`);
  });
  if (response.status === 401) {
    const why = `it has another WEBHOOK_CLIENT_SECRET, or another public address than ${signed}`;
    throw new Failure("server", `The server at ${listening} refuses the signature: ${why}.`);
  }
  if (!response.ok) throw new Failure("server", `The server answered ${response.status}: ${await response.text()}`);
  return { posted: listening + target, status: response.status, messageSid };
}
