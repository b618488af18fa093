import { createHash } from "node:crypto";
import { measureText } from "../../server/sending/segments.ts";
import { createClient } from "../client/client.ts";
import { type ConnectionOptions, connect } from "../connection/connect.ts";
import { usageError } from "../failures.ts";
import { type Io, quiet } from "../io.ts";
import { normalizePhone } from "../normalize-phone.ts";
import { type OutputOptions, writeResult } from "../output/output.ts";
import { fixedConcurrency } from "../rows/concurrency.ts";
import type { RunOptions } from "../rows/options.ts";
import { previewRows, showFirstRequest } from "../rows/preview.ts";
import { openRows, type RowSource, type SourceRow } from "../rows/read.ts";
import { refuseFailures, rowFailure, runRows } from "../rows/run.ts";
import { checkNames, readTemplate } from "./template.ts";

export interface SendFileOptions extends OutputOptions, ConnectionOptions, RunOptions {
  file: string;
  concurrency: number;
  template?: string;
  phoneColumn?: string;
  campaign?: string;
  from?: string;
  replyWebhook?: string;
  webhookData?: string;
}

/** The input of a send. */
interface TextOfRow extends Record<string, unknown> {
  phone_number: string;
  message: string;
  sender?: string;
  replyWebhookUrl?: string;
  webhookData?: string;
}

/** A server forgets an idempotency key after 24 hours. One hour is a margin for clocks and slow rows. */
const keyLifetimeMilliseconds = 23 * 3_600_000;

const commonPhoneColumns = ["phone", "phone_number", "phonenumber", "phone number", "mobile", "number", "to"];

/**
 * `messaging send --file`: sends a text for every row. The idempotency key of a text is a hash of the text and its
 * phone. The same text is therefore sent to the same phone only once in 24 hours, even if the command is repeated.
 */
export async function sendFile(io: Io, options: SendFileOptions): Promise<void> {
  const connection = await connect(io, options);
  const source = await openRows(io, options.file);
  const read = createTextReader(source, options, connection.country);
  const client = createClient(options.verbose ? io : quiet(io), connection, options);
  const send = async (body: TextOfRow) => {
    const { response } = await client.api.POST("/api/text", {
      body,
      headers: { "idempotency-key": keyOf(body, options.campaign) },
    });
    return response.headers.has("x-idempotency-replayed") ? "sentBefore" : "sent";
  };
  if (options.curl) return showFirstRequest(source.rows, (row) => send(read(row)));
  if (options.dryRun)
    return writeResult(io, options, await previewRows(source.rows, measure(read), shownFields), { id: "row" });

  const { template, phoneColumn, campaign, from, replyWebhook, webhookData } = options;
  const texts = { template, phoneColumn, campaign, from, replyWebhook, webhookData };
  const summary = await runRows(
    io,
    {
      file: options.file,
      source,
      inputs: { command: "send", ...texts, ...connection, source: undefined },
      outcomes: ["sent", "sentBefore"],
      atMostOnce: { keyLifetimeMilliseconds },
      concurrency: fixedConcurrency(options.concurrency),
      work: async (row) => send(read(row)),
    },
    options,
  );
  await writeResult(io, options, summary, { id: "rows" });
  refuseFailures(summary);
}

const shownFields = ["phone_number", "message", "sender", "webhookData", "characters", "segments"];

/** Adds the characters and segments of a text, as the carrier counts them. */
const measure = (read: (row: SourceRow) => TextOfRow) => (row: SourceRow) => {
  const text = read(row);
  return { ...text, characters: [...text.message].length, segments: measureText(text.message).segments };
};

/** @throws Failure (usage) if the rows lack a required column */
function createTextReader(
  { columns }: RowSource,
  { template: given, phoneColumn, from, replyWebhook, webhookData }: SendFileOptions,
  country: string | undefined,
): (row: SourceRow) => TextOfRow {
  const phoneName = phoneColumn ?? columns.find((name) => commonPhoneColumns.includes(name.toLowerCase()));
  if (phoneName === undefined || !columns.includes(phoneName)) {
    throw usageError(`no column of phone numbers found. Choose one of ${columns.join(", ")} with --phone-column.`);
  }
  if (given === undefined && !columns.includes("message")) {
    throw usageError(`missing --template, because there is no column "message"; available: ${columns.join(", ")}`);
  }
  const template = readTemplate(given ?? "{{message}}", "--template");
  checkNames(template, columns, "--template");
  const data = webhookData === undefined ? undefined : readTemplate(webhookData, "--webhook-data");
  if (data) checkNames(data, columns, "--webhook-data");

  return ({ values }) => {
    const phone = String(values[phoneName] ?? "").trim();
    if (phone === "") throw rowFailure("missing_value", `The row has no ${phoneName}.`);
    return {
      phone_number: normalizePhone(phone, country),
      message: template.fill(values),
      ...(from !== undefined && { sender: from }),
      ...(replyWebhook !== undefined && { replyWebhookUrl: replyWebhook }),
      ...(data && { webhookData: data.fill(values) }),
    };
  };
}

/** The idempotency key: the same for the same text to the same phone in the same campaign. */
function keyOf(body: TextOfRow, campaign = ""): string {
  const { phone_number, message, sender, replyWebhookUrl, webhookData } = body;
  const text = JSON.stringify([campaign, phone_number, message, sender, replyWebhookUrl, webhookData]);
  return `send-${createHash("sha256").update(text).digest("hex")}`;
}
