import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The style sheet of `/docs`. */
export const docsStyle = readFileSync(join(import.meta.dirname, "style.css"), "utf8");

/** The hash by which the content security policy allows this style only. */
export const docsStyleHash = `sha256-${createHash("sha256").update(docsStyle).digest("base64")}`;
