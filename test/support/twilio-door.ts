import { randomBytes } from "node:crypto";
import twilio from "twilio";
import { prepareCredentials } from "../../server/doors/twilio/credentials.ts";
import { sidOf } from "../../server/doors/twilio/ids.ts";
import type { KeyOptions } from "../../server/keys/key-options.ts";
import { createSealer } from "../../server/secrets/sealing.ts";
import type { TestApp } from "./app.ts";
import type { Client, RawAnswer } from "./client.ts";
import { buildKey, type TestTeam } from "./factories.ts";
import { secretKey } from "./passcodes.ts";

/** A team with a client of Twilio for it. */
export interface TwilioUser {
  team: TestTeam;
  /** The phone of its primary business number. */
  number: string;
  /** A client of our own API. */
  own: Client;
  client: twilio.Twilio;
  accountSid: string;
  /** The path of the account. */
  path: string;
  token: string;
  /** Sends a request with the account and the token. */
  send(method: string, path: string, fields?: Record<string, string>, headers?: object): Promise<RawAnswer>;
}

/** Makes a team that uses the client of Twilio. Its token has the form of those of Twilio. */
export async function signInByTwilio(app: TestApp, options: KeyOptions = {}): Promise<TwilioUser> {
  const { team, number, client: own } = await app.signIn();
  const token = randomBytes(16).toString("hex");
  await buildKey(app.em(), team, { ...options, key: token });
  return userOf(app, { team, number, own, token });
}

function userOf({ url }: TestApp, user: Pick<TwilioUser, "team" | "number" | "own" | "token">): TwilioUser {
  const { team, own, token } = user;
  const accountSid = sidOf("AC", team.id);
  const authorization = basicOf(accountSid, token);
  return {
    ...user,
    accountSid,
    client: twilioClient(url, accountSid, token),
    path: `/2010-04-01/Accounts/${accountSid}`,
    send: (method, path, fields, headers = {}) =>
      own.request(method, path, {
        headers: { authorization, ...headers } as Record<string, string>,
        ...(fields && { body: new URLSearchParams(fields) }),
      }),
  };
}

/** Makes a team whose app has the credentials that the command makes, and so has posts that are signed. */
export async function signInWithCredentials(app: TestApp, mode: "live" | "test" = "live"): Promise<TwilioUser> {
  const { team, number, client: own } = await app.signIn();
  const credentials = await prepareCredentials(app.em(), createSealer(secretKey), team);
  const { authToken } = credentials.find((each) => each.mode === mode)!;
  return userOf(app, { team, number, own, token: authToken });
}

/** The client of Twilio for Node, unchanged but for its address. */
export function twilioClient(url: string, accountSid: string, token: string): twilio.Twilio {
  const client = twilio(accountSid, token);
  client.api.baseUrl = url;
  client.verify.baseUrl = url;
  return client;
}

export const basicOf = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
