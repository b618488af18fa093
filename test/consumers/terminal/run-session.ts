/**
 * Runs `session.sh` on a terminal of 80 columns against a new server, and compares what the terminal shows with a golden
 * file. The commands are those that a person would try who has read README and the help.
 */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createProcesses, noSettings, root, runProgram, type Settings } from "../../support/process.ts";

const golden = join(root, "test", "golden", "terminal-session.txt");

/** @throws Error with the first different lines, unless `update` writes the golden file */
export async function runSession({ update = false } = {}): Promise<void> {
  const shown = await showSession();
  if (update) return writeFileSync(golden, shown);
  const [expected, actual] = [readFileSync(golden, "utf8"), shown].map((text) => text.split("\n"));
  const at = actual!.findIndex((line, index) => line !== expected![index]);
  if (at === -1 && actual!.length === expected!.length) return;
  const around = (lines: string[]) => lines.slice(Math.max(0, at - 3), at + 4).join("\n");
  throw new Error(
    `The terminal shows from line ${at + 1}:\n${around(actual!)}\nnot:\n${around(expected!)}\nTo accept it: npm run consumers -- terminal --update`,
  );
}

async function showSession(): Promise<string> {
  const directory = mkdtempSync(join(realpathSync(tmpdir()), "messaging-session-"));
  const processes = createProcesses();
  try {
    const settings: Settings = {
      ...noSettings,
      DATA_DIR: processes.newPath(),
      MESSAGING_CONFIG_DIR: join(directory, "config"),
      // Commands follow each other faster than those of a person.
      RATE_LIMIT_BURST: "1000",
    };
    const server = await processes.startServer({ ...settings, PORT: "0" }, ["cli/main.ts", "serve"]);
    const bin = join(directory, "bin");
    mkdirSync(bin);
    symlinkSync(join(root, "cli", "messaging"), join(bin, "messaging"));
    const session = `stty cols 80 rows 24 -echo; exec bash ${quote(join(import.meta.dirname, "session.sh"))}`;
    // The option -e returns the exit code of the session, and -q leaves out the lines of `script` itself.
    const { code, stdout, stderr } = await runProgram("script", ["-qec", `bash -c ${quote(session)}`, "/dev/null"], {
      settings: {
        ...settings,
        PATH: `${bin}:${process.env.PATH}`,
        TERM: "xterm",
        NO_COLOR: "1",
        CI: "1",
        LC_ALL: "C.UTF-8",
        TZ: "UTC",
        // With a clock that stands still, all ages in tables are "0s ago".
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent("Date.now = () => 0;")}`,
      },
    });
    if (code !== 0) throw new Error(`The session ended with ${code}: ${stdout}${stderr}`);
    return mask(stdout, server.port);
  } finally {
    await processes.end();
    rmSync(directory, { recursive: true });
  }
}

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Replaces what differs between two sessions by texts of the same width. */
function mask(text: string, port: number): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx")
    .replace(/\b[0-9a-f]{8}…/g, "xxxxxxxx…")
    .replace(/\d{4}-\d\d-\d\dT[\d:]+\.\d+Z/g, (time) => "2026-01-02T03:04:05.678901Z".slice(0, time.length))
    .replace(/\d{4}-\d\d-\d\d(?= \(UTC\))/g, "2026-01-02")
    .replaceAll(`:${port}`, ":3000".padEnd(`:${port}`.length, "0"))
    .replace(/\bmk_[\w-]+/g, (key) => "mk_".padEnd(key.length, "x"));
}
