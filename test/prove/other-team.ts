/**
 * A team whose requests must stay quick while others hold all that they can.
 */
import { request as requestHttp } from "node:http";
import { connect, type Socket } from "node:net";
import { text as readText } from "node:stream/consumers";
import twilio from "twilio";
import { inboundForm } from "../support/callbacks.ts";
import { createClient } from "../support/client.ts";
import { openStream } from "../support/events.ts";
import { uniquePhone } from "../support/factories.ts";
import type { FakeServer } from "../support/fake-server.ts";
import { signer } from "./callbacks.ts";
import type { ExperimentContext } from "./context.ts";
import { measure, times, until } from "./load.ts";
import type { SignedIn } from "./team.ts";

/** How long each request of the other team may take. */
const promisedMilliseconds = 1_000;

export interface OtherTeam {
  /** Does once what `check` does, in any time, because the first requests to a server take longer. */
  warmUp(): Promise<void>;
  /** Sends a text, reads a page, posts a callback and follows an event. */
  check(when: string): Promise<void>;
  problems: string[];
  /** The slowest of each, in milliseconds. */
  slowest: Record<string, number>;
}

/** Where the other team reaches the server, and the address that its provider calls from. */
export interface Route {
  url: string;
  from?: string;
  /** A target that gets the team's events by an endpoint. */
  target?: FakeServer;
}

/** Makes the requests of a team to a server. */
export function watchTeam({ key, number }: SignedIn, { url, from = "127.0.0.2", target }: Route): OtherTeam {
  const client = createClient(url, key);
  const problems: string[] = [];
  const slowest: Record<string, number> = {};
  let isWarm = false;

  async function time(what: string, when: string, act: () => Promise<unknown>): Promise<void> {
    const { value, milliseconds } = await measure(() => act().then(String, String));
    if (isWarm) slowest[what] = Math.max(slowest[what] ?? 0, milliseconds);
    if (value !== "200" || (isWarm && milliseconds > promisedMilliseconds)) {
      problems.push(`${what} ${when}: ${value} after ${milliseconds} ms`);
    }
  }

  const createContact = async () =>
    (await client.createContact({ body: { name: "someone", phones: [uniquePhone()] } })).contact.id;

  async function followEvent(): Promise<number> {
    const stream = await openStream(url, key);
    try {
      const id = await createContact();
      while ((await stream.next()).event.data.contactId !== id);
      return stream.status;
    } finally {
      stream.close();
    }
  }

  async function receiveEvent({ requests }: FakeServer): Promise<number> {
    const id = await createContact();
    await until("the event is posted", () => requests.some(({ body }) => body.includes(id)));
    return 200;
  }

  async function check(when: string): Promise<void> {
    const body = { phone_number: uniquePhone(), message: "hello" };
    await time("text", when, async () => (await client.raw("sendText", { body })).status);
    await time("page", when, async () => (await client.raw("listThreads")).status);
    await time("callback", when, () => postCallback(url, from, inboundForm(uniquePhone(), number, "STOP")));
    await time("event", when, followEvent);
    if (target) await time("post of an event", when, () => receiveEvent(target));
  }

  return {
    problems,
    slowest,
    check,
    async warmUp() {
      await check("before");
      isWarm = true;
    },
  };
}

/** Posts a signed callback from an address of this machine. Its body comes after its head. */
async function postCallback(url: string, localAddress: string, form: Record<string, string>): Promise<number> {
  const path = "/api/external/sms/inbound";
  const { authToken, publicUrl } = signer;
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "x-provider-signature": twilio.getExpectedTwilioSignature(authToken, publicUrl + path, form),
  };
  return new Promise((resolve, reject) => {
    const request = requestHttp(url + path, { method: "POST", localAddress, headers, agent: false });
    request.on("error", reject).on("response", (response) => {
      readText(response).then(() => resolve(response.statusCode!), reject);
    });
    request.flushHeaders();
    request.end(new URLSearchParams(form).toString());
  });
}

/**
 * Opens connections that send the beginning of a request, and keeps them open until the experiment ends. Resolves once
 * the server has accepted them.
 */
export async function holdConnections(
  { over }: ExperimentContext,
  { url, from, count }: { url: string; from: string; count: number },
  textOf: (index: number) => string | Buffer,
): Promise<Socket[]> {
  const { hostname, port } = new URL(url);
  const sockets = await Promise.all(
    times(count, async (index) => {
      const socket = connect({ host: hostname, port: Number(port), localAddress: from });
      socket.on("error", () => {}).resume();
      over.addEventListener("abort", () => socket.destroy());
      await new Promise((resolve) => socket.write(textOf(index), resolve));
      return socket;
    }),
  );
  // A later connection is accepted after all of them.
  await fetch(`${url}/healthz`);
  return sockets;
}
