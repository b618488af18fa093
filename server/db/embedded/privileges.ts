import { spawnSync } from "node:child_process";
import { chownSync, lchownSync, lstatSync, readdirSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** The arguments of `spawn` that run a program as a user that PostgreSQL accepts. */
export interface Command extends Partial<Account> {
  readonly file: string;
  readonly parameters: string[];
}

/** The way in which this process runs PostgreSQL, which refuses to run as root. */
export interface Privileges {
  /** The owner that PostgreSQL's files must have; undefined if files that this process creates have it already. */
  readonly owner: Account | undefined;
  prepare(file: string, parameters: string[]): Command;
}

// initdb requires a user of the user database, and this one exists everywhere.
const nobody: Account = { uid: 65534, gid: 65534 };

const namespace = ["--user", `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`];

// Without no_setuid_fixup, access(2) ignores the capability for a real user other than root. PostgreSQL could then not
// read its own programs and files in a folder that only root may enter.
const capabilities = [
  `--reuid=${nobody.uid}`,
  `--regid=${nobody.gid}`,
  "--clear-groups",
  "--securebits=+no_setuid_fixup",
  "--inh-caps=+dac_override",
  "--ambient-caps=+dac_override",
];

/**
 * Chooses how to run PostgreSQL on `directory`, and gives the directory to the user that PostgreSQL then runs as.
 *
 * An ordinary user runs it directly. Root runs it as the ordinary user that owns the directory, else as nobody, in the
 * first of these ways that works:
 * - in a user namespace, where nobody is root without its powers,
 * - with the capability to enter root's folders,
 * - as plain nobody, which requires that every folder on the path is open.
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
    throw new Error(`${obstacle}: start as an ordinary user, or set DATABASE_URL to another PostgreSQL.`);
  }
  return privileges;
}

/** Gives `path` and its contents to the user that PostgreSQL runs as. */
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

/** Whether this process's user has a name. In a container it may have only a number, which initdb does not accept. */
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
