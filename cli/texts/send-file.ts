import { createHash } from "node:crypto";
import { createClient } from "../client/client.ts";
import { type ConnectionOptions, connect } from "../connection/connect.ts";
import { Failure, usageError } from "../failures.ts";
import { openRows } from "../files/open-rows.ts";
import { type Io, quiet, tell } from "../io.ts";
import { type OutputOptions, writeResult } from "../output/output.ts";
import { plain } from "../output/plain-text.ts";
import { formatTime } from "../output/times.ts";
import { fixedConcurrency } from "../rows/concurrency.ts";
import { writeExamination } from "../rows/examine.ts";
import type { RunOptions } from "../rows/options.ts";
import { rowFailure } from "../rows/row-failure.ts";
import { refuseFailures, runRows } from "../rows/run.ts";
import { showFirstRequest } from "../rows/show-first-request.ts";
import { asks, confirmSend } from "./confirm-send.ts";
import { examineTexts } from "./examine-texts.ts";
import { choosePhoneColumn, createTextReader, type TextOfRow, type TextOptions } from "./read-texts.ts";
import { type FileSchedule, readSchedule } from "./schedule-file.ts";

export interface SendFileOptions extends OutputOptions, ConnectionOptions, RunOptions, TextOptions {
  file: string;
  concurrency: number;
  campaign?: string;
  /** When the texts are sent. By default at once. */
  at?: string;
  /** Sends without asking. */
  yes?: boolean;
}

/** A server forgets an idempotency key after 24 hours. One hour is a margin for clocks and slow rows. */
const keyLifetimeMilliseconds = 23 * 3_600_000;

/**
 * `messaging send --file`: sends a text for every row. The idempotency key of a text is a hash of the text and its
 * phone. The same text is therefore sent to the same phone only once in 24 hours, even if the command is repeated. With
 * `--at`, the server sends the texts when their time comes.
 */
export async function sendFile(io: Io, options: SendFileOptions): Promise<void> {
  const connection = await connect(io, options);
  await using source = await openRows(io, options.file, options.encoding);
  if (source.format === "vcard") {
    throw usageError(
      `${source.name} has vCards. \`messaging contacts import\` reads them; send --file takes CSV or JSON lines.`,
    );
  }
  const { phoneName, others } = choosePhoneColumn(source, options.phoneColumn);
  const read = createTextReader(source, options, { phoneName, country: connection.country });
  if (options.phoneColumn === undefined) tellPhoneColumn(io, phoneName, others);
  const client = createClient(options.verbose ? io : quiet(io), connection, options);
  const { at, template, phoneColumn, campaign, from, replyWebhook, webhookData, retention } = options;
  const scheduleAt = at === undefined ? undefined : await readSchedule({ ...options, at });
  let schedule = scheduleAt?.();
  let isContinued = false;
  const keyOf = (text: TextOfRow) => idempotencyKeyOf(text, schedule?.campaign ?? campaign);
  const send = async (text: TextOfRow) => {
    const headers = { "idempotency-key": keyOf(text) };
    const { response } = schedule
      ? await client.api.POST("/api/messages", { body: { ...text, ...schedule }, headers }).catch(refuseOtherTime)
      : await client.api.POST("/api/text", { body: text, headers });
    const outcome = schedule ? "scheduled" : "sent";
    return response.headers.has("x-idempotency-replayed") ? (`${outcome}Before` as const) : outcome;
  };
  if (options.curl) return await showFirstRequest(source.read(), (row) => send(read(row)));
  const examine = () => examineTexts(source, read, keyOf);
  if (options.dryRun) {
    const { examination, preview } = await examine();
    return await writeExamination(io, options, { ...examination, ...schedule }, preview);
  }
  const confirm = async () => {
    const { examination } = await examine();
    await confirmSend(io, client, { examination, from, schedule });
  };
  const texts = { at, template, phoneColumn, campaign, from, replyWebhook, webhookData, retention };
  const summary = await runRows(
    io,
    {
      file: options.file,
      source,
      inputs: { command: "send", ...texts, ...connection, source: undefined },
      outcomes: schedule ? ["scheduled", "scheduledBefore"] : ["sent", "sentBefore"],
      atMostOnce: { keyLifetimeMilliseconds },
      concurrency: fixedConcurrency(options.concurrency),
      work: async (row) => send(read(row)),
      ...(scheduleAt && {
        decide(earlier) {
          schedule = scheduleAt(earlier);
          isContinued = earlier !== undefined;
          tell(io, plain(`Campaign ${JSON.stringify(schedule.campaign)}, at ${formatTime(schedule.sendAt)}.`));
          return schedule.sendAt;
        },
        concernsAllRows,
      }),
      ...(asks(io, options) && { confirm }),
    },
    options,
  ).catch((error: unknown) => {
    throw isContinued && schedule ? withWayOn(error, schedule) : error;
  });
  await writeResult(io, options, { ...summary, ...schedule }, { id: "rows" });
  refuseFailures(summary);
}

/** Whether the server refuses the time or the campaign, which all rows have. */
const concernsAllRows = ({ refusal: { code, details = [] } }: Failure) =>
  code === "invalid_send_at" || details.some(({ field }) => field === "campaign");

/** Adds how a run continues whose time has passed. */
function withWayOn(error: unknown, { campaign }: FileSchedule): unknown {
  if (!(error instanceof Failure) || error.refusal.code !== "invalid_send_at") return error;
  return new Failure("invalid", error.message, {
    ...error.refusal,
    hint: `Its time has passed. To schedule the rest, give another --at, with --restart and --campaign ${JSON.stringify(campaign)}: no row is then scheduled twice.`,
  });
}

/** @throws Failure for a text whose key has been used for another time, or for a text that is sent at once */
function refuseOtherTime(error: unknown): never {
  if (!(error instanceof Failure) || error.refusal.code !== "idempotency_key_mismatch") throw error;
  throw rowFailure(
    "idempotency_key_mismatch",
    "The same text to this phone was already sent or scheduled in this campaign, for another time. Another --campaign sends it again.",
  );
}

/** Says which column has the phones, unless its name leaves no doubt. */
function tellPhoneColumn(io: Io, phoneName: string, others: string[]): void {
  const name = JSON.stringify(phoneName);
  if (others.length > 0) {
    tell(io, plain(`Columns: ${name} is the phone. To send to ${others.join(", ")} instead, use --phone-column.`));
  } else if (!/^phones?([ _]?number)?$/i.test(phoneName)) tell(io, plain(`Columns: ${name} is the phone.`));
}

/** The idempotency key: the same for the same text to the same phone in the same campaign. */
function idempotencyKeyOf(body: TextOfRow, campaign = ""): string {
  const { phone_number, message, sender, replyWebhookUrl, webhookData, retention } = body;
  const fields = [campaign, phone_number, message, sender, replyWebhookUrl, webhookData];
  // Without the option, the key is that of earlier versions.
  const text = JSON.stringify(retention === undefined ? fields : [...fields, retention]);
  return `send-${createHash("sha256").update(text).digest("hex")}`;
}
