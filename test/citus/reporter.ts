import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import { type RecordLine, recordVariable } from "./run-tests.ts";

/** A reporter of vitest that records results as they come, so that a run that is ended has a record, too. */
export default class RecordingReporter implements Reporter {
  onTestModuleStart(module: TestModule): void {
    write({ begins: fileOf(module) });
  }

  onTestCaseReady({ module, name }: TestCase): void {
    write({ file: fileOf(module), testing: name });
  }

  onTestModuleEnd(module: TestModule): void {
    const cases = [...module.children.allTests()];
    const suites = [...module.children.allSuites()];
    write({
      file: fileOf(module),
      tests: cases.map((each) => {
        const { state, errors } = each.result();
        const [error] = errors?.[0]?.message.split("\n") ?? [];
        return { title: each.name, passed: state === "passed", ...(error !== undefined && { error }) };
      }),
      errors: [module, ...suites].flatMap((each) => each.errors()).map(({ message }) => message),
    });
  }

  onTestRunEnd(_: unknown, unhandled: readonly { message: string; stack?: string }[]): void {
    write({ unhandled: unhandled.map(({ message, stack }) => stack ?? message) });
  }
}

const fileOf = ({ moduleId, project }: TestModule) => relative(project.config.root, moduleId);

const write = (line: RecordLine) => appendFileSync(process.env[recordVariable]!, `${JSON.stringify(line)}\n`);
