import { type Config, ConfigError, loadConfig } from "../../server/config.ts";
import type { Finding } from "./check.ts";
import { checkDatabase } from "./database.ts";
import { checkProvider } from "./provider.ts";
import { checkNode } from "./runtime.ts";
import { checkBaseUrl, checkSecretKey, checkWarnings } from "./settings.ts";
import { checkSignature } from "./signature.ts";

/** Everything that an installation needs, checked one after the other. Changes nothing. */
export async function examine(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const config = read(environment);
  if (!("dataDir" in config)) return [checkNode(), config];
  return [
    checkNode(),
    { check: "settings", status: "ok", found: "valid" },
    ...(await checkDatabase(config)),
    checkBaseUrl(config),
    checkSecretKey(config),
    ...checkWarnings(config, environment),
    checkSignature(),
    await checkProvider(config),
  ];
}

/** The settings, or what is wrong with them: nothing else can be checked then. */
function read(environment: NodeJS.ProcessEnv): Config | Finding {
  try {
    return loadConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const todo = "Set them in the environment or in .env; .env.example shows all of them.";
    return { check: "settings", status: "fail", found: error.message.replaceAll("\n", "; "), todo };
  }
}
