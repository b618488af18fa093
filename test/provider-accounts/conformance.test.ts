import { describe, expect, test } from "vitest";
import { accountKinds } from "../../server/provider/kinds.ts";
import type { Meaning } from "../../server/provider/provider.ts";
import { useApp } from "../support/app.ts";
import { uniquePhone } from "../support/factories.ts";
import * as behaviours from "../support/fake-server.ts";
import { type Behaviour, type FakeServer, messageSid, useFakeServer } from "../support/fake-server.ts";
import { buildAccount } from "../support/provider-accounts.ts";
import { smsgateSettings } from "../support/smsgate.ts";
import { failed, queued, sending, type Told, toldBy } from "../support/told.ts";

/** How a kind speaks. */
interface Words {
  /** The settings of an account at an address, whose texts are sent from a phone. */
  settings(url: string, phone: string): Record<string, string>;
  /** An answer that accepts a text with an id. */
  accepted(id: string): object;
  /** A refusal about each cause, with its code; null for a cause that the carrier never names. */
  refusals: Record<Meaning["about"], Refusal | null>;
  /** The refusal of a recipient who has opted out; null for a carrier that knows of none. */
  optedOut: object | null;
}

interface Refusal {
  status: number;
  answer: object;
  code: string;
}

const twilioCodes = {
  recipient: 21211,
  content: 21617,
  number: 21606,
  account: 21408,
  capacity: 21611,
  unreachable: 30003,
};

const telnyxCodes = {
  ...{ recipient: "40310", content: "40009", number: "40305" },
  ...{ account: "40333", capacity: "10011", unreachable: "40006" },
};

const causes = Object.keys(twilioCodes) as Meaning["about"][];

const refusalsWith = (refusal: (about: Meaning["about"]) => Refusal) =>
  Object.fromEntries(causes.map((about) => [about, refusal(about)])) as Words["refusals"];

/** Kinds that do not speak HTTP, with a file of their own that has the same rows in their words. */
const others = ["smpp"];

/** The words of each kind. A kind without a row fails. */
const words: Record<string, Words> = {
  http: {
    settings: (url) => ({ url }),
    accepted: (id) => ({ id }),
    refusals: refusalsWith((about) => ({ status: 422, answer: { code: `no-${about}`, about }, code: `no-${about}` })),
    optedOut: { code: "blocked", optedOut: true },
  },
  smsgate: {
    settings: smsgateSettings,
    accepted: (id) => ({ id, state: "Pending" }),
    refusals: {
      ...{ recipient: null, content: null, number: null, unreachable: null },
      account: { status: 400, answer: { message: "failed to select device: not found" }, code: "smsgate-device" },
      capacity: { status: 503, answer: { message: "queue limits exceeded: max pending" }, code: "smsgate-queue" },
    },
    optedOut: null,
  },
  telnyx: {
    settings: (baseUrl) => ({ apiKey: "KEY1", publicKey: Buffer.alloc(32, 1).toString("base64"), baseUrl }),
    accepted: (id) => ({ data: { id } }),
    refusals: refusalsWith((about) => {
      const code = telnyxCodes[about];
      return { status: 422, answer: { errors: [{ code, title: "A reason" }] }, code: `telnyx-${code}` };
    }),
    optedOut: { errors: [{ code: "40300" }] },
  },
  twilio: {
    settings: (baseUrl) => ({ accountSid: "AC1", authToken: "a token", baseUrl }),
    accepted: (sid) => ({ sid }),
    refusals: refusalsWith((about) => {
      const code = twilioCodes[about];
      return { status: 400, answer: { code, message: "The provider's reason" }, code: String(code) };
    }),
    optedOut: { code: 21610 },
  },
};

interface Row {
  answer: string;
  behaviour: Behaviour;
  told: Told;
}

const rowsIn = ({ accepted, refusals, optedOut }: Words): Row[] => [
  ...[200, 201, 202].map((status) => ({
    answer: `${status} with an id`,
    behaviour: behaviours.answer(status, accepted(messageSid())),
    told: queued,
  })),
  { answer: "204", behaviour: (_, response) => response.writeHead(204).end(), told: sending },
  { answer: "200 without an id", behaviour: behaviours.answer(200, {}), told: sending },
  { answer: "200 that is not JSON", behaviour: behaviours.answer(200, "<h1>Welcome</h1>"), told: sending },
  {
    answer: "200 with an id that cannot be stored",
    behaviour: behaviours.answer(200, accepted("a b")),
    told: sending,
  },
  { answer: "half of a 201", behaviour: behaviours.resetAfterHeaders(201), told: sending },
  { answer: "half of a 400", behaviour: behaviours.resetAfterHeaders(400), told: failed("http_400", "account") },
  ...causes.flatMap((about) => {
    const refusal = refusals[about];
    if (!refusal) return [];
    const { status, answer, code } = refusal;
    return {
      answer: `${status} with a code about ${about}`,
      behaviour: behaviours.answer(status, answer),
      told: failed(code, about),
    };
  }),
  ...(optedOut === null
    ? []
    : [
        {
          answer: "4xx of a recipient who has opted out",
          behaviour: behaviours.answer(400, optedOut),
          told: {
            error: "recipient_opted_out",
            code: expect.any(String) as never,
            about: expect.any(String) as never,
          },
        },
      ]),
  { answer: "400 without a code", behaviour: behaviours.answer(400, ""), told: failed("http_400", "account") },
  { answer: "401", behaviour: behaviours.answer(401, ""), told: failed("http_401", "account") },
  { answer: "403", behaviour: behaviours.answer(403, ""), told: failed("http_403", "account") },
  { answer: "413", behaviour: behaviours.answer(413, ""), told: failed("http_413", "content") },
  { answer: "429", behaviour: behaviours.answer(429, ""), told: failed("http_429", "capacity") },
  ...[500, 502, 503].map((status) => ({
    answer: `${status} with an id`,
    behaviour: behaviours.answer(status, accepted(messageSid())),
    told: sending,
  })),
  ...[301, 302, 307].map((status) => ({
    answer: `${status} to an address that would accept`,
    behaviour: ((request, response) =>
      request.path === "/elsewhere"
        ? behaviours.answer(200, accepted(messageSid()))(request, response)
        : behaviours.answer(status, "", { location: "/elsewhere" })(request, response)) satisfies Behaviour,
    told: sending,
  })),
  { answer: "a reset after the request", behaviour: behaviours.reset, told: sending },
  { answer: "an end without an answer", behaviour: behaviours.closeWithoutAnswer, told: sending },
  { answer: "a timeout", behaviour: behaviours.hang, told: sending },
  { answer: "a timeout in the middle of a 201", behaviour: behaviours.hangAfterHeaders(201), told: sending },
  {
    answer: "bytes that are not HTTP",
    behaviour: behaviours.writeBytes("SSH-2.0-OpenSSH_9.6\r\n"),
    told: sending,
  },
];

const app = useApp({ carrierMilliseconds: 300 });
const carrier = useFakeServer();

test("each kind has a row", () => {
  expect([...Object.keys(words), ...others].toSorted()).toEqual([...accountKinds.keys()].toSorted());
});

describe.each(Object.keys(words))("a carrier of the kind %s", (kind) => {
  const own = words[kind]!;

  /** Sends a text, and repeats the request with the same key. Returns both answers. */
  async function sendTwice(url: string) {
    const { client, number } = await app.signIn();
    await (await buildAccount(app, kind, own.settings(url, number))).sendFor(number);
    const request = { body: { phone_number: uniquePhone(), message: "hello" }, idempotencyKey: crypto.randomUUID() };
    const first = await client.raw("sendText", request);
    return [first, await client.raw("sendText", request)] as const;
  }

  test.each(rowsIn(own))("that answers $answer", async ({ behaviour, told }) => {
    const calls = countCalls(carrier, behaviour);

    const [first, again] = await sendTwice(carrier.url);

    expect(toldBy(first.body)).toEqual(told);
    // Only a text that was refused may be sent again.
    const isSentAgain = "error" in told;
    expect(calls()).toBe(isSentAgain ? 2 : 1);
    if (!isSentAgain) expect(again.body).toEqual(first.body);
  });

  test("that cannot be connected to", async () => {
    const [first, again] = await sendTwice("http://127.0.0.1:1");

    for (const { body } of [first, again]) expect(toldBy(body)).toEqual(failed("provider_unreachable", "unreachable"));
  });

  test("that resets a connection before it has read anything", async () => {
    const calls = countCalls(carrier, behaviours.hang);
    carrier.readsNothing = true;
    try {
      const [first] = await sendTwice(carrier.url);
      expect(toldBy(first.body)).toEqual(sending);
      expect(calls()).toBe(0);
    } finally {
      carrier.readsNothing = false;
    }
  });
});

/** Lets a carrier behave, and returns the function that counts its requests since. */
function countCalls(server: FakeServer, behaviour: Behaviour): () => number {
  server.behaviour = behaviour;
  const before = server.requests.length;
  return () => server.requests.length - before;
}
