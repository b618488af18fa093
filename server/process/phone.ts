import type { Config } from "../config.ts";
import { isLoopback } from "./loopback.ts";

type PhoneSettings = Pick<Config, "phone" | "provider" | "host" | "baseUrl">;

/** Whether texts go nowhere, and only this machine reaches the server. */
const isPrivate = ({ provider, host, baseUrl }: PhoneSettings) =>
  provider.kind === "simulated" && isLoopback(host) && (baseUrl === undefined || isLoopback(new URL(baseUrl).hostname));

/** Whether the handsets of the simulated carrier can be read and answered. */
export const isPhoneOn = (config: PhoneSettings): boolean =>
  config.phone === "on" || (config.phone === "auto" && isPrivate(config));

/** Whether the announcement on a terminal may have a key for the phone. */
export const mayPrintPageKey = (config: PhoneSettings): boolean => config.phone !== "off" && isPrivate(config);
