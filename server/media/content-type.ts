/** The types that files are stored with, by the names that the library gives them. */
const allowed: ReadonlyMap<string, string> = new Map([
  ...[
    ...["image/jpeg", "image/png", "image/gif", "image/webp", "image/heic"],
    ...["video/mp4", "video/3gpp", "audio/amr", "audio/mpeg", "audio/ogg", "video/ogg", "application/pdf"],
  ].map((type) => [type, type] as const),
  ["application/ogg", "audio/ogg"],
  ["audio/mp4", "audio/mp4"],
  ["audio/x-m4a", "audio/mp4"],
]);

/** The types of texts, by their first line. */
const typesByLine: ReadonlyMap<string, string> = new Map([
  ["BEGIN:VCARD", "text/vcard"],
  ["BEGIN:VCALENDAR", "text/calendar"],
]);

/** The type of what is not allowed as such. */
export const unknownType = "application/octet-stream";

/** How much of a file the library looks at. */
const sampleBytes = 4_100;

/** Finds the type of a file by its beginning. What is not allowed as such has the type `application/octet-stream`. */
export async function contentTypeOf(file: Uint8Array): Promise<string> {
  const sample = file.subarray(0, sampleBytes);
  const [line = ""] = Buffer.from(sample.subarray(0, 64)).toString("latin1").split(/\r?\n/, 1);
  const typeByLine = typesByLine.get(
    line
      .replace(/^\xef\xbb\xbf/, "")
      .trimEnd()
      .toUpperCase(),
  );
  if (typeByLine !== undefined) return typeByLine;
  // The library is loaded with the first file.
  const { fileTypeFromBuffer } = await import("file-type");
  const found = await fileTypeFromBuffer(sample).catch(() => undefined);
  return allowed.get(found?.mime.split(";", 1)[0] ?? "") ?? unknownType;
}
