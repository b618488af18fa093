import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { Io } from "../io.ts";
import type { LineEditor } from "./line-editor.ts";

/**
 * Reads lines on a terminal that cannot redraw, such as the shell of Emacs. The terminal itself edits the line, so there is no
 * prompt, and other lines appear below.
 */
export function createPlainLineEditor(
  { stdin, stdout }: Io,
  { onLine }: { onLine: (line: string) => void },
): LineEditor {
  const reader = createInterface({ input: stdin as unknown as Readable, terminal: false });
  const closed = new Promise<void>((resolve) => reader.once("close", resolve));
  reader.on("line", onLine);
  return {
    print: (line) => void stdout.write(`${line}\n`),
    // The line is still on the screen, from where it can be copied.
    restore() {},
    closed,
    close: () => reader.close(),
  };
}
