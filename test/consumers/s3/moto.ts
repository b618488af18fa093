/** An S3-compatible store that others wrote: the server of the Python package moto, which verifies signatures. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findPort } from "../../support/find-port.ts";
import { runProgram, type Settings } from "../../support/process.ts";

export interface Store {
  endpoint: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  close(): Promise<void>;
}

/** Installs the server in an environment of its own, starts it, and creates a bucket and a key. */
export async function startMoto(bucket: string): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), "messaging-s3-"));
  const settings = process.env as Settings;
  for (const [program, args] of [
    ["python3", ["-m", "venv", "venv"]],
    ["venv/bin/pip", ["install", "--quiet", "moto[server]==5.2.5"]],
  ] as const) {
    const { code, stdout, stderr } = await runProgram(program, [...args], { settings, directory: folder });
    if (code !== 0) throw new Error(`${program} ended with ${code}:\n${stdout}${stderr}`);
  }
  const port = await findPort();
  const server = spawn(join(folder, "venv/bin/moto_server"), ["-H", "127.0.0.1", "-p", String(port)], {
    // The first four requests create the key and the bucket. From then on, the server checks signatures and rights.
    env: { ...process.env, INITIAL_NO_AUTH_ACTION_COUNT: "4" },
    stdio: "ignore",
  });
  const close = async () => {
    await stop(server);
    rmSync(folder, { recursive: true });
  };
  try {
    const endpoint = `http://127.0.0.1:${port}`;
    await untilItAnswers(`${endpoint}/moto-api/`);
    return { endpoint, credentials: await prepare(endpoint, bucket), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Creates a user with a key that may use the bucket, and the bucket. */
async function prepare(endpoint: string, bucket: string): Promise<Store["credentials"]> {
  const headersFor = (service: string) => ({
    authorization: `AWS4-HMAC-SHA256 Credential=none/20260101/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=none`,
  });
  const manage = async (fields: Record<string, string>) => {
    const body = new URLSearchParams({ Version: "2010-05-08", UserName: "messaging", ...fields });
    return (await fetch(endpoint, { method: "POST", headers: headersFor("iam"), body })).text();
  };
  const statement = { Effect: "Allow", Action: ["s3:PutObject", "s3:GetObject", "s3:DeleteObject"], Resource: "*" };
  await manage({ Action: "CreateUser" });
  const key = await manage({ Action: "CreateAccessKey" });
  const policy = JSON.stringify({ Version: "2012-10-17", Statement: [statement] });
  await manage({ Action: "PutUserPolicy", PolicyName: "objects", PolicyDocument: policy });
  await fetch(`${endpoint}/${bucket}`, { method: "PUT", headers: headersFor("s3") });
  const textOf = (name: string) => new RegExp(`<${name}>(.+?)</${name}>`).exec(key)![1]!;
  return { accessKeyId: textOf("AccessKeyId"), secretAccessKey: textOf("SecretAccessKey") };
}

async function untilItAnswers(url: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return;
    if (tries === 300) throw new Error("The store does not answer.");
    await wait(200);
  }
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill();
  await once(server, "exit");
}
