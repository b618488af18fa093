/**
 * The least that an HTTP service on PostgreSQL can do: `node:http`, one prepared statement and a commit per request. No
 * keys, no limits, no validation, no logs.
 */
import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { searchTextOf, trigramsOf } from "../../../server/contacts/lists/search-text.ts";
import { callbackStatement, contactStatement, sendStatement, teamId, verifyStatement } from "./tables.ts";

export interface BareOptions {
  database: { host: string; port: number; user: string; database: string };
  secret: string;
  publicUrl: string;
  /** Reads, by the path that they are answered under. */
  reads: Record<string, { text: string; values: unknown[] }[]>;
}

const { database, secret, publicUrl, reads }: BareOptions = JSON.parse(process.argv[2]!);
const pool = new pg.Pool({ ...database, max: 10 });
const query = (statement: { name: string; text: string }, values: unknown[]) => pool.query({ ...statement, values });

/** Answers a request with a value, or with the text of its JSON. */
async function answer(request: IncomingMessage): Promise<unknown> {
  const path = request.url!;
  if (request.method === "GET") {
    const rows = await readAll(path, reads[path]!);
    return rows[0]?.answer ?? rows;
  }
  const body = await readBody(request);
  if (path === "/api/text") {
    const { phone_number, message } = JSON.parse(body);
    const { rows } = await query(sendStatement, [teamId, phone_number, message]);
    return { success: true, textId: rows[0].id, threadId: rows[0].thread_id };
  }
  if (path === "/api/otp/verify") {
    const { recipient_id, otp } = JSON.parse(body);
    const hash = createHash("sha256").update(otp).digest();
    const { rows } = await query(verifyStatement, [teamId, recipient_id, hash]);
    if (rows.length === 0) throw new Error(`no passcode of ${recipient_id}`);
    return { success: true };
  }
  if (path === "/api/contacts") {
    const { name, company, externalId, tags, phones } = JSON.parse(body);
    const text = searchTextOf(name, company, phones);
    const values = [teamId, name, company, externalId, tags, text, trigramsOf(text), phones[0]];
    const { rows } = await query(contactStatement, values);
    return { success: true, contact: { id: rows[0].id, name, company, externalId, tags, phones } };
  }
  const form = [...new URLSearchParams(body)].sort();
  const signed = publicUrl + path + form.map(([name, value]) => name + value).join("");
  const signature = createHmac("sha1", secret).update(signed).digest("base64");
  if (signature !== request.headers["x-provider-signature"]) throw new Error("the signature is wrong");
  await query(callbackStatement, [JSON.stringify(Object.fromEntries(form))]);
  return { success: true };
}

async function readAll(path: string, statements: BareOptions["reads"][string]): Promise<Record<string, unknown>[]> {
  let rows: Record<string, unknown>[] = [];
  for (const [at, { text, values }] of statements.entries()) {
    ({ rows } = await query({ name: `${path} ${at}`, text }, values));
  }
  return rows;
}

function readBody(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    request.setEncoding("utf8").on("data", (part) => {
      text += part;
    });
    request.on("end", () => resolve(text)).on("error", reject);
  });
}

const server = createServer((request, response) => {
  answer(request).then(
    (body) =>
      response
        .setHeader("content-type", "application/json")
        .end(typeof body === "string" ? body : JSON.stringify(body)),
    (error) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, "127.0.0.1", () => process.send!({ port: (server.address() as AddressInfo).port }));
