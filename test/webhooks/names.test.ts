import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFinder, type FindAddresses } from "../../server/webhooks/addresses.ts";

/** What the name server of the tests knows. Names that hang are never answered, others do not exist. */
const known: Record<string, { A?: string; AAAA?: string }> = {
  "four.example": { A: "192.0.2.4" },
  "six.example": { AAAA: "2001:db8::6" },
  "both.example": { A: "192.0.2.4", AAAA: "2001:db8::6" },
};

let server: Socket;
let nameServers: string[];
beforeAll(async () => {
  server = createSocket("udp4", (query, { port, address }) => {
    const reply = answerTo(query);
    if (reply) server.send(reply, port, address);
  });
  server.bind(0, "127.0.0.1");
  await once(server, "listening");
  nameServers = [`127.0.0.1:${(server.address() as AddressInfo).port}`];
});
afterAll(() => server.close());

/** The answer to a question, in the bytes of RFC 1035. */
function answerTo(query: Buffer): Buffer | undefined {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  const name = labels.join(".").toLowerCase();
  if (name.startsWith("hang")) return undefined;
  const type = query.readUInt16BE(at + 1) === 1 ? "A" : "AAAA";
  const question = query.subarray(12, at + 5);
  const address = known[name]?.[type];
  const flags = name.startsWith("broken") ? 0x8182 : known[name] ? 0x8180 : 0x8183;
  const head = Buffer.alloc(12);
  head.set(query.subarray(0, 2));
  head.writeUInt16BE(flags, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(address ? 1 : 0, 6);
  if (!address) return Buffer.concat([head, question]);
  const bytes =
    type === "A" ? address.split(".").map(Number) : [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6];
  const record = [0xc0, 0x0c, 0, type === "A" ? 1 : 28, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes];
  return Buffer.concat([head, question, Buffer.from(record)]);
}

/** Resolves names with the tests' name server, and records names that it does not know. */
function createTestFinder() {
  const asked: string[] = [];
  const findLocally: FindAddresses = async (host) => {
    asked.push(host);
    return [{ address: "127.0.0.1", family: 4 }];
  };
  return { find: createFinder({ nameServers, findLocally }), asked };
}

const four = { address: "192.0.2.4", family: 4 };
const six = { address: "2001:db8::6", family: 6 };

test("a name has all addresses of the name server, IPv4 and IPv6", async () => {
  const { find, asked } = createTestFinder();

  expect(await find("four.example")).toEqual([four]);
  expect(await find("six.example")).toEqual([six]);
  expect(await find("both.example")).toEqual([four, six]);
  expect(asked).toEqual([]);
});

test("the system resolves names that the name server does not know, and names without a dot", async () => {
  const { find, asked } = createTestFinder();

  for (const host of ["unknown.example", "localhost", "app.localhost", "postgres"]) {
    expect(await find(host)).toEqual([{ address: "127.0.0.1", family: 4 }]);
  }
  expect(asked).toEqual(["unknown.example", "localhost", "app.localhost", "postgres"]);
});

test("a failing name server is an error, and the system is not queried", async () => {
  const { find, asked } = createTestFinder();

  await expect(find("broken.example")).rejects.toMatchObject({ code: "ESERVFAIL" });
  expect(asked).toEqual([]);
});

test("hanging lookups do not delay others", async () => {
  const { find } = createTestFinder();
  const hanging = Array.from({ length: 50 }, (_, index) => find(`hang${index}.example`).catch(() => {}));
  const begun = performance.now();

  expect(await find("four.example")).toEqual([four]);

  expect(performance.now() - begun).toBeLessThan(2_000);
  expect(await Promise.race([...hanging, "still hanging"])).toBe("still hanging");
});

test("the system resolves one name at a time, and continues after a failure", async () => {
  let atOnce = 0;
  let most = 0;
  const findLocally: FindAddresses = async (host) => {
    most = Math.max(most, ++atOnce);
    await new Promise(setImmediate);
    atOnce -= 1;
    if (host === "fails") throw new Error(host);
    return [four];
  };
  const find = createFinder({ nameServers, findLocally });

  const found = await Promise.allSettled(["one", "fails", "two", "three"].map(find));

  expect(found.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  expect(most).toBe(1);
});

test("localhost is resolved by default", async () => {
  const found = await createFinder()("localhost");

  expect(found.map(({ address }) => address)).toEqual(expect.arrayContaining(["127.0.0.1"]));
});
