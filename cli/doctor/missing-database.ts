import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../server/config.ts";

/** Whether the embedded database does not exist yet. Opening it would create it. */
export const isDatabaseMissing = ({ databaseUrl, dataDir }: Config): boolean =>
  databaseUrl === undefined && !existsSync(join(dataDir, "data"));
