import { clearScreenDown, createInterface, cursorTo, type Interface, moveCursor } from "node:readline";
import { type Readable, Writable } from "node:stream";
import type { Io } from "../io.ts";

/** A line that somebody writes at the bottom of a terminal, while other lines appear above it. */
export interface LineEditor {
  /** Shows a line above, and leaves what is being written as it is. */
  print(line: string): void;
  /** Gives back a text, to be changed. */
  restore(line: string): void;
  /** Ends with Ctrl-C, Ctrl-D or the end of the input. */
  readonly closed: Promise<void>;
  close(): void;
}

/** Asks for lines. `prompt` is worked out anew whenever the line changes. */
export function createLineEditor(
  { stdin, stdout }: Io,
  { prompt, onLine }: { prompt: (line: string) => string; onLine: (line: string) => void },
): LineEditor {
  const output = new Writable({
    decodeStrings: false,
    write: (text, _, done) => {
      stdout.write(String(text));
      done();
    },
  });
  Object.defineProperty(output, "columns", { get: () => stdout.columns ?? 80 });
  const input = stdin as unknown as Readable;
  const editor = createInterface({ input, output, terminal: true, prompt: prompt(""), historySize: 0 });
  const closed = new Promise<void>((resolve) => editor.once("close", resolve));
  let isOpen = true;
  void closed.then(() => {
    isOpen = false;
    input.off("keypress", refreshLater);
  });

  const refresh = () => {
    if (!isOpen) return;
    const next = prompt(editor.line);
    if (next === editor.getPrompt()) return;
    editor.setPrompt(next);
    editor.prompt(true);
  };
  // The editor hears of the key as well, perhaps after this.
  function refreshLater(): void {
    setImmediate(refresh);
  }

  editor.on("SIGINT", () => editor.close());
  editor.on("line", (line) => {
    editor.setPrompt(prompt(""));
    onLine(line);
    // What is given back is gone on with at its end.
    if (isOpen) editor.prompt(editor.line !== "");
  });
  input.on("keypress", refreshLater);
  editor.prompt();

  return {
    print(line) {
      if (!isOpen) return void output.write(`${line}\n`);
      clear(editor, output);
      output.write(`${line}\n`);
      editor.prompt(true);
    },
    restore(line) {
      editor.write(line);
      refreshLater();
    },
    closed,
    close: () => editor.close(),
  };
}

/** Takes away the line that is being written, with all the lines of the terminal that it covers. */
function clear(editor: Interface, output: Writable): void {
  moveCursor(output, 0, -editor.getCursorPos().rows);
  cursorTo(output, 0);
  clearScreenDown(output);
  // Where it believes the cursor to be, which it moves up from before it draws.
  (editor as Interface & { prevRows: number }).prevRows = 0;
}
