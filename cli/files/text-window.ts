/** The part of a text that is in memory: it begins with what is read next. */
export interface TextWindow {
  readonly text: string;
  /** Whether nothing follows the text. */
  readonly isLast: boolean;
  /** The number of characters before the text. */
  readonly position: number;
  readMore(): Promise<void>;
  /** Removes characters from the beginning, and returns them. */
  take(length: number): string;
}

export function openWindow(chunks: AsyncIterable<string>): TextWindow {
  const source = chunks[Symbol.asyncIterator]();
  let text = "";
  let isLast = false;
  let position = 0;
  return {
    get text() {
      return text;
    },
    get isLast() {
      return isLast;
    },
    get position() {
      return position;
    },
    async readMore() {
      const { value, done } = await source.next();
      if (done) isLast = true;
      else text += value;
    },
    take(length) {
      const taken = text.slice(0, length);
      text = text.slice(length);
      position += taken.length;
      return taken;
    },
  };
}
