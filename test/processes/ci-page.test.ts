import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { root, useProcesses } from "../support/process.ts";

const { newPath } = useProcesses();

const page = readFileSync(join(root, "docs", "ci.md"), "utf8");
const blocksIn = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "gs"))].map(([, text = ""]) => text);

interface Job {
  service: string;
  env: Record<string, string>;
  script: string;
}

const [github, gitlab] = blocksIn("yaml").map((text) => parse(text)) as [
  { jobs: { "sign-up": { env: Record<string, string>; steps: { run?: string }[] } } },
  { "sign-up": { variables: Record<string, string>; script: string[] } },
];
const [request = ""] = blocksIn("sh");

const jobs: Job[] = [
  {
    service: "GitHub Actions",
    env: github.jobs["sign-up"].env,
    script: github.jobs["sign-up"].steps.flatMap(({ run }) => run ?? []).join("\n"),
  },
  { service: "GitLab CI", env: gitlab["sign-up"].variables, script: gitlab["sign-up"].script.join("\n") },
];

test.concurrent.for(jobs)(
  "docs/ci.md: the job for $service starts a server, gets the passcode and verifies it",
  async (job, { onTestFinished }) => {
    const port = await findFreePort();
    const dataDirectory = newPath();
    const directory = newPath();
    mkdirSync(directory);
    symlinkSync(root, join(directory, "messaging"));
    const env = Object.fromEntries(Object.entries(job.env).map(([name, value]) => [name, value.replace("3000", port)]));

    const shell = startShell(`${job.script}\n${request}`, {
      cwd: directory,
      env: { ...env, DATA_DIR: dataDirectory, HOME: directory, PATH: process.env.PATH },
    });
    onTestFinished(() => void process.kill(-shell.pid, "SIGTERM"));
    const ended = await shell.ended;

    expect(ended).toMatchObject({ code: 0 });
    expect(ended.stdout).toContain('"status": "verified"');
    expect(JSON.parse(ended.stdout.trimEnd().split("\n").at(-1)!).texts).toMatchObject([
      { kind: "otp", to: "+12025550123", code: expect.stringMatching(/^\d{6}$/) },
    ]);
  },
);

/** Runs lines as a CI does: a failure of one ends them. What they start is in the process group of the shell. */
function startShell(script: string, options: { cwd: string; env: NodeJS.ProcessEnv }) {
  const shell = spawn("bash", ["-eo", "pipefail", "-c", script], { ...options, detached: true });
  const written = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    shell[name].on("data", (chunk: Buffer) => {
      written[name] += chunk;
    });
  const ended = once(shell, "close").then(([code]) => ({ code, ...written }));
  return { pid: shell.pid!, ended };
}

async function findFreePort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return String(address.port);
}
