/** Whether a host of a URL is this machine, so that nothing sent there crosses a network. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, "").toLowerCase();
  return name === "::1" || /^(.+\.)?localhost\.?$/.test(name) || /^127\.\d+\.\d+\.\d+$/.test(name);
}

/** Whether what is sent to an http or https URL can be read on its way. */
export function isPlainHttp(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && !isLoopback(hostname);
}
