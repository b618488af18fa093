import { type Config, loadConfig } from "../../server/config.ts";
import { ConfigError } from "../../server/config-error.ts";
import type { Finding } from "./check.ts";
import { checkDatabase } from "./database.ts";
import { checkProvider } from "./provider.ts";
import { checkNode } from "./runtime.ts";
import { checkBaseUrl, checkSecretKey, checkWarnings } from "./settings.ts";
import { checkSignature } from "./signature.ts";

/** Runs all checks of an installation, one after another. Changes nothing. */
export async function examine(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const config = readConfig(environment);
  if (!("dataDir" in config)) return [checkNode(), config];
  return [
    checkNode(),
    { check: "settings", status: "ok", found: "valid" },
    ...(await checkDatabase(config)),
    checkBaseUrl(config),
    checkSecretKey(config),
    ...checkWarnings(config, environment),
    checkSignature(),
    ...(await checkProvider(config)),
  ];
}

/** Loads the settings. If they are invalid, the result says so, and nothing else can be checked. */
function readConfig(environment: NodeJS.ProcessEnv): Config | Finding {
  try {
    return loadConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const todo = "Correct the settings in the environment or in .env; .env.example lists all settings.";
    return { check: "settings", status: "fail", found: error.message.replaceAll("\n", "; "), todo };
  }
}
