import type { SmppSettings } from "./settings.ts";

/**
 * The id of a text as it is stored. Some SMSCs write the same id in hexadecimal digits in one place, and in decimal ones in the
 * other. With the setting for them, both become decimal.
 *
 * @param place where the id stands: in the answer to a text, or in a receipt
 */
export function canonicalId(
  id: string,
  place: "answer" | "receipt",
  { receiptIds }: Pick<SmppSettings, "receiptIds">,
): string {
  if (receiptIds === "same") return id;
  const isHex = (receiptIds === "hex") === (place === "receipt");
  if (isHex) return /^[0-9a-f]+$/i.test(id) ? String(BigInt(`0x${id}`)) : id;
  return /^\d+$/.test(id) ? String(BigInt(id)) : id;
}
