import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import type { ExperimentContext } from "./context.ts";
import { until } from "./load.ts";

export const isNginxInstalled = (): boolean => spawnSync("nginx", ["-v"]).error === undefined;

/** Starts nginx before a server. The first address passes bodies on as they come, the second one whole. */
export async function startNginx(context: ExperimentContext, target: string): Promise<[string, string]> {
  const directory = context.newPath();
  mkdirSync(directory);
  const ports = [await findFreePort(), await findFreePort()] as const;
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${join(directory, kind)};`,
  );
  const servers = ports.map(
    (port, index) => `server {
      listen 127.0.0.1:${port};
      location / {
        proxy_pass ${target};
        proxy_http_version 1.1;
        proxy_set_header Host $http_host;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        proxy_buffering off;
        proxy_request_buffering ${index === 0 ? "off" : "on"};
      }
    }`,
  );
  const configuration = `daemon off; master_process off; pid ${join(directory, "pid")}; error_log stderr crit;
    events { worker_connections 8192; }
    http { access_log off; ${paths.join(" ")} ${servers.join(" ")} }`;
  writeFileSync(join(directory, "nginx.conf"), configuration);
  const nginx = spawn("nginx", ["-p", directory, "-c", join(directory, "nginx.conf")], { stdio: "inherit" });
  context.over.addEventListener("abort", () => nginx.kill("SIGKILL"));
  const urls = ports.map((port) => `http://127.0.0.1:${port}`) as [string, string];
  await until("nginx answers", () =>
    fetch(`${urls[0]}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return urls;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
