/**
 * The API key of this tab. It is kept in session storage, which ends with the tab and is not shared with other tabs, and is
 * sent in a header. It never stays in an address, and is in no element of the page. Its suffix selects test mode.
 */
import type { KeyScope } from "../generated/api.ts";

/** The scopes that the page uses. A key with more can do more than it needs here. */
export const pageScopes: KeyScope[] = [
  ...(["messages:read", "messages:send", "contacts:read", "contacts:write"] as const),
  ...(["numbers:read", "events:read", "consents:read", "simulator:use"] as const),
];

/** The scopes for the decisions of a person in the inbox. A key for the page has them only if they are named. */
export const decisionScopes: KeyScope[] = ["consents:write", "messages:approve"];

const keyName = "messaging.key";

/** The key that the tab has kept. */
export const findKey = (store: Pick<Storage, "getItem">) => store.getItem(keyName) ?? undefined;

export const keepKey = (key: string, store: Pick<Storage, "setItem">) => store.setItem(keyName, key);

export const forgetKey = (store: Pick<Storage, "removeItem">) => store.removeItem(keyName);

export const isInTestMode = (key: string) => key.endsWith("_test");

/** The key in a mode. One that is for test mode alone works with the suffix, too. */
export const inMode = (key: string, testMode: boolean) => key.replace(/_test$/, "") + (testMode ? "_test" : "");

/**
 * Removes a key from the address, at once and without an entry in the history, and keeps it for the tab. Returns whether there
 * was one.
 */
export function takeKeyOfAddress(
  { hash, pathname, search }: Record<"hash" | "pathname" | "search", string>,
  history: { replaceState(data: null, unused: string, url: string): void },
  store: Pick<Storage, "setItem">,
): boolean {
  const key = new URLSearchParams(hash.slice(1)).get("key");
  if (key === null) return false;
  history.replaceState(null, "", pathname + search);
  if (key.trim() !== "") keepKey(key.trim(), store);
  return true;
}
