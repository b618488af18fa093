import { hash } from "node:crypto";
import type { KeyMode } from "../db/schema/entities/api-key.ts";

/** The API key of a request. */
export interface RequestKey {
  /** The hash of the key, in hex. */
  keyHash: string;
  /** Whether the key has the suffix `_test`. */
  testMode: boolean;
}

const testSuffix = "_test";

/** Reads the API key that a request names. */
export function readKey(key: string): RequestKey {
  const testMode = key.endsWith(testSuffix);
  return { testMode, keyHash: hexHashOf(testMode ? key.slice(0, -testSuffix.length) : key) };
}

/** Whether a key with that mode is valid. `asksForTest`: it has the suffix `_test`. */
export const isValidIn = (mode: KeyMode, asksForTest: boolean): boolean => !(mode === "live" && asksForTest);

/** The form in which a key is stored and looked up. */
export const hashKey = (key: string): Buffer => Buffer.from(hexHashOf(key), "hex");

const hexHashOf = (key: string): string => hash("sha256", key, "hex");
