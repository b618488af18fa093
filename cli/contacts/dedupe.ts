import type {
  ContactSummary,
  DuplicateGroup,
  DuplicateReason,
  MergePreview,
  MergeStrategy,
} from "../../generated/api.ts";
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
  target: ContactSummary;
  /** The contact that is merged into the target and deleted. */
  source: ContactSummary;
}

/** What became of a pair: the id of the deleted contact, and the external id of the other. */
interface Merged {
  deletedId: string;
  externalId: string | null;
}

type Decision = "merge" | "swap" | "skip" | "stop";

const view = { id: "sourceContactId", columns: ["reason", "sourceName", "sourcePhone", "name", "phone"] };

/**
 * `messaging contacts dedupe`: shows each merge of duplicates and asks before it merges. With `--yes`, merges without
 * asking. A merge is previewed only to be shown before a question: the groups have what a list of merges needs.
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

  /** Decides about a pair and merges it. */
  async function handlePair(pair: Pair): Promise<Merged | undefined> {
    try {
      const preview = decide && (await previewMerge(client, pair, options.strategy));
      if (preview) showMerge(io, pair, preview);
      const decision = decide ? await decide() : "merge";
      if (decision === "stop") throw new Stopped();
      if (decision === "skip") return undefined;
      const isSwapped = decision === "swap";
      const [target, source] = isSwapped ? [pair.source, pair.target] : [pair.target, pair.source];
      const shown = isSwapped ? undefined : preview?.fingerprint;
      const done = dryRun ? undefined : await merge(client, { target, source }, options.strategy, shown);
      merged.push({
        reason: pair.reason,
        sourceContactId: source.id,
        sourceName: source.name,
        sourcePhone: source.primaryPhone,
        targetContactId: target.id,
        name: done?.contact.name ?? target.name,
        phone: target.primaryPhone,
        movedThreads: done?.movedThreads ?? null,
        mergeId: done?.mergeId ?? null,
      });
      const externalId = done ? done.contact.externalId : (target.externalId ?? source.externalId);
      return { deletedId: source.id, externalId };
    } catch (error) {
      if (!(error instanceof Failure) || !concernsOneMerge(error)) throw error;
      failed += 1;
      tellFailure(io, error, false);
      return undefined;
    }
  }

  try {
    const leftOut = await walkPairs(client, options, handlePair);
    if (leftOut > 0)
      tell(io, `Left out ${leftOut} pairs with two different external ids. --reason similar_name includes them.`);
  } catch (error) {
    if (!(error instanceof Stopped)) {
      // What is merged by now can be undone by its ids.
      if (merged.length > 0) await writeResult(io, options, merged, view);
      throw error;
    }
  }
  await writeResult(io, options, merged, view);
  if (failed > 0) throw new Failure("partlyFailed", `${failed} of ${failed + merged.length} merges were refused.`);
}

/** Thrown when the user chooses to stop. */
class Stopped extends Error {}

/** Whether the other pairs can still be merged. A contact is not found if somebody has deleted or merged it meanwhile. */
const concernsOneMerge = ({ exitCode, refusal }: Failure) =>
  exitCode === exitCodes.conflict || exitCode === exitCodes.invalid || refusal.code === "contact_not_found";

/**
 * Passes the duplicates to `handlePair` in pairs. Skips contacts that were deleted by earlier merges, and returns how many
 * pairs were left out. Two different external ids mean two people in the system that the ids come from. A pair with two is
 * passed on only if `--reason similar_name` asks for doubtful pairs.
 */
async function walkPairs(
  client: Client,
  { reason: reasons, keep }: DedupeOptions,
  handlePair: (pair: Pair) => Promise<Merged | undefined>,
): Promise<number> {
  const withDoubtful = reasons?.includes("similar_name");
  const deletedIds = new Set<string>();
  let leftOut = 0;
  const input = { path: {}, query: {}, body: undefined };
  const list = walkPages(client, "listDuplicateContacts", { input, rows: "duplicateGroups", all: true });
  for await (const page of list.pages()) {
    for (const { reason, contacts } of page.duplicateGroups as DuplicateGroup[]) {
      if (reasons && !reasons.includes(reason)) continue;
      const left = contacts.filter(({ id }) => !deletedIds.has(id));
      let [target, ...sources] = keep === "oldest" ? left.toReversed() : left;
      for (const source of sources) {
        const areTwo = target!.externalId && source.externalId && target!.externalId !== source.externalId;
        if (areTwo && !withDoubtful) {
          leftOut += 1;
          continue;
        }
        const merged = await handlePair({ reason, target: target!, source });
        if (!merged) continue;
        deletedIds.add(merged.deletedId);
        const kept = merged.deletedId === target!.id ? source : target!;
        target = { ...kept, externalId: merged.externalId };
      }
    }
  }
  return leftOut;
}

type Contacts = Pick<Pair, "source" | "target">;

const bodyOf = ({ source, target }: Contacts, strategy: MergeStrategy | undefined) => ({
  sourceContactId: source.id,
  targetContactId: target.id,
  ...(strategy && { strategy }),
});

async function previewMerge(client: Client, contacts: Contacts, strategy: MergeStrategy | undefined) {
  const { data } = await client.api.POST("/api/contacts/merge/preview", { body: bodyOf(contacts, strategy) });
  return data!;
}

/** Merges, if the merge is still the one of the fingerprint. */
async function merge(
  client: Client,
  contacts: Contacts,
  strategy: MergeStrategy | undefined,
  fingerprint: string | undefined,
) {
  const { data } = await client.api.POST("/api/contacts/merge", {
    body: { ...bodyOf(contacts, strategy), ...(fingerprint !== undefined && { fingerprint }) },
  });
  return data!;
}

const fields = ["name", "company", "role", "externalId", "tags", "notes", "metadata"] as const;

/** Shows the fields of both contacts and of the merged contact. */
function showMerge(io: Io, { reason, target, source }: Pair, { contact, ...preview }: MergePreview): void {
  const numbersOf = (other: MergePreview["phones"][number]["of"]) =>
    preview.phones.flatMap(({ phoneNumber, of }) => (of === other ? [] : phoneNumber));
  const rows: Row[] = fields.map((field) => ({
    field,
    kept: preview.fields[field].target,
    merged: preview.fields[field].source,
    result: contact[field],
  }));
  const result = preview.phones.map(({ phoneNumber }) => phoneNumber);
  rows.push({ field: "phones", kept: numbersOf("source"), merged: numbersOf("target"), result });
  rows.push({ field: "id", kept: target.id, merged: source.id, result: target.id });
  tell(io, `\n${reason.replaceAll("_", " ")}: ${plain(source.name)} would be merged into ${plain(target.name)}`);
  const beside = { env: io.env, stdin: io.stdin, stdout: io.stderr, stderr: io.stderr };
  io.stderr.write(formatTable(beside, rows, ["field", "kept", "merged", "result"]).text);
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
