import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const root = join(import.meta.dirname, "..", "..");

interface Import {
  /** A path from the root, or a package with whatever follows its name. */
  target: string;
  isTypeOnly: boolean;
  /** Whether it is loaded when it is first needed. */
  isLazy: boolean;
}

/** The source files of the server, the command line, the generated code and the page without its bundler. */
export const files = globSync(["{server,cli,generated,page}/**/*.{ts,tsx}", "mikro-orm.config.ts"], {
  cwd: root,
  exclude: ["page/*bundle.ts"],
});
/** The imports of each file. */
export const graph = new Map(files.map((file) => [file, importsOf(file)]));

function importsOf(file: string): Import[] {
  const source = readFileSync(join(root, file), "utf8");
  const statements = source.matchAll(/^(?:import|export) (type )?(?:[^"'();=]*? from )?"([^"]+)";/gm);
  const calls = source.matchAll(/\b(?:import|require)()\(\s*"([^"]+)"/g);
  const found = [
    ...[...statements].map((match) => ({ match, isLazy: false })),
    ...[...calls].map((match) => ({ match, isLazy: true })),
  ];
  return found.map(({ match: [, type, specifier = ""], isLazy }) => ({
    target: specifier.startsWith(".") ? relative(root, join(root, dirname(file), specifier)) : specifier,
    isTypeOnly: type !== undefined && type !== "",
    isLazy,
  }));
}

export const isFile = (target: string) => graph.has(target);

/** The files and packages that are loaded together with a file. */
export function loadedFrom(entry: string): Set<string> {
  const loaded = new Set([entry]);
  for (const file of loaded) {
    const imports = (graph.get(file) ?? []).filter(({ isTypeOnly, isLazy }) => !isTypeOnly && !isLazy);
    for (const { target } of imports) loaded.add(target);
  }
  return loaded;
}
