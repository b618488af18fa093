import { spawnSync } from "node:child_process";
import { chownSync, lchownSync, lstatSync, readdirSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** What spawn needs to run a program as a user PostgreSQL accepts. */
export interface Command extends Partial<Account> {
  readonly file: string;
  readonly parameters: string[];
}

/** How PostgreSQL, which refuses to run as root, is run by this process. */
export interface Privileges {
  /** Who must own the files PostgreSQL works on; undefined when what this process creates is right as it is. */
  readonly owner: Account | undefined;
  prepare(file: string, parameters: string[]): Command;
}

// initdb looks its user up in the user database, so it has to be one that exists everywhere.
const nobody: Account = { uid: 65534, gid: 65534 };

const namespace = ["--user", `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`];

// Without no_setuid_fixup, access(2) forgets the capability for a real user other than root, and PostgreSQL then finds
// its own programs and files unreadable in a folder only root may enter.
const capabilities = [
  `--reuid=${nobody.uid}`,
  `--regid=${nobody.gid}`,
  "--clear-groups",
  "--securebits=+no_setuid_fixup",
  "--inh-caps=+dac_override",
  "--ambient-caps=+dac_override",
];

/**
 * Chooses how to run PostgreSQL on `directory`, and gives the directory to the user that it then runs as.
 *
 * An ordinary user runs it directly. Root runs it as the ordinary user who owns the directory, else as nobody: in a
 * user namespace, where that is root without its powers; else with a capability to pass root's folders; else as plain
 * nobody, for whom every folder on the path must be open.
 *
 * @throws when PostgreSQL could not enter the directory
 */
export function choosePrivileges(directory: string): Privileges {
  if (process.getuid?.() !== 0) {
    return isNamed() || !works("unshare", [...namespace, "true"]) ? runDirectly : runInNamespace;
  }
  const { uid, gid } = lstatSync(directory);
  if (uid !== 0 && uid !== nobody.uid) return runAs({ uid, gid });
  const privileges = chooseForRoot();
  if (privileges.owner) chownSync(directory, privileges.owner.uid, privileges.owner.gid);
  const { file, parameters, ...account } = privileges.prepare("test", ["-x", directory]);
  if (!works(file, parameters, account)) {
    const obstacle = `PostgreSQL does not run as root, and as nobody it cannot enter ${directory}`;
    throw new Error(`${obstacle}: start as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.`);
  }
  return privileges;
}

/** Gives `path`, with all it contains, to the user PostgreSQL runs as. */
export function handOver(path: string, privileges: Privileges): void {
  const { owner } = privileges;
  if (!owner) return;
  const entry = lstatSync(path);
  if (entry.uid === owner.uid) return;
  if (entry.isDirectory()) for (const name of readdirSync(path)) handOver(join(path, name), privileges);
  lchownSync(path, owner.uid, owner.gid);
}

function chooseForRoot(): Privileges {
  if (works("unshare", [...namespace, "true"])) return { ...runInNamespace, owner: { uid: 0, gid: 0 } };
  if (works("setpriv", [...capabilities, "true"])) return { owner: nobody, prepare: wrapIn("setpriv", capabilities) };
  return runAs(nobody);
}

const runDirectly: Privileges = { owner: undefined, prepare: (file, parameters) => ({ file, parameters }) };
const runInNamespace: Privileges = { owner: undefined, prepare: wrapIn("unshare", namespace) };

function runAs(owner: Account): Privileges {
  return { owner, prepare: (file, parameters) => ({ file, parameters, ...owner }) };
}

function wrapIn(wrapper: string, options: string[]): Privileges["prepare"] {
  return (file, parameters) => ({ file: wrapper, parameters: [...options, file, ...parameters] });
}

/** Containers run under numbers that no user has, which initdb does not accept. */
function isNamed(): boolean {
  try {
    userInfo();
    return true;
  } catch {
    return false;
  }
}

function works(file: string, parameters: string[], account: Partial<Account> = {}): boolean {
  return spawnSync(file, parameters, { stdio: "ignore", ...account }).status === 0;
}
