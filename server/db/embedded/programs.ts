import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, statSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { findBinaries, linkLibraries, type Program } from "./binaries.ts";
import { choosePrivileges, handOver, type Privileges } from "./privileges.ts";

/** PostgreSQL's programs, prepared for one directory. */
export interface Programs {
  readonly privileges: Privileges;
  /** Runs a program to its end, with its output in the log. @throws with that output if it fails */
  run(program: Program, parameters: string[]): Promise<void>;
}

const tailCharacters = 2_000;

/** Prepares the programs for the directory of `log`, which gets their output. */
export function preparePrograms(log: string): Programs {
  const directory = dirname(log);
  const native = findBinaries();
  const libraries = linkLibraries(native, join(directory, "lib"));
  const privileges = choosePrivileges(directory);

  return {
    privileges,
    async run(program, parameters) {
      const { file, parameters: all, ...account } = privileges.prepare(join(native, "bin", program), parameters);
      const output = openSync(log, "a", 0o600);
      const start = statSync(log).size;
      try {
        handOver(log, privileges);
        await new Promise<void>((resolve, reject) => {
          // A process group of its own: Ctrl-C in the terminal must reach only this process, which then stops PostgreSQL.
          const child = spawn(file, all, {
            cwd: directory,
            detached: true,
            env: childEnvironment(libraries),
            stdio: ["ignore", output, output],
            ...account,
          });
          child.once("error", reject);
          child.once("exit", (code, signal) => {
            if (code === 0) resolve();
            else reject(new Error(`ended with ${signal ?? `code ${code}`}`));
          });
        });
      } catch (cause) {
        throw new Error(describeFailure(program, cause, log, start), { cause });
      } finally {
        closeSync(output);
      }
    },
  };
}

/** The end of the PostgreSQL log, from the byte `start` on. */
export function readTail(log: string, start = 0): string {
  try {
    return readFileSync(log).subarray(start).toString("utf8").slice(-tailCharacters).trim();
  } catch {
    return "";
  }
}

function describeFailure(program: Program, cause: unknown, log: string, start: number): string {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const advice = "If PostgreSQL cannot run here, set DATABASE_URL to another PostgreSQL.";
  return `${program} of the embedded PostgreSQL ${reason}. ${advice} The log ${log} ends:\n${readTail(log, start)}`;
}

/** The variables that PostgreSQL's programs need. PostgreSQL outlives this process and must not get its secrets. */
const inheritedVariables = ["PATH", "HOME", "TMPDIR"];

function childEnvironment(libraries: string[]): NodeJS.ProcessEnv {
  const variables = inheritedVariables.flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  );
  return { ...Object.fromEntries(variables), LC_ALL: "C", TZ: "UTC", LD_LIBRARY_PATH: libraries.join(delimiter) };
}
