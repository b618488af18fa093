/**
 * The API key of this tab. It is kept in session storage, which ends with the tab and is not shared with other tabs, and is
 * sent in a header. It never stays in an address, and is in no element of the page.
 */

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** What a tab signs in with. */
export interface Credentials {
  apiKey: string;
  /** Whether a key that acts in both modes acts in test mode. */
  testMode: boolean;
}

const keyName = "messaging.key";
const modeName = "messaging.mode";

/** Removes a key from the address, at once and without an entry in the history, and keeps it for the tab. */
export function takeKeyOfAddress(address: Pick<Location, "hash" | "pathname" | "search">, store: Store): void {
  const key = new URLSearchParams(address.hash.slice(1)).get("key");
  if (key === null) return;
  history.replaceState(null, "", address.pathname + address.search);
  if (key.trim() !== "") keepCredentials({ apiKey: key.trim(), testMode: false }, store);
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
