import { createPasscodes } from "../../server/passcodes.ts";
import type { OutboundText } from "../../server/provider/provider.ts";

/** What the servers of the tests sign and hash with. */
export const secretKey = "a secret of the tests, 32 characters";

export const passcodes = createPasscodes(secretKey);

/** The code in a text that has no other digits; fails when there is none. */
export function codeIn({ body }: Pick<OutboundText, "body">): string {
  return /\d{6,8}/.exec(body)![0];
}

/** A guess of as many digits that is wrong for sure. */
export function wrongFor(code: string): string {
  return (code[0] === "9" ? "0" : "9") + code.slice(1);
}
