import { accountKinds } from "../../server/provider/kinds.ts";
import { parseJson } from "../bytes/parse-json.ts";
import { readStdin, readTextFile } from "../bytes/read-text.ts";
import { usageError } from "../failures.ts";
import { canAsk, type Io } from "../io.ts";

/**
 * Reads settings from a file and from `name=value`, of which the latter win. With a kind, a setting that must be given and is
 * missing is asked for on a terminal.
 *
 * @throws Failure (usage) for a file without a JSON object, or an option without an equals sign
 */
export async function readGivenSettings(
  io: Io,
  { set = [], settings: file }: { set?: string[]; settings?: string },
  kind?: string,
): Promise<Record<string, unknown>> {
  const given = { ...(file !== undefined && (await readObject(io, file))), ...Object.fromEntries(set.map(pairOf)) };
  const rules = (kind === undefined ? undefined : accountKinds.get(kind)?.accounts.settings) ?? {};
  const missing = Object.entries(rules).filter(([name, rule]) => given[name] === undefined && !rule.make);
  if (missing.length === 0 || !canAsk(io)) return given;
  const { ask } = await import("../prompts.ts");
  for (const [name, { about, isSecret }] of missing) {
    const question = `${name}: ${about}`;
    given[name] = await (isSecret ? ask.password(io, question) : ask.text(io, question, ""));
  }
  return given;
}

async function readObject(io: Io, file: string): Promise<Record<string, unknown>> {
  const parsed = parseJson(file === "-" ? await readStdin(io) : await readTextFile(file));
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throw usageError(`--settings expects a JSON object with texts, in ${file === "-" ? "standard input" : file}`);
  return parsed as Record<string, unknown>;
}

/** The message has no value, because it may be a secret. */
function pairOf(text: string): [string, string] {
  const at = text.indexOf("=");
  if (at < 1) throw usageError("--set expects name=value");
  return [text.slice(0, at), text.slice(at + 1)];
}
