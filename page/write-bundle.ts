/**
 * Bundles the page into `generated/` before the server of `npm run dev` starts. An unchanged file is not written, because
 * each write starts the server again.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundlePage } from "./bundle.ts";

for (const [name, text] of Object.entries(await bundlePage())) {
  const path = join(import.meta.dirname, "..", "generated", name);
  if (readFileSync(path, "utf8") !== text) writeFileSync(path, text);
}
