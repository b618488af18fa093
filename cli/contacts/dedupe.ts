import type { Contact, DuplicateGroup, DuplicateReason } from "../../generated/api.ts";
import { type MergeStrategy, mergeValues } from "../../server/contacts/merge-values.ts";
import { type Client, createClient } from "../client/client.ts";
import { walkPages } from "../client/paging.ts";
import { type ConnectionOptions, connect } from "../connection/connect.ts";
import { exitCodes, Failure, usageError } from "../failures.ts";
import { canAsk, type Io, tell } from "../io.ts";
import { type OutputOptions, writeResult } from "../output/output.ts";
import { plain } from "../output/plain-text.ts";
import type { Row } from "../output/results.ts";
import { formatTable } from "../output/table.ts";
import { tellFailure } from "../output/tell-failure.ts";

export interface DedupeOptions extends OutputOptions, ConnectionOptions {
  reason?: DuplicateReason[];
  keep: "oldest" | "newest";
  strategy?: MergeStrategy;
  yes?: boolean;
}

/** Two contacts that may be the same person. */
interface Pair {
  reason: DuplicateReason;
  /** The contact to keep. */
  target: Contact;
  /** The contact that is merged into the target and deleted. */
  source: Contact;
}

type Decision = "merge" | "swap" | "skip" | "stop";

/**
 * `messaging contacts dedupe`: shows each merge of duplicates and asks before it merges. With `--yes`, merges without
 * asking.
 */
export async function dedupeContacts(io: Io, options: DedupeOptions): Promise<void> {
  const { dryRun, yes, reason } = options;
  if (yes && !reason) throw usageError("--yes needs --reason, such as same_phone, to select the duplicates to merge");
  if (!yes && !dryRun && !canAsk(io)) {
    throw usageError("cannot ask without a terminal. Use --yes with --reason, or --dry-run to see the merges.");
  }
  const connection = await connect(io, options);
  // A dry run still reads the contacts.
  const client = createClient(io, connection, { ...options, dryRun: false, curl: false });
  const decide = dryRun || yes ? undefined : await createAsker(io);
  const merged: Row[] = [];
  let failed = 0;

  /** Decides about a pair and merges it. Returns the id of the deleted contact, if any. */
  async function handlePair(pair: Pair): Promise<string | undefined> {
    if (!yes) showMerge(io, pair, options.strategy);
    const decision = decide ? await decide() : "merge";
    if (decision === "stop") throw new Stopped();
    if (decision === "skip") return undefined;
    const [target, source] = decision === "swap" ? [pair.source, pair.target] : [pair.target, pair.source];
    const row = { reason: pair.reason, sourceContactId: source.id, targetContactId: target.id };
    try {
      const done = dryRun ? undefined : await merge(client, target, source, options.strategy);
      merged.push({ ...row, name: done?.contact.name ?? target.name, movedThreads: done?.movedThreads ?? null });
      return source.id;
    } catch (error) {
      if (!(error instanceof Failure) || !concernsOneMerge(error)) throw error;
      failed += 1;
      tellFailure(io, error, false);
      return undefined;
    }
  }

  try {
    await walkPairs(client, options, handlePair);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  }
  await writeResult(io, options, merged, { id: "sourceContactId" });
  if (failed > 0) throw new Failure("partlyFailed", `${failed} of ${failed + merged.length} merges were refused.`);
}

/** Thrown when the user chooses to stop. */
class Stopped extends Error {}

const concernsOneMerge = ({ exitCode }: Failure) => exitCode === exitCodes.conflict || exitCode === exitCodes.invalid;

/** Passes the duplicates to `handlePair` in pairs. Skips contacts that were deleted by earlier merges. */
async function walkPairs(
  client: Client,
  { reason: reasons, keep }: DedupeOptions,
  handlePair: (pair: Pair) => Promise<string | undefined>,
): Promise<void> {
  const get = async (id: string) => {
    const { data } = await client.api.GET("/api/contacts/{id}", { params: { path: { id } } });
    return data!;
  };
  const deletedIds = new Set<string>();
  const input = { path: {}, query: {}, body: undefined };
  const list = walkPages(client, "listDuplicateContacts", { input, rows: "duplicateGroups", all: true });
  for await (const page of list.pages()) {
    for (const { reason, contacts } of page.duplicateGroups as DuplicateGroup[]) {
      if (reasons && !reasons.includes(reason)) continue;
      const ids = contacts.map(({ id }) => id).filter((id) => !deletedIds.has(id));
      let [targetId, ...sourceIds] = keep === "oldest" ? ids.toReversed() : ids;
      for (const sourceId of sourceIds) {
        const deletedId = await handlePair({ reason, target: await get(targetId!), source: await get(sourceId) });
        if (deletedId !== undefined) deletedIds.add(deletedId);
        if (deletedId === targetId) targetId = sourceId;
      }
    }
  }
}

async function merge(client: Client, target: Contact, source: Contact, strategy: MergeStrategy | undefined) {
  const { data } = await client.api.POST("/api/contacts/merge", {
    body: { sourceContactId: source.id, targetContactId: target.id, ...(strategy && { strategy }) },
  });
  return data!;
}

const fields = ["name", "company", "role", "externalId", "tags", "notes", "metadata"] as const;

/** Shows the fields of both contacts and of the merged contact. */
function showMerge(io: Io, { reason, target, source }: Pair, strategy: MergeStrategy | undefined): void {
  const phonesOf = ({ phones }: Contact) => phones.map(({ phoneNumber }) => phoneNumber);
  const rows: Row[] = fields.map((field) => ({
    field,
    kept: target[field],
    merged: source[field],
    result: mergeValues<unknown>(target[field], source[field], strategy),
  }));
  rows.push({
    field: "phones",
    kept: phonesOf(target),
    merged: phonesOf(source),
    result: [...new Set([...phonesOf(target), ...phonesOf(source)])],
  });
  rows.push({ field: "id", kept: target.id, merged: source.id, result: target.id });
  tell(io, `\n${reason.replaceAll("_", " ")}: ${plain(source.name)} would be merged into ${plain(target.name)}`);
  io.stderr.write(
    formatTable({ env: io.env, stdin: io.stdin, stdout: io.stderr, stderr: io.stderr }, rows, [
      "field",
      "kept",
      "merged",
      "result",
    ]).text,
  );
}

async function createAsker(io: Io): Promise<() => Promise<Decision>> {
  const { ask } = await import("../prompts.ts");
  return () =>
    ask.choice<Decision>(io, "Merge them?", [
      { value: "skip", label: "No, keep both contacts" },
      { value: "merge", label: "Yes" },
      { value: "swap", label: "Yes, but keep the other contact" },
      { value: "stop", label: "Stop here" },
    ]);
}
