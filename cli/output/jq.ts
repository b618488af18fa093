import { Failure } from "../failures.ts";

/**
 * What a jq program makes of a value, a line for each result; texts are bare.
 *
 * @throws Failure (usage) with what jq says, when it fails
 */
export async function filter(value: unknown, program: string): Promise<string> {
  const { default: loading } = await import("jq-web");
  const jq = await loading;
  try {
    const results = jq.raw(JSON.stringify(value), program, ["-r"]);
    return results === "" ? "" : `${results.replace(/\n$/, "")}\n`;
  } catch (error) {
    const said = String((error as Error).message).match(/^jq: .*/m)?.[0] ?? String(error);
    throw new Failure(
      "usage",
      `--jq: ${said.replace(/^jq: (error: )?/, "").replace(/ \(Unix shell quoting issues\?\)/, "")}`,
    );
  }
}
