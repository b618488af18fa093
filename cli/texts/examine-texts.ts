import { measureText } from "../../server/texts/segments.ts";
import type { RowSource } from "../files/open-rows.ts";
import type { SourceRow } from "../files/row.ts";
import type { Row } from "../output/results.ts";
import { createDistinct } from "../rows/distinct.ts";
import { createPreview, type Examination, examineRows } from "../rows/examine.ts";
import type { TextOfRow } from "./read-texts.ts";

/** What a file would send, if none of it was sent before. */
export interface TextExamination extends Examination {
  texts: number;
  /** The rows with the same text to the same phone as an earlier row, which are not sent again. */
  repeated: number;
  phones: number;
  segments: number;
}

const shownFields = ["phone_number", "message", "sender", "webhookData", "characters", "segments"];

/** Reads all rows of a file, counts what they would send, and collects the first texts. */
export async function examineTexts(
  source: RowSource,
  read: (row: SourceRow) => TextOfRow,
  keyOf: (text: TextOfRow) => string,
): Promise<{ examination: TextExamination; preview: Row[] }> {
  const phones = createDistinct();
  const keys = createDistinct();
  const preview = createPreview(shownFields);
  let segments = 0;
  const { rows, failed, problems } = await examineRows(source.read(), read, (text, { number }) => {
    const measured = measureText(text.message).segments;
    phones.add(Number(text.phone_number));
    // The last 52 bits of the hash in a key. Ten million texts have all different ones with a probability of 99 %.
    const isNew = keys.add(Number.parseInt(keyOf(text).slice(-13), 16));
    if (isNew) segments += measured;
    preview.add(number, { ...text, characters: [...text.message].length, segments: measured });
  });
  const repeated = rows - failed - keys.size;
  return {
    examination: { rows, texts: keys.size, repeated, phones: phones.size, segments, failed, problems },
    preview: preview.rows,
  };
}
