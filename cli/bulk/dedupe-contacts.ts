import type { Contact, DuplicateGroup, DuplicateReason } from "../../generated/api.ts";
import { type MergeStrategy, mergeValues } from "../../server/contacts/merge-values.ts";
import { type Client, createClient } from "../client/client.ts";
import { walkPages } from "../client/paging.ts";
import { exitCodes, Failure, tellFailure, usageError } from "../failures.ts";
import { canAsk, type Io, tell } from "../io.ts";
import type { Row } from "../output/answers.ts";
import { type OutputOptions, writeAnswer } from "../output/output.ts";
import { plain } from "../output/plain-text.ts";
import { formatTable } from "../output/table.ts";
import { type ConnectionOptions, connect } from "../settings.ts";

export interface DedupeOptions extends OutputOptions, ConnectionOptions {
  reason?: DuplicateReason[];
  keep: "oldest" | "newest";
  strategy?: MergeStrategy;
  yes?: boolean;
}

/** Two contacts that may be the same person. */
interface Pair {
  reason: DuplicateReason;
  /** The one that stays. */
  target: Contact;
  /** The one that goes. */
  source: Contact;
}

type Decision = "merge" | "swap" | "skip" | "stop";

/** `messaging contacts dedupe`: shows each merge of duplicates before it does it, and asks, unless a rule is given. */
export async function dedupeContacts(io: Io, options: DedupeOptions): Promise<void> {
  const { dryRun, yes, reason } = options;
  if (yes && !reason)
    throw usageError("--yes needs to know which duplicates are the same: give --reason, as same_phone");
  if (!yes && !dryRun && !canAsk(io)) {
    throw usageError("there is nobody to ask: give --yes with --reason, or see what would be done with --dry-run");
  }
  const connection = await connect(io, options);
  // What is only looked at is asked for all the same.
  const client = createClient(io, connection, { ...options, dryRun: false, curl: false });
  const decide = dryRun || yes ? undefined : await createAsker(io);
  const merged: Row[] = [];
  let failed = 0;

  /** Says which of the two is gone; undefined if both stay. */
  async function settle(pair: Pair): Promise<string | undefined> {
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
      if (!(error instanceof Failure) || !isOfThisMerge(error)) throw error;
      failed += 1;
      tellFailure(io, error, false);
      return undefined;
    }
  }

  try {
    await walkPairs(client, options, settle);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  }
  await writeAnswer(io, options, merged, { id: "sourceContactId" });
  if (failed > 0) throw new Failure("partlyFailed", `${failed} of ${failed + merged.length} merges were refused.`);
}

/** Thrown when somebody has enough of it. */
class Stopped extends Error {}

const isOfThisMerge = ({ exitCode }: Failure) => exitCode === exitCodes.conflict || exitCode === exitCodes.invalid;

/** Goes through the duplicates in pairs. What is gone does not come again. */
async function walkPairs(
  client: Client,
  { reason: wanted, keep }: DedupeOptions,
  settle: (pair: Pair) => Promise<string | undefined>,
): Promise<void> {
  const get = async (id: string) => {
    const { data } = await client.api.GET("/api/contacts/{id}", { params: { path: { id } } });
    return data!;
  };
  const gone = new Set<string>();
  const input = { path: {}, query: {}, body: undefined };
  const list = walkPages(client, "listDuplicateContacts", { input, rows: "duplicateGroups", all: true });
  for await (const page of list.pages()) {
    for (const { reason, contacts } of page.duplicateGroups as DuplicateGroup[]) {
      if (wanted && !wanted.includes(reason)) continue;
      const ids = contacts.map(({ id }) => id).filter((id) => !gone.has(id));
      let [staying, ...others] = keep === "oldest" ? ids.toReversed() : ids;
      for (const other of others) {
        const left = await settle({ reason, target: await get(staying!), source: await get(other) });
        if (left !== undefined) gone.add(left);
        if (left === staying) staying = other;
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

/** Shows what the contacts have, and what would become of it. */
function showMerge(io: Io, { reason, target, source }: Pair, strategy: MergeStrategy | undefined): void {
  const phonesOf = ({ phones }: Contact) => phones.map(({ phoneNumber }) => phoneNumber);
  const rows: Row[] = fields.map((field) => ({
    field,
    stays: target[field],
    goes: source[field],
    becomes: mergeValues<unknown>(target[field], source[field], strategy),
  }));
  rows.push({
    field: "phones",
    stays: phonesOf(target),
    goes: phonesOf(source),
    becomes: [...new Set([...phonesOf(target), ...phonesOf(source)])],
  });
  rows.push({ field: "id", stays: target.id, goes: source.id, becomes: target.id });
  tell(io, `\n${reason.replaceAll("_", " ")}: ${plain(source.name)} would go into ${plain(target.name)}`);
  io.stderr.write(
    formatTable({ env: io.env, stdin: io.stdin, stdout: io.stderr, stderr: io.stderr }, rows, [
      "field",
      "stays",
      "goes",
      "becomes",
    ]),
  );
}

async function createAsker(io: Io): Promise<() => Promise<Decision>> {
  const { ask } = await import("../prompts.ts");
  return () =>
    ask.choice<Decision>(io, "Merge them?", [
      { value: "skip", label: "No, leave them as they are" },
      { value: "merge", label: "Yes" },
      { value: "swap", label: "Yes, but keep the other one" },
      { value: "stop", label: "Stop here" },
    ]);
}
