import { expect, test } from "vitest";
import { trustProxies } from "../../server/http/client-address.ts";

const find = trustProxies(["10.0.0.0/8", "fd00::/8", "192.0.2.1/32"]);

test.each<[peer: string, forwardedFor: string | undefined, client: string, why: string]>([
  ["203.0.113.9", "198.51.100.1", "203.0.113.9", "the peer is no proxy"],
  ["10.0.0.1", undefined, "10.0.0.1", "the proxy names no client"],
  ["10.0.0.1", "", "10.0.0.1", "the proxy names no client"],
  ["10.0.0.1", "203.0.113.7", "203.0.113.7", "the proxy names the client"],
  ["::ffff:10.0.0.1", "203.0.113.7", "203.0.113.7", "the proxy has an IPv4 address in IPv6"],
  ["10.0.0.1", "1.1.1.1, 203.0.113.7", "203.0.113.7", "the client wrote the first address"],
  ["10.0.0.1", "203.0.113.7,10.9.9.9, 192.0.2.1", "203.0.113.7", "the last addresses are proxies"],
  ["10.0.0.1", "10.9.9.9, 10.8.8.8", "10.0.0.1", "all addresses are proxies"],
  ["fd00::1", "2001:db8::7", "2001:db8::7", "the addresses are IPv6"],
  ["10.0.0.1", "[2001:db8::7]:443", "2001:db8::7", "the address has a port"],
  ["10.0.0.1", "203.0.113.7:1234", "203.0.113.7", "the address has a port"],
  ["10.0.0.1", "203.0.113.7, unknown", "10.0.0.1", "the last entry is no address"],
  ["10.0.0.1", "unknown, 203.0.113.7", "203.0.113.7", "the first entry is no address"],
])("with the peer %s and the header %j, the client is %s: %s", (peer, forwardedFor, client) => {
  expect(find(peer, forwardedFor)).toBe(client);
});

test("no proxy is trusted by default", () => {
  expect(trustProxies([])("10.0.0.1", "203.0.113.7")).toBe("10.0.0.1");
  expect(trustProxies([])("::ffff:10.0.0.1", undefined)).toBe("10.0.0.1");
});
