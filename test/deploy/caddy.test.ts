import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { root } from "../support/process.ts";
import { check, edit, findFreePort, newDirectory, readDeploy, run } from "./program.ts";
import { describeProxy, type RunningProxy } from "./proxy.ts";

const file = join(root, "deploy", "proxy", "Caddyfile");

/** Lets Caddy write into a directory only. */
const within = (directory: string) => ({ HOME: directory, XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory });

/** The keys of a line of the access log, those of a request after a dot. */
const keysOf = (line: Record<string, unknown>) =>
  Object.entries(line).flatMap(([key, value]) =>
    key === "request" ? Object.keys(value as object).map((inner) => `request.${inner}`) : key,
  );

async function startCaddy(targetPort: number): Promise<RunningProxy> {
  const directory = newDirectory(afterAll);
  const [rootPort, prefixedPort] = [await findFreePort(), await findFreePort()];
  const edited = edit(readDeploy("proxy/Caddyfile"), [
    ["\nsms.example.com {", `\nhttp://127.0.0.1:${rootPort} {`],
    ["\nwww.example.com {", `\nhttp://127.0.0.1:${prefixedPort} {`],
    ["reverse_proxy 127.0.0.1:3000", `reverse_proxy 127.0.0.1:${targetPort}`],
    ["grace_period 10s", "grace_period 1s\n\tadmin off"],
  ]);
  writeFileSync(join(directory, "Caddyfile"), edited);
  const caddy = run(
    "caddy",
    ["run", "--config", join(directory, "Caddyfile"), "--adapter", "caddyfile"],
    within(directory),
  );
  const urls = [rootPort, prefixedPort].map((port) => `http://127.0.0.1:${port}`) as [string, string];
  for (const url of urls) await vi.waitFor(() => fetch(`${url}/metrics`));
  return {
    root: urls[0],
    prefixed: urls[1],
    accessLog: () =>
      caddy
        .output()
        .split("\n")
        .filter((line) => line.includes('"handled request"') && !line.includes("/metrics"))
        .map((line) => {
          const { ts, duration, status, request, ...rest } = JSON.parse(line);
          const { method, uri, ...others } = request;
          expect(keysOf(rest).toSorted()).toEqual(["level", "logger", "msg", "size"]);
          expect(others).toEqual({});
          return { method, status, path: uri, rest: `${ts} ${duration.toFixed(6)}` };
        }),
    written: caddy.output,
    stop: caddy.stop,
  };
}

test("the Caddyfile is valid and formatted", () => {
  const directory = newDirectory();

  const { output } = check("caddy", ["validate", "--config", file, "--adapter", "caddyfile"], within(directory));

  expect(output).toContain("Valid configuration");
  expect(output).not.toContain("not formatted");
});

describeProxy("Caddy", startCaddy);
