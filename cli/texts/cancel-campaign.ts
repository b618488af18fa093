import { type Client, createClient } from "../client/client.ts";
import { type ConnectionOptions, connect } from "../connection/connect.ts";
import { Failure } from "../failures.ts";
import { canAsk, type Io, tell } from "../io.ts";
import { type OutputOptions, writeResult } from "../output/output.ts";
import { plain } from "../output/plain-text.ts";

export interface CancelOptions extends OutputOptions, ConnectionOptions {
  campaign: string;
  /** Cancels without asking. */
  yes?: boolean;
}

/**
 * `messaging texts cancel --campaign`: cancels the texts of a campaign that have not gone out, in as many requests as it
 * takes. An interrupted command can be repeated.
 *
 * @throws Failure (usage) if the user does not want to cancel
 */
export async function cancelCampaign(io: Io, options: CancelOptions): Promise<void> {
  const { campaign, yes, dryRun, curl } = options;
  const connection = await connect(io, options);
  const client = createClient(io, connection, options);
  if (!yes && !dryRun && !curl && canAsk(io)) await confirm(io, client, campaign);
  let canceled = 0;
  for (;;) {
    const answer = await client.call("cancelCampaign", { path: {}, query: {}, body: { campaign } });
    canceled += answer.canceled as number;
    if (answer.hasMore) continue;
    await writeResult(io, options, { campaign, canceled, sent: answer.sent }, { id: "campaign" });
    if (canceled > 0) tell(io, "To schedule the same texts again, name another --campaign.");
    return;
  }
}

async function confirm(io: Io, client: Client, campaign: string): Promise<void> {
  const { ask } = await import("../prompts.ts");
  const texts = await countTexts(client, campaign);
  if (!(await ask.confirmation(io, plain(`Cancel ${texts} of the campaign ${JSON.stringify(campaign)}?`))))
    throw new Failure("usage", "Nothing was canceled.");
}

/** How many texts wait, as far as a page shows. The key may lack the right to read texts, which a cancel does not need. */
async function countTexts(client: Client, campaign: string): Promise<string> {
  try {
    const pages = await Promise.all(
      (["scheduled", "held"] as const).map((status) => readPage(client, status, campaign)),
    );
    const count = pages.reduce((sum, { messages }) => sum + messages.length, 0);
    if (pages.some(({ hasMore }) => hasMore)) return `more than ${maxCounted} texts`;
    return `${count} ${count === 1 ? "text" : "texts"}`;
  } catch (error) {
    if (error instanceof Failure && error.refusal.code === "insufficient_scope") return "all waiting texts";
    throw error;
  }
}

/** The most texts of a page. */
const maxCounted = 100;

async function readPage(client: Client, status: "scheduled" | "held", campaign: string) {
  const query = { status, campaign, per_page: maxCounted };
  return (await client.api.GET("/api/messages", { params: { query } })).data!;
}
