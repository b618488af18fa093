/** Writes the bill of materials of the server in CycloneDX: `npm run --silent sbom > bom.json`. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeShrinkwrap, root } from "./shrinkwrap.ts";

/**
 * Lists all packages of the server, for every platform. npm does so from a folder without the development packages: with
 * `--omit dev` it leaves out what those need, too.
 */
export function makeBill(): string {
  const directory = mkdtempSync(join(tmpdir(), "messaging-bill-"));
  try {
    const { devDependencies: _, ...own } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    writeFileSync(join(directory, "package.json"), JSON.stringify(own));
    writeFileSync(join(directory, "package-lock.json"), JSON.stringify(makeShrinkwrap()));
    const argv = ["sbom", "--package-lock-only", "--sbom-format", "cyclonedx", "--sbom-type", "application"];
    return execFileSync("npm", argv, { cwd: directory, encoding: "utf8" });
  } finally {
    rmSync(directory, { recursive: true });
  }
}

if (import.meta.filename === process.argv[1]) process.stdout.write(makeBill());
