/**
 * Compares the contract with the released contract: `npm run check:compatibility`. A breaking change needs a new
 * version. With `-- --release`, the contract becomes the released contract.
 */
import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { OpenAPIV3_1 } from "openapi-types";
import { parse } from "yaml";
import { dereference } from "../server/contract/references.ts";
import { announcesBreakage, findBreakingChanges } from "./breaking-changes.ts";

const root = join(import.meta.dirname, "..");
const currentFile = join(root, "generated", "openapi.yaml");
const releasedFile = join(root, "spec", "released", "openapi.yaml");

const { values } = parseArgs({ options: { release: { type: "boolean", default: false } } });

const read = async (file: string) => dereference<OpenAPIV3_1.Document>(parse(await readFile(file, "utf8")));
const [released, current] = await Promise.all([read(releasedFile), read(currentFile)]);

const changes = findBreakingChanges(released, current);
const isAnnounced = announcesBreakage(released.info.version, current.info.version);
for (const change of changes) console.error(`${isAnnounced ? "announced" : "not announced"}: ${change}`);
if (changes.length > 0 && !isAnnounced) {
  console.error(
    `These changes break clients of ${released.info.version}, but version ${current.info.version} does not announce them. ` +
      "Undo them, or raise the major version, or the minor version while the major version is 0.",
  );
  process.exitCode = 1;
} else if (values.release) {
  await copyFile(currentFile, releasedFile);
}
