/** Whether the host of a URL is this machine, so that requests to it cross no network. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, "").toLowerCase();
  return name === "::1" || /^(.+\.)?localhost\.?$/.test(name) || /^127\.\d+\.\d+\.\d+$/.test(name);
}

/** Whether requests to an http or https URL cross a network without encryption. */
export function isPlainHttp(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && !isLoopback(hostname);
}
