/**
 * The API key of this tab. It is kept in session storage, which ends with the tab and is not shared with other tabs, and is
 * sent in a header. It never stays in an address, and is in no element of the page.
 */

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

type Address = Record<"hash" | "pathname" | "search", string>;

/** The entry of the tab's history that is shown. */
interface History {
  replaceState(data: null, unused: string, url: string): void;
}

/** What a tab signs in with. */
export interface Credentials {
  apiKey: string;
  /** Whether a key that acts in both modes acts in test mode. */
  testMode: boolean;
}

/** The scopes that the page uses. A key with more can do more than it needs here. */
export const pageScopes = [
  "messages:read",
  "messages:send",
  "contacts:read",
  "contacts:write",
  "numbers:read",
  "events:read",
  "consents:read",
  "simulator:use",
];

const keyName = "messaging.key";
const modeName = "messaging.mode";

/**
 * Removes a key from the address, at once and without an entry in the history, and keeps it for the tab. Returns whether there
 * was one.
 */
export function takeKeyOfAddress(address: Address, history: History, store: Store): boolean {
  const key = new URLSearchParams(address.hash.slice(1)).get("key");
  if (key === null) return false;
  history.replaceState(null, "", address.pathname + address.search);
  if (key.trim() !== "") keepCredentials(readCredentials(key), store);
  return true;
}

/** Reads a key as people paste it. The suffix selects test mode. */
export function readCredentials(given: string): Credentials {
  const key = given.trim();
  return { apiKey: key.replace(/_test$/, ""), testMode: key.endsWith("_test") };
}

/** The credentials that the tab has kept. */
export function findCredentials(store: Store): Credentials | undefined {
  const apiKey = store.getItem(keyName);
  return apiKey === null ? undefined : { apiKey, testMode: store.getItem(modeName) === "test" };
}

export function keepCredentials({ apiKey, testMode }: Credentials, store: Store): void {
  store.setItem(keyName, apiKey);
  store.setItem(modeName, testMode ? "test" : "live");
}

export function forgetCredentials(store: Store): void {
  store.removeItem(keyName);
  store.removeItem(modeName);
}

/** The value of the header: the suffix selects test mode. A key that is for test mode alone works with it, too. */
export const headerOf = ({ apiKey, testMode }: Credentials) => (testMode ? `${apiKey}_test` : apiKey);
