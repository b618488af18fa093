import { operations } from "../../generated/operations.ts";
import type { AccountNumber } from "../../server/provider/account.ts";

/** The address at which this installation receives the texts of the carrier of the environment. */
export const addressOf = (baseUrl: string): string => `${baseUrl}${operations.receiveInboundText.path}`;

/**
 * Judges where the texts of a number go, which should be posted to the target.
 *
 * - `right`: they are posted to this installation.
 * - `fixable`: nowhere, or to another address of this host, or by another method.
 * - `foreign`: to another host, or to an application of the carrier.
 */
export function judgeAddress(
  target: string,
  { address, method, application }: AccountNumber,
): "right" | "fixable" | "foreign" {
  if (application !== undefined) return "foreign";
  if (address === target && method.toUpperCase() === "POST") return "right";
  if (address === "") return "fixable";
  return URL.parse(address)?.host === new URL(target).host ? "fixable" : "foreign";
}
