const { MESSAGING_URL = "", MESSAGING_API_KEY = "" } = process.env;

/** Sends a request of the generated client, with the server's address and the key. */
export async function call<Response>(path: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("X-API-Key", MESSAGING_API_KEY);
  const response = await fetch(`${MESSAGING_URL}${path}`, { ...init, headers });
  return { status: response.status, data: await response.json(), headers: response.headers } as Response;
}
