import { createRequire } from "node:module";
import { Failure } from "../failures.ts";

/** The part of jq-web that we use. The package has no types. */
interface Jq {
  /**
   * Runs a program on a JSON text. Returns its output without the last line break, and throws its stderr as an error.
   */
  raw(json: string, program: string, flags: string[]): string | undefined;
}

const require = createRequire(import.meta.url);

/**
 * Runs a jq program on a value. Returns one line for each result; texts are unquoted.
 *
 * @throws Failure (usage) with jq's message if the program fails
 */
export async function filter(value: unknown, program: string): Promise<string> {
  // The module is a promise. An import would treat it as a module that is still loading.
  const jq: Jq = await require("jq-web");
  const { exitCode } = process;
  try {
    const results = jq.raw(JSON.stringify(value), program, ["-r"]);
    return results === undefined ? "" : `${results}\n`;
  } catch (error) {
    const message = String((error as Error).message).match(/^jq: .*/m)?.[0] ?? String(error);
    const reason = message.replace(/^jq: (error: )?/, "").replace(" (Unix shell quoting issues?)", "");
    throw new Failure("usage", `--jq: ${reason}`);
  } finally {
    // jq-web sets the exit code of the process.
    process.exitCode = exitCode;
  }
}
