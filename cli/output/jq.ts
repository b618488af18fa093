import { createRequire } from "node:module";
import { Failure } from "../failures.ts";

/** The part of jq-web that we use; it comes without types. */
interface Jq {
  /** What a program writes for a JSON text, without the last line break. Throws with what it says on its stderr. */
  raw(json: string, program: string, flags: string[]): string | undefined;
}

const require = createRequire(import.meta.url);

/**
 * What a jq program makes of a value, a line for each result; texts are bare.
 *
 * @throws Failure (usage) with what jq says, when it fails
 */
export async function filter(value: unknown, program: string): Promise<string> {
  // Its module is a promise, which an import would take for a module that is still loading.
  const jq: Jq = await require("jq-web");
  const { exitCode } = process;
  try {
    const results = jq.raw(JSON.stringify(value), program, ["-r"]);
    return results === undefined ? "" : `${results}\n`;
  } catch (error) {
    const said = String((error as Error).message).match(/^jq: .*/m)?.[0] ?? String(error);
    const reason = said.replace(/^jq: (error: )?/, "").replace(" (Unix shell quoting issues?)", "");
    throw new Failure("usage", `--jq: ${reason}`);
  } finally {
    // It believes itself alone in the process.
    process.exitCode = exitCode;
  }
}
