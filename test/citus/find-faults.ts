import type { TestRun } from "./run-tests.ts";

/** Reasons by the name of a test, in each file. The name `*` stands for every test of a file. */
export type RefusedTests = Record<string, Record<string, string>>;

interface Selection {
  /** Whether paths select files, so that listed files may be absent. */
  isPartial: boolean;
}

/** The unexpected results: failures that are not listed, listed tests that do not fail, and what did not end. */
export function findFaults(run: TestRun, refused: RefusedTests, { isPartial }: Selection): string[] {
  const absent = isPartial ? [] : Object.keys(refused).filter((file) => !run.files.has(file) && !run.open.has(file));
  return [
    ...[...run.files].flatMap(([file, result]) => faultsOf(file, result, refused[file] ?? {})),
    ...[...run.open].map(([file, title]) => `did not end: ${file}, in or after: ${title}`),
    ...absent.map((file) => `is listed as refused, but does not exist: ${file}`),
    ...(run.unhandled ?? ["the time limit ended the run"]).map((error) => `outside of tests: ${error}`),
  ];
}

type FileResult = TestRun["files"] extends Map<string, infer Result> ? Result : never;

function faultsOf(file: string, { tests, errors }: FileResult, refused: Record<string, string>): string[] {
  const isRefused = (title: string) => "*" in refused || title in refused;
  const titles = new Set(tests.map(({ title }) => title));
  return [
    ...errors.filter(() => !("*" in refused)).map((error) => `fails as a whole: ${file}: ${error}`),
    ...tests
      .filter(({ title, passed }) => !passed && !isRefused(title))
      .map(({ title, error }) => `fails: ${file}: ${title}: ${error}`),
    ...tests
      .filter(({ title, passed }) => passed && isRefused(title))
      .map(({ title }) => `passes, although it is listed as refused: ${file}: ${title}`),
    ...Object.keys(refused)
      .filter((title) => title !== "*" && !titles.has(title))
      .map((title) => `is listed as refused, but does not exist: ${file}: ${title}`),
  ];
}
