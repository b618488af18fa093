import type { KeyOptions } from "../../server/keys/key-options.ts";
import type { TestApp } from "./app.ts";
import type { Client, RawAnswer } from "./client.ts";
import { buildKey, type TestTeam } from "./factories.ts";

/** A team whose app was written for Textbelt. */
export interface TextbeltUser {
  team: TestTeam;
  key: string;
  /** The phone of its primary business number. */
  number: string;
  /** A client of our own API. */
  own: Client;
  /** Posts a form with the key. */
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<RawAnswer>;
  /** Gets a path without a key. */
  get(path: string): Promise<RawAnswer>;
}

export async function signInByTextbelt(
  app: TestApp,
  { suffix = "", ...options }: KeyOptions & { suffix?: string } = {},
): Promise<TextbeltUser> {
  const { team, number, client: own } = await app.signIn();
  const key = `${await buildKey(app.em(), team, options)}${suffix}`;
  const request = (method: string, path: string, init?: RequestInit) => requestWithoutKey(app.url, method, path, init);
  return {
    team,
    key,
    number,
    own,
    post: (path, fields, headers = {}) =>
      request("POST", path, { headers, body: new URLSearchParams({ key, ...fields }) }),
    get: (path) => request("GET", path),
  };
}

/** Sends a request as it is. */
export async function requestWithoutKey(
  url: string,
  method: string,
  path: string,
  init: RequestInit = {},
): Promise<RawAnswer> {
  const response = await fetch(`${url}${path}`, { ...init, method });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: text ? JSON.parse(text) : text };
}
