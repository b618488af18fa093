/** The command lines of docs/operating.md, and who runs each. */
import { edit } from "./program.ts";

/** The lines that the tests of the package and its evening run, with values for what the page leaves open. */
export const typed = {
  install: "npm install --global --prefix ~/.local --ignore-scripts ./messaging-0.1.0.tgz",
  serve: "~/.local/bin/messaging serve",
  logIn: "messaging login --url https://sms.example.com --api-key-stdin < /var/lib/messaging/first-api-key",
  removeKey: "rm /var/lib/messaging/first-api-key",
  createNumber: "messaging numbers create --name Sales --phone +1… --sid PN… --primary",
  listNumbers: "messaging numbers list",
  archiveNumber: "messaging numbers archive NUMBER_ID",
  checkInstallation: "messaging doctor",
  send: 'messaging send +1… "Hello"',
  listFailedJobs: "messaging jobs failed",
  listUnknown: "messaging callbacks list --outcome unknown_number",
  listPending: "messaging consents pending",
  backUp: "messaging db backup /var/backups/messaging --keep 14",
  exportErasures: "messaging privacy erasures --export erasures.json",
  restoreWithList: "messaging db restore messaging-….tar.gz --erasures erasures.json",
  acceptLostOptOuts: "messaging db accept-lost-opt-outs",
};

/** The lines that another test runs: its file, and what it has for the line. */
export const ofOtherTests: Record<string, [file: string, text: string]> = {
  "messaging opt-outs list --team acme": ["cli/operators", 'optOuts("list")'],
  "messaging opt-outs history +12025550123 --team acme": ["cli/operators", 'optOuts("history", phone)'],
  "messaging opt-outs add +12025550123 --team acme": ["cli/operators", 'optOuts("add", phone)'],
  "messaging callbacks show ID": ["cli/operators", 'runJson("callbacks", "show", open.id)'],
  "messaging callbacks replay ID": ["cli/operators", 'runJson("callbacks", "replay", open.id)'],
  "messaging callbacks backfill --since 2026-11-26T10:00:00Z": [
    "processes/backups",
    '"callbacks", "backfill", "--since", since',
  ],
  "messaging jobs retry ID": ["cli/operators", 'runJson("jobs", "retry", failed.id)'],
  "messaging db restore messaging-….tar.gz": ["processes/backups", 'db({ DATA_DIR }, "restore", file)'],
  "messaging privacy reapply erasures.json": ["processes/erased-backups", '"privacy", "reapply", list'],
};

const taken = new Set<string>();

/** A line for a shell, with values in the place of words. */
export function take(name: keyof typeof typed, values: [word: string, value: string][] = []): string {
  taken.add(name);
  return edit(typed[name], values);
}

/** The names of the lines that no test has taken. */
export const notTaken = (): string[] => Object.keys(typed).filter((name) => !taken.has(name));
