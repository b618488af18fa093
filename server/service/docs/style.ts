import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What `/docs` looks like. */
export const docsStyle = readFileSync(join(import.meta.dirname, "style.css"), "utf8");

/** Lets a content security policy allow this style and no other. */
export const docsStyleHash = `sha256-${createHash("sha256").update(docsStyle).digest("base64")}`;
