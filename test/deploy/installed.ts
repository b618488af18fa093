/** The package as a user installs it: from the tarball of `npm pack`, into an empty home, on a machine with an older Node. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll } from "vitest";
import { root } from "../support/process.ts";
import { newDirectory } from "./program.ts";

/** A user without rights, if this is root, who would need none. */
const plainUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

export interface Installed {
  /** The user's home. */
  home: string;
  /** The folder of the package. */
  folder: string;
  /** What npm said of the installation. */
  report: string;
  env: Record<string, string>;
  /** Runs a program as the user, to its end. */
  run(
    file: string,
    argv: string[],
    env?: Record<string, string>,
  ): { status: number | null; stdout: string; stderr: string };
  /** Starts a server and waits until it has started. */
  serve(env?: Record<string, string>): Promise<Served>;
}

/** A server that runs until it is stopped. After the tests of the file, those that still run are killed. */
export interface Served {
  url: string;
  output(): string;
  /** Ends the process, by SIGTERM unless told otherwise, and returns its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Installs the package with Node 20. */
export function installPackage(): Installed {
  const directory = newDirectory(afterAll);
  const home = join(directory, "home");
  const prefix = join(directory, "prefix");
  for (const path of [home, prefix]) mkdirSync(path);
  const check = (file: string, argv: string[], options: object) => {
    const { status, stdout, stderr } = spawnSync(file, argv, { encoding: "utf8", ...options });
    if (status !== 0) throw new Error(`${file} ${argv[0]} ended with ${status}:\n${stdout}${stderr}`);
    return stdout;
  };
  const packs = ["pack", "--silent", "--pack-destination", directory];
  const tarball = join(directory, check("npm", packs, { cwd: root }).trim().split("\n").at(-1)!);
  const node = installOldNode(directory, check);
  const env = { HOME: home, PATH: [join(prefix, "bin"), node, "/usr/bin", "/bin"].join(":") };
  if (plainUser.uid !== undefined)
    for (const path of [directory, home, prefix, tarball]) chownSync(path, plainUser.uid, plainUser.gid);
  const asUser = { ...plainUser, cwd: home };
  const npm = [findNpm(), "install", "--global", "--prefix", prefix, tarball];
  const report = check(join(node, "node"), npm, { ...asUser, env: { ...registryOf(process.env), ...env } });
  return {
    ...{ home, folder: join(prefix, "lib", "node_modules", "messaging"), report, env },
    run: (file, argv, more = {}) => spawnSync(file, argv, { ...asUser, encoding: "utf8", env: { ...env, ...more } }),
    serve: (more = {}) => serve(spawn("messaging", ["serve"], { ...asUser, env: { ...env, PORT: "0", ...more } })),
  };
}

/** Installs Node 20, and returns the folder with its program. */
function installOldNode(directory: string, check: (file: string, argv: string[], options: object) => void): string {
  const name = `node-${process.platform}-${process.arch}`;
  check("npm", ["install", "--ignore-scripts", "--prefix", join(directory, "node"), `${name}@20`], { cwd: directory });
  return join(directory, "node", "node_modules", name, "bin");
}

/** The program of npm, which runs with the Node that is given. */
const findNpm = () => spawnSync("sh", ["-c", 'readlink -f "$(command -v npm)"'], { encoding: "utf8" }).stdout.trim();

/** What npm needs to reach its registry from this machine. */
const registryOf = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) =>
      /^(npm_config_registry|NODE_EXTRA_CA_CERTS|https?_proxy|no_proxy)$/i.test(name),
    ),
  );

async function serve(child: ChildProcess): Promise<Served> {
  let output = "";
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const ended = once(child, "close").then(([code]) => code as number | null);
  const stop = (signal?: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  afterAll(() => stop("SIGKILL"));
  await new Promise<void>((resolve, reject) => {
    child.stdout!.on("data", () => output.includes('"started"') && resolve());
    void ended.then(() => reject(new Error(`The server ended:\n${output}`)));
  });
  const [, port] = /"port":(\d+),"msg":"started"/.exec(output)!;
  return { url: `http://127.0.0.1:${port}`, output: () => output, stop };
}

/** The modules of a package, without those that start a program. */
export const modulesOf = ({ folder }: Installed): string[] =>
  readdirSync(join(folder, "dist"), { recursive: true, encoding: "utf8" })
    .filter((file) => /^(cli|server)\/.*\.js$/.test(file) && !/^(cli\/(main|messaging)|server\/main)\.js$/.test(file))
    .map((file) => join(folder, "dist", file));
