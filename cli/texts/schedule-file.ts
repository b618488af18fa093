import { basename, parse } from "node:path";
import { parseTimestamp, type Timestamp } from "../../server/db/timestamp.ts";
import { isKept } from "../bytes/open-bytes.ts";
import { usageError } from "../failures.ts";
import { readTimeAhead } from "../operations/read-time-ahead.ts";

/** When the texts of a file are sent, and the campaign that they belong to until then. */
export interface FileSchedule {
  sendAt: Timestamp;
  campaign: string;
}

interface Given {
  file: string;
  at: string;
  campaign?: string;
}

/**
 * Reads the time of `--at`, which a run that continues has already decided.
 *
 * @throws Failure (usage) if it is no time, or a stream is to be a campaign without a name
 */
export async function readSchedule({ file, at, campaign }: Given): Promise<(sendAt?: Timestamp) => FileSchedule> {
  const time = readTimeAhead(at, "--at");
  if (campaign === undefined && !(await isKept(file)))
    throw usageError("name the campaign of a stream with --campaign");
  return (sendAt = parseTimestamp(time)!) => ({ sendAt, campaign: campaign ?? nameOf(file, sendAt) });
}

/** The maximum length of the file's name in that of a campaign, in code points. The contract allows 64 for both parts. */
const maxFileName = 53;

/** Names a campaign after its file and the day here, the same for the file of its failed rows. */
function nameOf(file: string, sendAt: Timestamp): string {
  const { name } = parse(basename(file).replace(/\.failed\.csv$/i, ""));
  const printable = [...name.replace(/[\p{Cc}\p{Cs}\s]+/gu, " ")].slice(0, maxFileName).join("").trim();
  // Sweden writes dates as ISO 8601 does.
  return `${printable} ${new Date(sendAt).toLocaleDateString("sv-SE")}`.trim();
}
