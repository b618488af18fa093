const placeholder = "$OTP";

/** The text of a passcode: the code in the place of every `$OTP` of the template, or else at its end. */
export function writeText(template: string, code: string): string {
  if (!template.includes(placeholder)) return `${template} ${code}`;
  return template.replaceAll(placeholder, code);
}
