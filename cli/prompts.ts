import type { Readable, Writable } from "node:stream";
import { isCancel, password, select, text } from "@clack/prompts";
import { Failure } from "./failures.ts";
import type { Io } from "./io.ts";

/** Questions are no data, so they do not go to stdout. A process's streams are all that the library asks for. */
const streamsOf = ({ stdin, stderr }: Io) => ({
  input: stdin as unknown as Readable,
  output: stderr as unknown as Writable,
});

/**
 * The answers to the questions of a command, from the terminal.
 *
 * @throws Failure (usage) when somebody would rather not answer
 */
export const ask = {
  text: async (io: Io, message: string, preset: string) =>
    given(await text({ message, defaultValue: preset, placeholder: preset, ...streamsOf(io) })),
  password: async (io: Io, message: string) => given(await password({ message, ...streamsOf(io) })),
  choice: async <Value extends string>(io: Io, message: string, options: { value: Value; label: string }[]) =>
    given(await select<string>({ message, options, ...streamsOf(io) })) as Value,
};

function given(answer: string | symbol): string {
  if (isCancel(answer)) throw new Failure("usage", "Nothing is changed.");
  return answer as string;
}
