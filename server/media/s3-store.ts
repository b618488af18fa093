/**
 * Files in a store that speaks the protocol of S3. Requests are signed and sent here, because an SDK would have 23 MB.
 *
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html
 */
import { AwsClient } from "aws4fetch";
import { Agent, type Dispatcher, request } from "undici";
import type { S3Settings } from "../config.ts";
import { type ObjectKey, type ObjectStore, StoreUnavailable } from "./object-store.ts";

const timeouts = { connectTimeout: 5_000, headersTimeout: 15_000, bodyTimeout: 15_000, keepAliveTimeout: 4_000 };

/** Opens the store of a bucket. Nothing is sent before the first object. */
export function createS3Store({ bucket, prefix, region, endpoint, credentials }: S3Settings): ObjectStore {
  const client = new AwsClient({ ...credentials, service: "s3", region });
  const agent = new Agent({ ...timeouts, connections: 32 });
  const root = endpoint ? `${endpoint}/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`;

  async function send(method: "PUT" | "GET" | "DELETE", key: ObjectKey, body?: Buffer, sha256?: Buffer) {
    const url = [root, ...(prefix ? [prefix] : []), key.teamId, key.id].join("/");
    // The signature covers the hash of the body, so the store refuses other bytes.
    const hash = { "x-amz-content-sha256": sha256?.toString("hex") ?? "UNSIGNED-PAYLOAD" };
    const signed = await client.sign(url, { method, headers: hash });
    const headers = Object.fromEntries(signed.headers);
    const options = { method, headers, dispatcher: agent, ...(body && { body }) };
    return request(url, options).catch((error: NodeJS.ErrnoException) => {
      throw new StoreUnavailable(`store_${error.code ?? error.name}`);
    });
  }

  return {
    async put(key, bytes, sha256) {
      await discard(await send("PUT", key, bytes, sha256), [200]);
    },
    async *get(key) {
      const answer = await send("GET", key);
      if (answer.statusCode !== 200) await discard(answer, []);
      yield* answer.body as AsyncIterable<Uint8Array>;
    },
    async delete(key) {
      await discard(await send("DELETE", key), [200, 204, 404]);
    },
    close: () => agent.close(),
  };
}

/** Ends an answer without reading it as text. @throws StoreUnavailable unless its status is expected */
async function discard({ statusCode, body }: Dispatcher.ResponseData, expected: number[]): Promise<void> {
  await body.dump();
  if (!expected.includes(statusCode)) throw new StoreUnavailable(`store_http_${statusCode}`);
}
