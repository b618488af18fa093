import { SegmentedMessage } from "sms-segments-calculator";
import { measureText } from "../../server/sending/segments.ts";
import { type Io, readStdin } from "../io.ts";
import { type OutputOptions, writeResult } from "../output/output.ts";

/** `messaging segments`: counts a text as the server does, and lists the characters that GSM-7 cannot encode. */
export async function countSegments(io: Io, options: OutputOptions, given: string): Promise<void> {
  const text = given === "-" ? (await readStdin(io)).replace(/\r?\n$/, "") : given;
  const { segments, encoding } = measureText(text);
  const outside = new Set(new SegmentedMessage(text).getNonGsmCharacters());
  await writeResult(
    io,
    options,
    { characters: [...text].length, encoding, segments, charactersOutsideGsm7: [...outside] },
    { id: "segments" },
  );
}
