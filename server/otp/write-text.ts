const placeholder = "$OTP";

/** Writes the text of a passcode. The code replaces every `$OTP` of the template, or follows it if there is no `$OTP`. */
export function writeText(template: string, code: string): string {
  if (!template.includes(placeholder)) return `${template} ${code}`;
  return template.replaceAll(placeholder, code);
}
