import type { Config } from "../../server/config.ts";
import { type Finding, failing } from "./check.ts";

const patienceMilliseconds = 5_000;

/** The provider's API answers, whatever it answers: nothing is authenticated and nothing sent. */
export async function checkProvider({ provider }: Config): Promise<Finding> {
  const check = "provider";
  if (provider.kind === "simulated") return { check, status: "ok", found: "simulated: live texts go nowhere" };
  const { origin } = new URL(provider.baseUrl);
  const todo = "See that this machine may reach it: DNS, firewall, proxy, PROVIDER_BASE_URL.";
  return failing(check, todo, async () => {
    const { status } = await fetch(origin, {
      redirect: "manual",
      signal: AbortSignal.timeout(patienceMilliseconds),
    });
    return { check, status: "ok", found: `${origin} answers (${status})` };
  });
}
