import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { surround } from "./nginx.ts";
import { check, edit, findFreePort, newDirectory, readDeploy, run } from "./program.ts";
import { describeProxy, type RunningProxy } from "./proxy.ts";

const configuration = readDeploy("proxy/nginx.conf");

async function startNginx(targetPort: number): Promise<RunningProxy> {
  const directory = newDirectory(afterAll);
  const port = await findFreePort();
  const log = join(directory, "messaging.log");
  const main = surround(
    directory,
    edit(configuration, [
      ["listen 443 ssl http2;", `listen 127.0.0.1:${port};`],
      ["  ssl_certificate /etc/ssl/messaging/fullchain.pem;\n", ""],
      ["  ssl_certificate_key /etc/ssl/messaging/privkey.pem;\n", ""],
      ["server 127.0.0.1:3000;", `server 127.0.0.1:${targetPort};`],
      ["/var/log/nginx", directory],
    ]),
  );
  const nginx = run("nginx", ["-p", directory, "-c", main]);
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => fetch(`${url}/metrics`));
  const read = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : "");
  return {
    root: url,
    prefixed: url,
    accessLog: () =>
      read(log)
        .split("\n")
        .filter((line) => line !== "" && !line.endsWith("/metrics"))
        .map((line) => {
          const [time = "", method = "", status, seconds = "", path = "", ...more] = line.split(" ");
          return { method, status: Number(status), path, rest: [time, seconds, ...more].join(" ") };
        }),
    written: () => read(log) + read(join(directory, "messaging-error.log")) + nginx.output(),
    stop: nginx.stop,
  };
}

test("the configuration of nginx is valid with a certificate", () => {
  const directory = newDirectory();
  mkdirSync(join(directory, "ssl"));
  const [key, certificate] = ["privkey", "fullchain"].map((name) => join(directory, "ssl", `${name}.pem`)) as [
    string,
    string,
  ];
  const subject = ["-subj", "/CN=sms.example.com", "-days", "1"];
  check("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, ...subject]);
  const main = surround(
    directory,
    edit(configuration, [
      ["/etc/ssl/messaging", join(directory, "ssl")],
      ["/var/log/nginx", directory],
    ]),
  );

  const { status, output } = check("nginx", ["-t", "-p", directory, "-c", main]);

  expect(output).toContain("test is successful");
  expect(status).toBe(0);
});

describeProxy("nginx", startNginx);
