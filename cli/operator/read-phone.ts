import type { E164 } from "../../server/phone.ts";
import { Failure } from "../failures.ts";

/** A phone as an operator names it. @throws Failure (invalid) if it is not in E.164 format */
export async function readPhone(text: string): Promise<E164> {
  const { hasPhoneForm } = await import("../../server/phone.ts");
  // A number that its country has no room for can be stored, too.
  if (hasPhoneForm(text)) return text;
  throw new Failure("invalid", `A phone is in E.164 format, such as +12025550123; not "${text}".`);
}
