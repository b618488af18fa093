import { expect, test, vi } from "vitest";
import { findKey, forgetKey, inMode, keepKey, pageScopes, takeKeyOfAddress } from "../../../page/session.ts";
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

  expect(takeKeyOfAddress(addressOf("#key=%20mk_1%2B_test%0A"), history, store)).toBe(true);

  expect(findKey(store)).toBe("mk_1+_test");
  expect(replaceState.mock.calls).toEqual([[null, "", "/a/phone?b=1"]]);
});

test("an empty key is removed from the address and signs nobody in, and other fragments stay", () => {
  const { store, history, replaceState } = openStore();

  expect(takeKeyOfAddress(addressOf("#key= "), history, store)).toBe(true);
  expect(takeKeyOfAddress(addressOf("#errors"), history, store)).toBe(false);

  expect(replaceState).toHaveBeenCalledOnce();
  expect(findKey(store)).toBeUndefined();
});

test("a key that is forgotten leaves nothing", () => {
  const { store, values } = openStore();
  keepKey("mk_1_test", store);

  forgetKey(store);

  expect([...values]).toEqual([]);
});

test.each([
  ["mk_1", true, "mk_1_test"],
  ["mk_1_test", true, "mk_1_test"],
  ["mk_1_test", false, "mk_1"],
])("the key %s is sent in test mode, %s, as %s", (key, testMode, header) => {
  expect(inMode(key, testMode)).toBe(header);
});

test("the key that a start prints has the scopes that the page uses", () => {
  expect(pageScopes.toSorted()).toEqual([...scopesOfPageKeys].toSorted());
});
