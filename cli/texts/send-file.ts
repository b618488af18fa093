import { createHash } from "node:crypto";
import { createClient } from "../client/client.ts";
import { type ConnectionOptions, connect } from "../connection/connect.ts";
import { usageError } from "../failures.ts";
import { openRows } from "../files/open-rows.ts";
import { type Io, quiet, tell } from "../io.ts";
import { type OutputOptions, writeResult } from "../output/output.ts";
import { plain } from "../output/plain-text.ts";
import { fixedConcurrency } from "../rows/concurrency.ts";
import { writeExamination } from "../rows/examine.ts";
import type { RunOptions } from "../rows/options.ts";
import { refuseFailures, runRows } from "../rows/run.ts";
import { showFirstRequest } from "../rows/show-first-request.ts";
import { asks, confirmSend } from "./confirm-send.ts";
import { examineTexts } from "./examine-texts.ts";
import { choosePhoneColumn, createTextReader, type TextOfRow, type TextOptions } from "./read-texts.ts";

export interface SendFileOptions extends OutputOptions, ConnectionOptions, RunOptions, TextOptions {
  file: string;
  concurrency: number;
  campaign?: string;
  /** Sends without asking. */
  yes?: boolean;
}

/** A server forgets an idempotency key after 24 hours. One hour is a margin for clocks and slow rows. */
const keyLifetimeMilliseconds = 23 * 3_600_000;

/**
 * `messaging send --file`: sends a text for every row. The idempotency key of a text is a hash of the text and its
 * phone. The same text is therefore sent to the same phone only once in 24 hours, even if the command is repeated.
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
  const send = async (body: TextOfRow) => {
    const { response } = await client.api.POST("/api/text", {
      body,
      headers: { "idempotency-key": keyOf(body, options.campaign) },
    });
    return response.headers.has("x-idempotency-replayed") ? "sentBefore" : "sent";
  };
  if (options.curl) return await showFirstRequest(source.read(), (row) => send(read(row)));
  const examine = () => examineTexts(source, read, (text) => keyOf(text, options.campaign));
  if (options.dryRun) {
    const { examination, preview } = await examine();
    return await writeExamination(io, options, { ...examination }, preview);
  }
  const confirm = async () => {
    const { examination } = await examine();
    await confirmSend(io, client, { examination, from: options.from });
  };
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
      ...(asks(io, options) && { confirm }),
    },
    options,
  );
  await writeResult(io, options, summary, { id: "rows" });
  refuseFailures(summary);
}

/** Says which column has the phones, unless its name leaves no doubt. */
function tellPhoneColumn(io: Io, phoneName: string, others: string[]): void {
  const name = JSON.stringify(phoneName);
  if (others.length > 0) {
    tell(io, plain(`Columns: ${name} is the phone. To send to ${others.join(", ")} instead, use --phone-column.`));
  } else if (!/^phones?([ _]?number)?$/i.test(phoneName)) tell(io, plain(`Columns: ${name} is the phone.`));
}

/** The idempotency key: the same for the same text to the same phone in the same campaign. */
function keyOf(body: TextOfRow, campaign = ""): string {
  const { phone_number, message, sender, replyWebhookUrl, webhookData } = body;
  const text = JSON.stringify([campaign, phone_number, message, sender, replyWebhookUrl, webhookData]);
  return `send-${createHash("sha256").update(text).digest("hex")}`;
}
