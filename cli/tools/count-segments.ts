import { SegmentedMessage } from "sms-segments-calculator";
import { measureText } from "../../server/texts/segments.ts";
import { readStdin } from "../bytes/read-text.ts";
import type { Io } from "../io.ts";
import { type OutputOptions, writeResult } from "../output/output.ts";

/** `messaging segments`: counts a text as the server does, and lists the characters that GSM-7 cannot encode. */
export async function countSegments(
  io: Io,
  options: OutputOptions & { encoding?: string },
  given: string,
): Promise<void> {
  const text = given === "-" ? (await readStdin(io, options.encoding)).replace(/\r?\n$/, "") : given;
  const { segments, encoding } = measureText(text);
  const outside = new Set(new SegmentedMessage(text).getNonGsmCharacters());
  await writeResult(
    io,
    options,
    { characters: [...text].length, encoding, segments, charactersOutsideGsm7: [...outside] },
    { id: "segments" },
  );
}
