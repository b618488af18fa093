import twilio from "twilio";
import type { CallbackKind } from "../../server/db/schema/entities/callback.ts";
import { post } from "../support/callbacks.ts";
import type { RawAnswer } from "../support/client.ts";
import type { Settings } from "../support/process.ts";

const publicUrl = "https://sms.example.com";
const authToken = "a token of the experiments";

/** The address and token for signed callbacks to a server with `callbackSettings`. */
export const signer = { publicUrl, authToken };

/** The settings of a server that accepts the callbacks of `postSigned`. */
export const callbackSettings: Settings = { BASE_URL: publicUrl, WEBHOOK_CLIENT_SECRET: authToken };

/** Posts a callback once, signed like the provider's; undefined without an answer. */
export const postSigned = (
  server: { url: string },
  kind: CallbackKind,
  form: Record<string, string>,
  query = "",
  token = authToken,
) => postSignedTo(server, `/api/external/sms/${kind}${query}`, form, token);

/** Posts a callback of any account of that kind once, to a path with its query. */
export async function postSignedTo(
  { url }: { url: string },
  target: string,
  form: Record<string, string>,
  token: string,
): Promise<RawAnswer | undefined> {
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "x-provider-signature": twilio.getExpectedTwilioSignature(token, publicUrl + target, form),
  };
  return post(url + target, new URLSearchParams(form).toString(), headers).catch(() => undefined);
}
