// This file is JavaScript because the compile cache does not cover a program's first file. A TypeScript file would load
// the compiler at every start, which takes longer than the rest of `--help`. Every Node from 18 on can read this file.
import * as module from "node:module";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

function refuse(reason) {
  process.stderr.write(`messaging needs ${reason}\n`);
  process.exit(1);
}

if (Number.parseInt(process.versions.node, 10) < 24)
  refuse(
    `Node 24 or later, and this is ${process.versions.node}: npm installs one as an optional package, for cli/messaging.`,
  );
module.enableCompileCache();
await import("./main.ts").catch((error) => {
  if (!error.message.startsWith("Cannot find package")) throw error;
  refuse(`its packages: run \`npm ci --omit=dev --ignore-scripts\` in ${root}`);
});
