/** What the options of commands accept beside what a violation asks for, by words of the violation. */
const alternatives = {
  "add the country code": "or --country US",
  "timestamp in ISO 8601": "or a time ago such as 10m, 2h or 1d, or today or yesterday",
};

/** Adds to the violations of an error response what the command line accepts, too. Other bodies stay as they are. */
export function withAlternatives(body: unknown): unknown {
  const { details } = (body ?? {}) as { details?: { message: string }[] };
  if (!Array.isArray(details)) return body;
  return { ...(body as object), details: details.map((each) => ({ ...each, message: extend(String(each.message)) })) };
}

function extend(message: string): string {
  const [, more] = Object.entries(alternatives).find(([words]) => message.includes(words)) ?? [];
  return more === undefined ? message : `${message}, ${more}`;
}
