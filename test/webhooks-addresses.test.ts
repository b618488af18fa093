import type { LookupAddress } from "node:dns";
import { Duplex } from "node:stream";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AddressRefused, type FindAddresses, guardAddresses } from "../server/webhooks/addresses.ts";
import { createPoster, type PosterOptions } from "../server/webhooks/post.ts";
import { answer, useStandIn } from "./support/stand-in.ts";

/** What would be connected to. Nothing is. */
type Dialled = LookupAddress[];

/** Connects to nothing, and writes down where a socket would have gone: a host's own address, or what is looked up. */
function createDial(): { dialled: Dialled; connect: NonNullable<PosterOptions["connect"]> } {
  const dialled: Dialled = [];
  return {
    dialled,
    connect({ host, lookup }) {
      const socket = new Duplex({ read() {}, write: (_, __, done) => done() });
      const failed = (error: Error) => socket.destroy(error);
      const found = (error: Error | null, addresses: unknown) => {
        if (error) return failed(error);
        dialled.push(...(addresses as LookupAddress[]));
        failed(Object.assign(new Error("dialled"), { code: "DIALLED" }));
      };
      const address = host!.replace(/^\[(.*)\]$/, "$1");
      if (/^[\d.]+$|:/.test(address)) found(null, [{ address, family: address.includes(":") ? 6 : 4 }]);
      else lookup!(host!, { all: true }, found);
      return socket;
    },
  };
}

/** Names of the tests, and what they mean. */
const names: Record<string, string[]> = {
  "public.example": ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"],
  "private.example": ["10.1.2.3"],
  "metadata.example": ["169.254.169.254"],
  "mixed.example": ["93.184.215.14", "127.0.0.1"],
  "six.example": ["fd00::1"],
  localhost: ["127.0.0.1", "::1"],
};

const toLookup = (address: string): LookupAddress => ({ address, family: address.includes(":") ? 6 : 4 });

const findNames: FindAddresses = async (host) => {
  const found = names[host];
  if (!found) throw Object.assign(new Error(host), { code: "ENOTFOUND" });
  return found.map(toLookup);
};

/** Posts to an address; answers the error and where it would have connected to. */
async function post(url: string, { allowed = [] as string[], find = findNames } = {}) {
  const { dialled, connect } = createDial();
  const poster = createPoster({ findAddresses: guardAddresses(find, allowed), timeoutMilliseconds: 2_000, connect });
  const result = await poster({ url, headers: {}, body: "{}" }, new AbortController().signal);
  return { result, dialled: dialled.map(({ address }) => address) };
}

const refused = { result: { error: "address_refused" }, dialled: [] };

describe("refused is, without a connection,", () => {
  test.each([
    ["this machine", "http://127.0.0.1/"],
    ["this machine by another address", "http://127.8.9.10:8080/"],
    ["this machine in short", "http://127.1/"],
    ["this machine as a decimal number", "http://2130706433/"],
    ["this machine in octal digits", "http://0177.0.0.1/"],
    ["this machine as an octal number", "http://017700000001/"],
    ["this machine in hexadecimal digits", "http://0x7f.0.0.1/"],
    ["this machine as a hexadecimal number", "http://0x7f000001/"],
    ["this machine, percent-encoded", "http://%31%32%37.0.0.1/"],
    ["this machine in full-width digits", "http://\uff11\uff12\uff17.0.0.1/"],
    ["this machine with a dot at the end", "http://127.0.0.1./"],
    ["this machine over TLS", "https://127.0.0.1/"],
    ["this machine by name", "http://localhost/"],
    ["this machine by name in capitals", "http://LOCALHOST/"],
    ["no address", "http://0.0.0.0/"],
    ["zero", "http://0/"],
    ["this network", "http://0.1.2.3/"],
    ["a private network of 10", "http://10.0.0.1/"],
    ["a private network of 172.16", "http://172.31.255.254/"],
    ["a private network of 192.168", "http://192.168.0.1/"],
    ["a carrier's inner network", "http://100.64.0.1/"],
    ["the metadata of a cloud", "http://169.254.169.254/latest/meta-data/"],
    ["the metadata of a cloud as a number", "http://2852039166/"],
    ["protocol assignments", "http://192.0.0.8/"],
    ["a range for documents", "http://192.0.2.1/"],
    ["a range for benchmarks", "http://198.18.0.1/"],
    ["6to4 relays", "http://192.88.99.1/"],
    ["multicast", "http://224.0.0.1/"],
    ["what is reserved", "http://240.0.0.1/"],
    ["broadcast", "http://255.255.255.255/"],
    ["this machine in IPv6", "http://[::1]/"],
    ["this machine in IPv6, in full", "http://[0:0:0:0:0:0:0:1]/"],
    ["no address in IPv6", "http://[::]/"],
    ["a mapped address", "http://[::ffff:127.0.0.1]/"],
    ["a mapped address in hexadecimal digits", "http://[::ffff:7f00:1]/"],
    ["a mapped address of the metadata", "http://[::ffff:a9fe:a9fe]/"],
    ["a compatible address", "http://[::127.0.0.1]/"],
    ["a translated address", "http://[::ffff:0:127.0.0.1]/"],
    ["an address behind NAT64", "http://[64:ff9b::127.0.0.1]/"],
    ["an address behind a NAT64 of one's own", "http://[64:ff9b:1::a00:1]/"],
    ["an address in 6to4", "http://[2002:7f00:1::]/"],
    ["an address in Teredo", "http://[2001:0:7f00:1::]/"],
    ["a unique local address", "http://[fd12:3456:789a::1]/"],
    ["a link-local address", "http://[fe80::1]/"],
    ["a site-local address", "http://[fec0::1]/"],
    ["multicast in IPv6", "http://[ff02::1]/"],
    ["a range for documents in IPv6", "http://[2001:db8::1]/"],
    ["another range for documents in IPv6", "http://[3fff::1]/"],
    ["segment routing", "http://[5f00::1]/"],
    ["what nobody was given", "http://[4000::1]/"],
    ["the discard prefix", "http://[100::1]/"],
    ["a name of a private address", "http://private.example/"],
    ["a name of the metadata", "https://metadata.example/"],
    ["a name of a unique local address", "http://six.example/"],
    ["a name of a public and a private address", "http://mixed.example/"],
    ["user and password before a private host", "http://public.example@10.0.0.1/"],
    ["a backslash before a private host", "http://10.0.0.1\\@public.example/"],
  ])("%s", async (_, url) => {
    expect(await post(url)).toEqual(refused);
  });

  test("any address of these ranges, whatever it is a part of", async () => {
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
});

describe("connected to is", () => {
  test.each([
    ["a public address", "http://93.184.215.14/", ["93.184.215.14"]],
    ["a public address as a number", "https://1572394766/", ["93.184.215.14"]],
    ["a public address in IPv6", "https://[2606:4700::1111]:8443/", ["2606:4700::1111"]],
    ["a name, by all its addresses", "https://public.example/", names["public.example"]!],
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

test("a name that means something else at every look-up is connected to only where it was checked", async () => {
  let lookups = 0;
  const find: FindAddresses = async () => {
    lookups += 1;
    return [toLookup(lookups % 2 === 1 ? "93.184.215.14" : "127.0.0.1")];
  };

  expect(await post("http://rebinding.example/", { find })).toMatchObject({ dialled: ["93.184.215.14"] });
  expect(lookups).toBe(1);
  expect(await post("http://rebinding.example/", { find })).toEqual(refused);
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
