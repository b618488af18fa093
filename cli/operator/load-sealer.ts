import type { Io } from "../io.ts";

/** Seals and opens secrets with the server's secret key. */
export async function loadSealer(io: Io) {
  const { loadConfig } = await import("../../server/config.ts");
  const { loadSecrets } = await import("../../server/secrets/load-secrets.ts");
  const { createSealer } = await import("../../server/secrets/sealing.ts");
  const { withDataDir } = await import("./locate-data.ts");
  const { secretKey, oldSecretKey } = await loadSecrets(loadConfig(await withDataDir(io.env)));
  return createSealer(secretKey, oldSecretKey);
}
