import type { E164 } from "../../server/phone.ts";
import { Failure } from "../failures.ts";

/**
 * Reads a phone number.
 *
 * @throws Failure (invalid) if the text is not in E.164 format
 */
export async function readPhone(text: string): Promise<E164> {
  const { hasPhoneForm } = await import("../../server/phone.ts");
  // The format alone is checked, because the database may contain numbers that their country does not assign.
  if (hasPhoneForm(text)) return text;
  throw new Failure("invalid", `Expected a phone number in E.164 format, such as +12025550123, not "${text}".`);
}
