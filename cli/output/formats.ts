/** The formats of a command's output. The help lists them, so this file is apart from the code that writes them. */
export const outputFormats = ["table", "json", "jsonl", "csv", "id"] as const;
export type OutputFormat = (typeof outputFormats)[number];
