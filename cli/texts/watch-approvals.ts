import type { Approval } from "../../generated/api.ts";
import { type Client, createClient } from "../client/client.ts";
import { type ConnectionOptions, connect } from "../connection/connect.ts";
import { Failure, isTemporary, usageError } from "../failures.ts";
import { canAsk, type Io, tell, untilInterrupted } from "../io.ts";
import { plain, styled } from "../output/plain-text.ts";
import { formatTime } from "../output/times.ts";
import { ask } from "../prompts.ts";
import { openNews } from "./news.ts";
import { poll } from "./poll.ts";

/** The interval between two looks for texts, where no event tells of them. */
const lookSeconds = 5;

/**
 * `messaging approvals watch`: shows each text that waits for an approval, the oldest first, and asks what to do with it.
 *
 * @throws Failure (usage) unless a person can answer
 */
export async function watchApprovals(io: Io, options: ConnectionOptions): Promise<void> {
  if (!canAsk(io)) throw usageError("approvals watch asks on a terminal. In scripts, use approvals list and approve.");
  const connection = await connect(io, options);
  const client = createClient(io, connection, options);
  await untilInterrupted(io, async (interrupted) => {
    const ended = new AbortController();
    const until = AbortSignal.any([interrupted, ended.signal]);
    const say = (note: string) => tell(io, styled(io, "dim", note));
    const types = "approval.requested,approval.decided";
    const work = async () => {
      // Before the first read, so that no text is missed.
      const news = await openNews(io, { client, connection }, { options, until, types, say });
      const seen = new Set<string>();
      const readNew = async () => (await readHeld(client)).filter(({ id }) => !seen.has(id));
      await decideAll(io, client, await readNew(), seen, until);
      if (!until.aborted) tell(io, styled(io, "dim", "Waiting for texts. Ctrl-C ends."));
      for await (const { items } of poll(io, readNew, { seconds: lookSeconds, until, news }))
        await decideAll(io, client, items, seen, until);
    };
    await work().finally(() => ended.abort());
  });
}

/** Reads the texts that wait: as many as a page has. The next ones follow once these are decided about. */
async function readHeld(client: Client): Promise<Approval[]> {
  const { data } = await client.api.GET("/api/approvals", { params: { query: { per_page: 100 } } });
  return data!.approvals;
}

async function decideAll(io: Io, client: Client, approvals: Approval[], seen: Set<string>, until: AbortSignal) {
  for (const approval of approvals) {
    if (until.aborted) return;
    seen.add(approval.id);
    await decide(io, client, approval);
  }
}

/** Shows a text, and does what the user answers. A refusal is shown, and the next text follows. */
async function decide(io: Io, client: Client, approval: Approval): Promise<void> {
  for (const line of describe(approval)) tell(io, line);
  const answer = await ask.choice(io, "Send it?", [
    { value: "skip", label: "Skip, decide later" },
    { value: "send", label: "Send" },
    { value: "reject", label: "Reject" },
  ]);
  if (answer === "skip") return;
  const id = answer === "send" ? "approveText" : "rejectText";
  try {
    await client.call(id, { path: { id: approval.id }, query: {}, body: {} });
    tell(io, answer === "send" ? "Approved." : "Rejected.");
  } catch (error) {
    if (isTemporary(error)) throw error;
    if (!(error instanceof Failure)) throw error;
    tell(io, styled(io, "red", plain(error.message)));
  }
}

/** A text in lines without control characters: who sends it, to whom, and all that it says. */
function describe(approval: Approval): string[] {
  const { keyName, apiKeyId, from, to, contactName, reason, segments, media, sendAt, body, expiresAt } = approval;
  const name = contactName === null ? "nobody among the contacts" : contactName;
  const files = media.length === 0 ? "" : `, ${media.length} ${media.length === 1 ? "file" : "files"}`;
  const time = sendAt === null ? "" : `, to be sent at ${formatTime(sendAt)}`;
  return [
    "",
    plain(`${keyName ?? apiKeyId} asks to text ${to} (${name}) from ${from ?? "the team's number"}`),
    `${reason === "new_recipient" ? "New recipient, " : ""}${segments} ${segments === 1 ? "segment" : "segments"}${files}${time}, until ${formatTime(expiresAt)}`,
    ...plain(body, { keepLines: true })
      .split("\n")
      .map((line) => `  ${line}`),
  ];
}
