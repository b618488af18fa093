import { expect, test, vi } from "vitest";
import {
  findCredentials,
  forgetCredentials,
  headerOf,
  keepCredentials,
  pageScopes,
  readCredentials,
  takeKeyOfAddress,
} from "../../../page/session.ts";
import { pageScopes as scopesOfPageKeys } from "../../../server/keys/page-key.ts";

/** The storage and the history of a tab. */
function openStore() {
  const values = new Map<string, string>();
  const replaceState = vi.fn();
  const store = {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  };
  return { store, values, replaceState, history: { replaceState } };
}

const addressOf = (hash: string) => ({ hash, pathname: "/a/phone", search: "?b=1" });

test("a key of the address is kept and removed from the address, whose path and query stay", () => {
  const { store, history, replaceState } = openStore();

  expect(takeKeyOfAddress(addressOf("#key=mk_1%2B_test"), history, store)).toBe(true);

  expect(findCredentials(store)).toEqual({ apiKey: "mk_1+", testMode: true });
  expect(replaceState.mock.calls).toEqual([[null, "", "/a/phone?b=1"]]);
});

test("an empty key is removed from the address and signs nobody in, and other fragments stay", () => {
  const { store, history, replaceState } = openStore();

  expect(takeKeyOfAddress(addressOf("#key= "), history, store)).toBe(true);
  expect(takeKeyOfAddress(addressOf("#errors"), history, store)).toBe(false);

  expect(replaceState).toHaveBeenCalledOnce();
  expect(findCredentials(store)).toBeUndefined();
});

test("a key that is forgotten leaves nothing", () => {
  const { store, values } = openStore();
  keepCredentials({ apiKey: "mk_1", testMode: true }, store);

  forgetCredentials(store);

  expect([...values]).toEqual([]);
});

test.each([
  [" mk_1\n", "mk_1"],
  ["mk_1_test", "mk_1_test"],
])("the pasted key %j is sent as %s", (given, header) => {
  expect(headerOf(readCredentials(given))).toBe(header);
});

test("the key that a start prints has the scopes that the page uses", () => {
  expect(pageScopes.toSorted()).toEqual([...scopesOfPageKeys].toSorted());
});
