import { createClient } from "../client/client.ts";
import { type ConnectionOptions, connect } from "../connection/connect.ts";
import { exitCodes, Failure, usageError } from "../failures.ts";
import { openRows } from "../files/open-rows.ts";
import { canAsk, type Io } from "../io.ts";
import { type OutputOptions, writeResult } from "../output/output.ts";
import type { Row } from "../output/results.ts";
import { tellFailure } from "../output/tell-failure.ts";

interface UndoOptions extends OutputOptions, ConnectionOptions {
  yes?: boolean;
}

const view = { id: "mergeId", columns: ["mergeId", "source", "target"] };

/**
 * `messaging contacts dedupe --undo`: undoes the merges of a file that `dedupe` has written, the last one first, because a
 * later merge can have the result of an earlier one. A merge that is refused does not stop the others; one that was undone
 * before is passed over, so the command can be repeated.
 */
export async function undoMerges(io: Io, options: UndoOptions, file: string): Promise<void> {
  const connection = await connect(io, options);
  const ids = await readIds(io, file);
  if (options.dryRun) {
    const rows = ids.map((mergeId) => ({ mergeId }));
    return await writeResult(io, options, rows, view);
  }
  if (!options.yes && canAsk(io)) await confirm(io, ids.length);
  const client = createClient(io, connection, options);
  const undone: Row[] = [];
  let refused = 0;
  for (const id of ids) {
    try {
      const { data } = await client.api.POST("/api/contact-merges/{id}/undo", { params: { path: { id } }, body: {} });
      const { mergeId, source, target } = data!;
      undone.push({ mergeId, source: source.name, target: target.name });
    } catch (error) {
      if (!(error instanceof Failure) || !concernsOneMerge(error)) throw error;
      if (error.refusal.code === "merge_already_undone") continue;
      refused += 1;
      tellFailure(io, error, false);
    }
  }
  await writeResult(io, options, undone, view);
  if (refused > 0) throw new Failure("partlyFailed", `${refused} of ${ids.length} merges were not undone.`);
}

const concernsOneMerge = ({ exitCode }: Failure) => exitCode === exitCodes.notFound || exitCode === exitCodes.conflict;

/** The ids of the merges of a file, the last one first. */
async function readIds(io: Io, file: string): Promise<string[]> {
  await using source = await openRows(io, file, undefined);
  const ids: string[] = [];
  for await (const { number, values, problem } of source.read()) {
    const { mergeId } = values;
    if (problem !== undefined || typeof mergeId !== "string") {
      throw usageError(
        `row ${number} of ${source.name} has no mergeId: ${problem ?? "it is not from contacts dedupe; to undo one merge: messaging contacts unmerge ID"}`,
      );
    }
    ids.push(mergeId);
  }
  return ids.toReversed();
}

/** @throws Failure (usage) if the user does not want to undo */
async function confirm(io: Io, count: number): Promise<void> {
  const { ask } = await import("../prompts.ts");
  if (!(await ask.confirmation(io, `Undo ${count.toLocaleString("en")} merges?`))) {
    throw new Failure("usage", "Cancelled. Nothing was undone.");
  }
}
