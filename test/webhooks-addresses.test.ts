import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AddressRefused, guardAddresses } from "../server/webhooks/addresses.ts";
import { createPoster } from "../server/webhooks/post.ts";
import { createDial, createNames } from "./support/dial.ts";
import { innerNames } from "./support/ssrf.ts";
import { answer, useStandIn } from "./support/stand-in.ts";

const findNames = createNames(innerNames);

/** Posts to an address; answers the error and where it would have connected to. */
async function post(url: string, { allowed = [] as string[] } = {}) {
  const { dialled, connect } = createDial();
  const poster = createPoster({
    findAddresses: guardAddresses(findNames, allowed),
    timeoutMilliseconds: 2_000,
    connect,
  });
  const result = await poster({ url, headers: {}, body: "{}" }, new AbortController().signal);
  return { result, dialled: dialled.map(({ address }) => address) };
}

const refused = { result: { error: "address_refused" }, dialled: [] };

// Each kind of address, in every spelling, is tried by the experiment I4.
test("refused is any address of inner ranges, whatever it is a part of", async () => {
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

describe("connected to is", () => {
  test.each([
    ["a public address", "http://93.184.215.14/", ["93.184.215.14"]],
    ["a public address as a number", "https://1572394766/", ["93.184.215.14"]],
    ["a public address in IPv6", "https://[2606:4700::1111]:8443/", ["2606:4700::1111"]],
    ["a name, by all its addresses", "https://public.example/", innerNames["public.example"]!],
  ])("%s", async (_, url, dialled) => {
    expect(await post(url)).toEqual({ result: { error: "DIALLED" }, dialled });
  });

  test("what the operator allows, and nothing beside it", async () => {
    const allowed = ["10.1.0.0/16", "fd00::/8"];
    for (const [url, address] of [
      ["http://private.example/", "10.1.2.3"],
      ["http://10.1.255.255/", "10.1.255.255"],
      ["http://[fd12::1]/", "fd12::1"],
      ["http://[::ffff:10.1.0.1]/", "::ffff:a01:1"],
      ["http://93.184.215.14/", "93.184.215.14"],
    ] as const) {
      expect(await post(url, { allowed })).toEqual({ result: { error: "DIALLED" }, dialled: [address] });
    }
    for (const url of ["http://10.2.0.1/", "http://127.0.0.1/", "http://[fe80::1]/", "http://localhost/"]) {
      expect(await post(url, { allowed })).toEqual(refused);
    }
  });
});

test("a look-up that never ends is over when the time is", async () => {
  const findAddresses = guardAddresses(() => new Promise(() => {}), []);
  const poster = createPoster({ findAddresses, timeoutMilliseconds: 50 });

  const stop = new AbortController();
  expect(await poster({ url: "http://slow.example/", headers: {}, body: "" }, stop.signal)).toEqual({
    error: "timeout",
  });
});

describe("on a machine with a server of its own", () => {
  const target = useStandIn();

  test("no socket is opened to it unless that is allowed", async () => {
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

test("a stop breaks a post off, which then is no attempt", async () => {
  const stop = new AbortController();
  const findAddresses = guardAddresses(() => new Promise(() => {}), []);
  const poster = createPoster({ findAddresses, timeoutMilliseconds: 2_000 });

  const posting = poster({ url: "http://slow.example/", headers: {}, body: "" }, stop.signal);
  stop.abort();

  await expect(posting).rejects.toThrow();
});
