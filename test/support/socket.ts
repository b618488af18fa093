import { connect } from "node:net";
import type { RawAnswer } from "./client.ts";

/**
 * Writes bytes to the server as they are and gives the one answer that comes before it closes the connection.
 * A reset after it changes nothing. `thenEnd`: says that nothing more will come.
 */
export async function exchange(url: string, bytes: string | Buffer, { thenEnd = false } = {}): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  socket.write(bytes);
  if (thenEnd) socket.end();
  socket.on("error", () => {});
  await new Promise((resolve) => socket.once("close", resolve));

  const [head = "", text = ""] = Buffer.concat(chunks).toString().split("\r\n\r\n", 2);
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = new Headers(lines.map((line) => line.split(": ", 2) as [string, string]));
  const isJson = headers.get("content-type")?.includes("json") ?? false;
  return { status: Number(statusLine.split(" ")[1]), headers, text, body: isJson ? JSON.parse(text) : text };
}
