/** The encodings that are tried, the most common first. */
const candidates = ["windows-1252", "windows-1251", "macintosh", "shift_jis", "euc-kr", "gb18030", "big5", "koi8-r"];

/**
 * Matches what words rarely have: two scripts, a capital letter behind a small one, or three accented Latin letters. Signs,
 * control characters and half-width katakana are rare, too.
 */
const oddities = [
  /\p{sc=Latin}[\p{L}--\p{sc=Latin}]|[\p{L}--\p{sc=Latin}]\p{sc=Latin}|\p{sc=Han}\p{sc=Hang}|\p{sc=Hang}\p{sc=Han}/gv,
  /\p{Ll}\p{Lu}/gu,
  /[\p{sc=Latin}--[a-zA-Z]]{2}[\p{Ll}--[a-z]]/gv,
  /[\u0080-\u009f\ue000-\uf8ff¤¦§¨©¬®¯°±µ¶·¸¹¼½¾×÷†‡‰‚„ƒ˜]/gu,
  /\p{L}[–—…‹›“”«»¡¿]\p{L}/gu,
  /[\uff61-\uff9f]/gu,
];

/** Guesses the encoding of a line from the words that it has in each candidate. Undefined if no candidate can decode it. */
export function guessEncoding(bytes: Uint8Array): { encoding: string; line: string } | undefined {
  // In UTF-16, one byte of each ASCII character is a NUL.
  const tried = bytes.includes(0) ? [bytes[0] === 0 ? "utf-16be" : "utf-16le"] : candidates;
  const readings = tried.flatMap((encoding) => {
    const line = decodeAs(bytes.subarray(0, encoding.startsWith("utf-16") ? bytes.length & ~1 : undefined), encoding);
    return line === undefined ? [] : [{ encoding, line, odd: countOddities(line) }];
  });
  return readings.toSorted((a, b) => a.odd - b.odd)[0];
}

const countOddities = (text: string) => oddities.reduce((sum, oddity) => sum + (text.match(oddity)?.length ?? 0), 0);

function decodeAs(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const archives: [string, readonly number[]][] = [
  ["a ZIP archive, such as an Excel workbook (.xlsx)", [0x50, 0x4b, 0x03, 0x04]],
  ["an Excel workbook (.xls)", [0xd0, 0xcf, 0x11, 0xe0]],
  ["a gzip archive", [0x1f, 0x8b]],
  ["a PDF document", [0x25, 0x50, 0x44, 0x46]],
];

/** Names the format of a file that is no text. */
export const describeArchive = (beginning: Uint8Array): string | undefined =>
  archives.find(([, bytes]) => bytes.every((byte, at) => beginning[at] === byte))?.[0];
