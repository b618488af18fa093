/** The package as a user installs it: from the tarball of `npm pack`, into an empty home, on a machine with an older Node. */
import { type ChildProcessByStdio, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { vi } from "vitest";
import { root } from "../support/process.ts";
import { take } from "./page-lines.ts";

/** A user without rights, if this is root, who would need none. */
export const plainUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

export interface Installed {
  /** The user's home. */
  home: string;
  /** The folder of the package. */
  folder: string;
  /** The environment of the user. */
  env: Record<string, string>;
  /** What npm said of the installation. */
  report: string;
  /** Runs a program as the user, to its end. */
  run(file: string, argv: string[], env?: Record<string, string>): Promise<Ended>;
  /** Starts a program as the user. */
  start(file: string, argv: string[], env?: Record<string, string>): Started;
  /** Starts a server and waits until it has started. */
  serve(env?: Record<string, string>): Promise<Served>;
  /** Kills what still runs, with the databases of the home. */
  end(): Promise<void>;
}

export interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** A program that runs. */
export interface Started {
  output(): string;
  ended: Promise<Ended>;
  /** Ends it, by SIGTERM unless told otherwise, and returns its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** A server that has started. */
export interface Served extends Started {
  url: string;
}

/** Installs the package with Node 20, in a directory. */
export function installPackage(directory: string): Installed {
  const home = join(directory, "home");
  const prefix = join(home, ".local");
  mkdirSync(home);
  const check = (file: string, argv: string[], options: object) => {
    const { status, stdout, stderr } = spawnSync(file, argv, { encoding: "utf8", ...options });
    if (status !== 0) throw new Error(`${file} ${argv[0]} ended with ${status}:\n${stdout}${stderr}`);
    return stdout;
  };
  const packs = ["pack", "--silent", "--pack-destination", home];
  const tarball = join(home, check("npm", packs, { cwd: root }).trim().split("\n").at(-1)!);
  const node = installOldNode(directory, check);
  const path = [join(prefix, "bin"), node, dirname(findProgram("npm")), "/usr/bin", "/bin", "/usr/sbin"];
  const env = { HOME: home, PATH: path.join(":") };
  if (plainUser.uid !== undefined)
    for (const path of [directory, home, tarball]) chownSync(path, plainUser.uid, plainUser.gid);
  const asUser = { ...plainUser, cwd: home };
  const report = check("sh", ["-c", take("install")], { ...asUser, env: { ...registryOf(process.env), ...env } });
  const programs: Started[] = [];
  const start = (file: string, argv: string[], more = {}) => {
    const child = spawn(file, argv, { ...asUser, env: { ...env, ...more }, stdio: ["ignore", "pipe", "pipe"] });
    const program = startProgram(child);
    programs.push(program);
    return program;
  };
  return {
    ...{ home, folder: join(prefix, "lib", "node_modules", "messaging"), env, report, start },
    run: (file, argv, more) => start(file, argv, more).ended,
    async serve(more) {
      const server = start("sh", ["-c", `exec ${take("serve")}`], { PORT: "0", ...more });
      await hasStarted(server);
      return { ...server, url: `http://127.0.0.1:${/"port":(\d+),"msg":"started"/.exec(server.output())?.[1]}` };
    },
    async end() {
      await Promise.all(programs.map((program) => program.stop("SIGKILL")));
      killDatabases(home);
    },
  };
}

/** Kills every PostgreSQL whose files are in a folder. */
export function killDatabases(folder: string): void {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const file of files.filter((each) => each.endsWith("/postmaster.pid")))
    process.kill(Number.parseInt(readFileSync(join(folder, file), "utf8"), 10), "SIGKILL");
}

/** Installs Node 20, and returns the folder with its program. */
function installOldNode(directory: string, check: (file: string, argv: string[], options: object) => void): string {
  const name = `node-${process.platform}-${process.arch}`;
  check("npm", ["install", "--ignore-scripts", "--prefix", join(directory, "node"), `${name}@20`], { cwd: directory });
  return join(directory, "node", "node_modules", name, "bin");
}

/** The path of a program of this machine. */
const findProgram = (name: string) => spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).stdout.trim();

/** What npm needs to reach its registry from this machine. */
const registryOf = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) =>
      /^(npm_config_registry|NODE_EXTRA_CA_CERTS|https?_proxy|no_proxy)$/i.test(name),
    ),
  );

function startProgram(child: ChildProcessByStdio<null, Readable, Readable>): Started {
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const ended = once(child, "close").then(([status]): Ended => ({ status, stdout, stderr }));
  const stop = async (signal?: NodeJS.Signals) => {
    child.kill(signal);
    return (await ended).status;
  };
  return { output: () => stdout + stderr, ended, stop };
}

async function hasStarted({ output, ended }: Started): Promise<void> {
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  await vi.waitFor(() => {
    if (!output().includes('"started"') && !hasEnded) throw new Error(`The server has not started:\n${output()}`);
  });
  if (hasEnded) throw new Error(`The server ended:\n${output()}`);
}

/** The modules of a package, without those that start a program. */
export const modulesOf = ({ folder }: Installed): string[] =>
  readdirSync(join(folder, "dist"), { recursive: true, encoding: "utf8" })
    .filter((file) => /^(cli|server)\/.*\.js$/.test(file) && !/^(cli\/(main|messaging)|server\/main)\.js$/.test(file))
    .map((file) => join(folder, "dist", file));
