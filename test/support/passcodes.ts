import type { OutboundText } from "../../server/provider/provider.ts";
import type { PasscodeKeys } from "../../server/secrets/passcodes.ts";

/** The secret key of the tests' servers. */
export const secretKey = "a secret of the tests, 32 characters";

export const passcodeKeys: PasscodeKeys = { current: secretKey };

/** The code in a text without other digits. @throws TypeError without a code */
export function codeIn({ body }: Pick<OutboundText, "body">): string {
  return /\d{6,8}/.exec(body)![0];
}

/** A wrong guess of the same length. */
export function wrongFor(code: string): string {
  return (code[0] === "9" ? "0" : "9") + code.slice(1);
}
