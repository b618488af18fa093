import { clearScreenDown, createInterface, cursorTo, type Interface, moveCursor } from "node:readline";
import { type Readable, Writable } from "node:stream";
import type { Io, OutputStream } from "../io.ts";

/** A line editor at the bottom of a terminal. Other lines appear above it. */
export interface LineEditor {
  /** Shows a line above, and leaves the edited line unchanged. */
  print(line: string): void;
  /** Puts a text back into the editor. */
  restore(line: string): void;
  /** Resolves after Ctrl-C, Ctrl-D or the end of the input. */
  readonly closed: Promise<void>;
  close(): void;
}

/** Creates a line editor. Calls `prompt` again whenever the line changes. */
export function createLineEditor(
  { stdin, stdout }: Io,
  { prompt, onLine }: { prompt: (line: string) => string; onLine: (line: string) => void },
): LineEditor {
  const output = createOutput(stdout);
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
  // The editor may receive the key after this listener, so the refresh waits.
  function refreshLater(): void {
    setImmediate(refresh);
  }

  editor.on("SIGINT", () => editor.close());
  editor.on("line", (line) => {
    editor.setPrompt(prompt(""));
    onLine(line);
    // The cursor stays at the end of a restored text.
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

/** Makes the stream that an editor needs from a command's output. */
function createOutput(stdout: OutputStream): Writable {
  const output = new Writable({
    decodeStrings: false,
    write: (text, _, done) => {
      stdout.write(String(text));
      done();
    },
  });
  return Object.defineProperty(output, "columns", { get: () => stdout.columns ?? 80 });
}

/** Erases the edited line, which may cover several rows of the terminal. */
function clear(editor: Interface, output: Writable): void {
  moveCursor(output, 0, -editor.getCursorPos().rows);
  cursorTo(output, 0);
  clearScreenDown(output);
  // The editor moves the cursor up by this number of rows before it draws.
  (editor as Interface & { prevRows: number }).prevRows = 0;
}
