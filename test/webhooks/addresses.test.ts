import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AddressRefused, guardAddresses } from "../../server/webhooks/addresses.ts";
import { createPoster } from "../../server/webhooks/post.ts";
import { answer, useFakeServer } from "../support/fake-server.ts";
import { createRecordingNetwork, createResolver } from "../support/recording-network.ts";
import { innerNames } from "../support/ssrf.ts";

const findNames = createResolver(innerNames);

/** Posts to a URL. Returns the error and the recorded destinations. */
async function post(url: string, { allowed = [] as string[] } = {}) {
  const { destinations, connect } = createRecordingNetwork();
  const poster = createPoster({
    findAddresses: guardAddresses(findNames, allowed),
    timeoutMilliseconds: 2_000,
    connect,
  });
  const result = await poster({ url, headers: {}, body: "{}" }, new AbortController().signal);
  return { result, destinations: destinations.map(({ address }) => address) };
}

const refused = { result: { error: "address_refused" }, destinations: [] };

// The experiment I4 tries each kind of address in every spelling.
test("an address in an inner range is refused, in every embedding", async () => {
  const octet = fc.integer({ min: 0, max: 255 });
  const hidden = fc.oneof(
    fc.tuple(fc.constantFrom(0, 10, 127), octet, octet, octet),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
    fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
    fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), octet, octet),
    fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
    fc.tuple(fc.integer({ min: 224, max: 255 }), octet, octet, octet),
  );
  const guard = guardAddresses(findNames, []);
  const written = [
    (text: string) => text,
    (text: string) => `::ffff:${text}`,
    (text: string) => `::${text}`,
    (text: string) => `64:ff9b::${text}`,
  ];
  await fc.assert(
    fc.asyncProperty(hidden, fc.constantFrom(...written), async (octets, write) => {
      await expect(guard(write(octets.join(".")))).rejects.toThrow(AddressRefused);
    }),
    { numRuns: 300 },
  );
});

describe("a webhook may connect to", () => {
  test.each([
    ["a public address", "http://93.184.215.14/", ["93.184.215.14"]],
    ["a public address as a number", "https://1572394766/", ["93.184.215.14"]],
    ["a public address in IPv6", "https://[2606:4700::1111]:8443/", ["2606:4700::1111"]],
    ["a name, by all its addresses", "https://public.example/", innerNames["public.example"]!],
  ])("%s", async (_, url, destinations) => {
    expect(await post(url)).toEqual({ result: { error: "RECORDED" }, destinations });
  });

  test("the ranges that the operator allows, and no other inner address", async () => {
    const allowed = ["10.1.0.0/16", "fd00::/8"];
    for (const [url, address] of [
      ["http://private.example/", "10.1.2.3"],
      ["http://10.1.255.255/", "10.1.255.255"],
      ["http://[fd12::1]/", "fd12::1"],
      ["http://[::ffff:10.1.0.1]/", "::ffff:a01:1"],
      ["http://93.184.215.14/", "93.184.215.14"],
    ] as const) {
      expect(await post(url, { allowed })).toEqual({ result: { error: "RECORDED" }, destinations: [address] });
    }
    for (const url of ["http://10.2.0.1/", "http://127.0.0.1/", "http://[fe80::1]/", "http://localhost/"]) {
      expect(await post(url, { allowed })).toEqual(refused);
    }
  });
});

test("a lookup that never ends is aborted at the timeout", async () => {
  const findAddresses = guardAddresses(() => new Promise(() => {}), []);
  const poster = createPoster({ findAddresses, timeoutMilliseconds: 50 });

  const stop = new AbortController();
  expect(await poster({ url: "http://slow.example/", headers: {}, body: "" }, stop.signal)).toEqual({
    error: "timeout",
  });
});

describe("on a machine with its own server", () => {
  const target = useFakeServer();

  test("no socket is opened to that server unless the operator allows it", async () => {
    target.behaviour = answer(200, "inside");
    const port = new URL(target.url).port;
    const signal = new AbortController().signal;
    const postWith = (allowed: string[], host: string) =>
      createPoster({ findAddresses: guardAddresses(findNames, allowed), timeoutMilliseconds: 2_000 })(
        { url: `http://${host}:${port}/`, headers: {}, body: "{}" },
        signal,
      );

    for (const host of ["127.0.0.1", "localhost", "2130706433", "[::ffff:127.0.0.1]", "[::1]"]) {
      expect(await postWith([], host)).toEqual({ error: "address_refused" });
    }
    expect(target.connections.opened).toBe(0);
    expect(await postWith(["127.0.0.0/8", "::1/128"], "localhost")).toEqual({ status: 200, answer: "inside" });
    expect(target.connections.opened).toBe(1);
  });
});

test("a stop aborts a post, which does not count as an attempt", async () => {
  const stop = new AbortController();
  const findAddresses = guardAddresses(() => new Promise(() => {}), []);
  const poster = createPoster({ findAddresses, timeoutMilliseconds: 2_000 });

  const posting = poster({ url: "http://slow.example/", headers: {}, body: "" }, stop.signal);
  stop.abort();

  await expect(posting).rejects.toThrow();
});
