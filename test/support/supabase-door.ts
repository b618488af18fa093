import { createHmac, randomUUID } from "node:crypto";
import { type HookOptions, prepareHook } from "../../server/doors/supabase/hook-tokens.ts";
import { sidOf } from "../../server/doors/twilio/ids.ts";
import { createSealer } from "../../server/secrets/sealing.ts";
import type { TestApp } from "./app.ts";
import type { Client } from "./client.ts";
import type { TestTeam } from "./factories.ts";
import { secretKey } from "./passcodes.ts";
import { requestWithoutKey } from "./textbelt-door.ts";

/** A team whose app signs its users in by Supabase Auth. */
export interface SupabaseProject {
  team: TestTeam;
  /** A client of our own API. */
  own: Client;
  /** The secrets of its hooks. */
  live: string;
  test: string;
  path: string;
}

export async function signInBySupabase(app: TestApp, options: HookOptions = {}): Promise<SupabaseProject> {
  const { team, client: own } = await app.signIn();
  const [live, test] = await prepareHook(app.em(), createSealer(secretKey), team, options);
  return { team, own, live: live!.token, test: test!.token, path: `/hooks/supabase/${sidOf("AC", team.id)}/send-sms` };
}

/** The body of a hook. */
export function hookOf(
  phone: string,
  otp = "013457",
  { user = randomUUID() as string, ...sms }: Record<string, unknown> = {},
) {
  return {
    metadata: { uuid: randomUUID(), time: new Date().toISOString(), name: "send-sms" },
    user: { id: user, aud: "authenticated", phone: phone.replace("+", ""), created_at: new Date().toISOString() },
    sms: { otp, phone: phone.replace("+", ""), ...sms },
  };
}

/** Signs a body as Supabase Auth does: with all secrets, whose signatures are joined by a comma and a space. */
export function signHook(secrets: string[], body: string, { id = randomUUID() as string, at = Date.now() } = {}) {
  const timestamp = String(Math.floor(at / 1_000));
  const signatureOf = (secret: string) =>
    createHmac("sha256", Buffer.from(secret.replace(/^whsec_/, ""), "base64")).update(`${id}.${timestamp}.${body}`);
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map((secret) => `v1,${signatureOf(secret).digest("base64")}`).join(", "),
  };
}

/** Posts a signed hook, with an id of its own. */
export function postHook(
  url: string,
  { path, live }: Pick<SupabaseProject, "path" | "live">,
  hook: object | string,
  headers: Record<string, string> = {},
) {
  const body = typeof hook === "string" ? hook : JSON.stringify(hook);
  return requestWithoutKey(url, "POST", path, { headers: { ...signHook([live], body), ...headers }, body });
}
