/** Bundles the page into `generated/` before the server of `npm run dev` starts, so that a change of the page is served. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundlePage } from "./bundle.ts";

for (const [name, text] of Object.entries(await bundlePage())) {
  writeFileSync(join(import.meta.dirname, "..", "generated", name), text);
}
