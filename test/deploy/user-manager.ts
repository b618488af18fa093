/** A user manager of systemd for the tests, which only root can start where systemd does not run as the first process. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { accessSync, chownSync, constants, existsSync, globSync, mkdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";

const program = "/lib/systemd/systemd";

/** The folders with which systemd groups processes: one alone, or those beside the older ones. */
const groupRoots = ["/sys/fs/cgroup", "/sys/fs/cgroup/systemd", "/sys/fs/cgroup/unified"].filter((root) =>
  existsSync(join(root, "cgroup.procs")),
);

/** Whether this process can start a user manager: as root with systemd, in folders of groups and mounts that it may change. */
export const canStartManager = (): boolean =>
  process.getuid?.() === 0 &&
  existsSync(program) &&
  groupRoots.length > 0 &&
  groupRoots.every((root) => isWritable(root)) &&
  spawnSync("unshare", ["--mount", "sh", "-c", "mount -t tmpfs tmpfs /run"]).status === 0;

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** A user manager that runs. */
export interface UserManager {
  /** Runs `systemctl --user`. */
  control(...argv: string[]): { status: number | null; output: string };
  stop(): Promise<void>;
}

/**
 * Starts a user manager for a user, with the units of `config/systemd/user` in a directory. A manager runs only where systemd has
 * booted, so its own view of /run has the folder that says so.
 */
export async function startManager(
  { uid, gid }: { uid: number; gid: number },
  directory: string,
  env: Record<string, string>,
): Promise<UserManager> {
  const runtime = join(directory, "run");
  mkdirSync(runtime, { mode: 0o700 });
  chownSync(runtime, uid, gid);
  const groups = groupRoots.map((root) => join(root, `messaging-test-${process.pid}`));
  for (const group of groups) {
    mkdirSync(group);
    for (const path of [group, join(group, "cgroup.procs")]) chownSync(path, uid, gid);
  }
  const asUser = ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"];
  const own = { ...env, XDG_RUNTIME_DIR: runtime, XDG_CONFIG_HOME: join(directory, "config") };
  const script = [
    "mount -t tmpfs tmpfs /run && mkdir -p /run/systemd/system",
    ...groups.map((group) => `echo $$ > ${group}/cgroup.procs`),
    `exec ${[...asUser, program].join(" ")} --user --unit=basic.target --log-target=console`,
  ].join("\n");
  const manager = spawn("unshare", ["--mount", "--propagation=private", "sh", "-ec", script], {
    env: own,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [manager.stdout, manager.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  const ended = once(manager, "close");
  const control = (...argv: string[]) => {
    const [file = "", ...more] = [...asUser, "systemctl", "--user", ...argv];
    const { status, stdout, stderr } = spawnSync(file, more, { encoding: "utf8", env: own });
    return { status, output: `${stdout}${stderr}`.trim() };
  };
  const stop = async () => {
    if (control("exit").status !== 0) manager.kill("SIGKILL");
    await ended;
    for (const group of groups) {
      const inner = globSync("**/", { cwd: group }).toSorted().toReversed();
      for (const path of [...inner.map((each) => join(group, each)), group]) if (existsSync(path)) rmdirSync(path);
    }
  };
  const started = vi.waitFor(() => {
    const { status, output } = control("is-active", "basic.target");
    if (status !== 0) throw new Error(`The manager has not started: ${output}\n${said}`);
  });
  await started.catch(async (error) => {
    await stop();
    throw error;
  });
  return { control, stop };
}
