import type { Config } from "../../server/config.ts";
import { type Finding, runCheck } from "./check.ts";

const timeoutMilliseconds = 5_000;

/** Checks that the provider's API responds, with any status. The request has no credentials and sends no text. */
export async function checkProvider({ provider }: Config): Promise<Finding> {
  const check = "provider";
  if (provider.kind === "simulated") return { check, status: "ok", found: "simulated: no text leaves this server" };
  const { origin } = new URL(provider.baseUrl);
  const todo = "Check that this machine can reach it: DNS, firewall, proxy, PROVIDER_BASE_URL.";
  return runCheck(check, todo, async () => {
    const { status } = await fetch(origin, {
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
    return { check, status: "ok", found: `${origin} responds (HTTP ${status})` };
  });
}
