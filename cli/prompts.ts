import type { Readable, Writable } from "node:stream";
import { isCancel, password, select, text } from "@clack/prompts";
import { Failure } from "./failures.ts";
import type { Io } from "./io.ts";

/**
 * Prompts are not data, so they go to stderr. The casts hold, because prompts run only on the process's own streams.
 */
const streamsOf = ({ stdin, stderr }: Io) => ({
  input: stdin as unknown as Readable,
  output: stderr as unknown as Writable,
});

/**
 * Prompts on the terminal.
 *
 * @throws Failure (usage) if the user cancels
 */
export const ask = {
  text: async (io: Io, message: string, preset: string) =>
    answerOf(await text({ message, defaultValue: preset, placeholder: preset, ...streamsOf(io) })),
  password: async (io: Io, message: string) => answerOf(await password({ message, ...streamsOf(io) })),
  choice: async <Value extends string>(io: Io, message: string, options: { value: Value; label: string }[]) =>
    answerOf(await select<string>({ message, options, ...streamsOf(io) })) as Value,
  /** Asks for a yes. The answer of the key Enter alone is no. */
  async confirmation(io: Io, message: string): Promise<boolean> {
    const options = [
      { value: "no", label: "No" },
      { value: "yes", label: "Yes" },
    ];
    return (await ask.choice(io, message, options)) === "yes";
  },
};

function answerOf(result: string | symbol): string {
  if (isCancel(result)) throw new Failure("usage", "Cancelled.");
  return result as string;
}
