import { createClient } from "../client/client.ts";
import { createTransport } from "../client/send-many.ts";
import { connect } from "../connection/connect.ts";
import { exitCodes, Failure } from "../failures.ts";
import { openRows, type RowSource } from "../files/open-rows.ts";
import type { SourceRow } from "../files/row.ts";
import { type Io, quiet } from "../io.ts";
import { writeResult } from "../output/output.ts";
import { createConcurrency, fixedConcurrency } from "../rows/concurrency.ts";
import { createPreview, examineRows, writeExamination } from "../rows/examine.ts";
import type { RunOptions } from "../rows/options.ts";
import { rowFailure } from "../rows/row-failure.ts";
import { runRows } from "../rows/run.ts";
import { showFirstRequest } from "../rows/show-first-request.ts";
import { asksBeforeDeletion, confirmDeletion, type DeleteOptions } from "./delete.ts";

/** A contact to delete, as the import has left it. */
interface Created extends Record<string, unknown> {
  id: string;
  updatedAt: string;
}

/**
 * `messaging contacts import --undo`: deletes the contacts that a list of created contacts has, except those that have
 * changed since. A contact that is gone already counts as `gone`, so the command can be repeated.
 */
export async function undoImport(io: Io, options: DeleteOptions & RunOptions, file: string): Promise<void> {
  const connection = await connect(io, options);
  await using source = await openRows(io, file, options.encoding);
  const { lines, contacts } = await findLastLines(source);
  const concurrency = options.concurrency === undefined ? createConcurrency() : fixedConcurrency(options.concurrency);
  const client = createClient(options.verbose ? io : quiet(io), connection, options, {
    onRefusal: concurrency.refused,
    transport: createTransport(),
  });
  const remove = async (row: SourceRow) => {
    const { id, updatedAt: unchangedSince } = readLine(row);
    try {
      await client.call("deleteContact", { path: { id }, query: { unchangedSince }, body: undefined });
      return "deleted";
    } catch (error) {
      if (error instanceof Failure && error.exitCode === exitCodes.notFound) return "gone";
      throw error;
    }
  };
  if (options.curl) return await showFirstRequest(lines.read(), remove);
  if (options.dryRun) {
    const preview = createPreview(["id", "updatedAt"]);
    const examination = await examineRows(lines.read(), readLine, (line, { number }) => preview.add(number, line));
    return await writeExamination(io, options, { ...examination, contacts }, preview.rows);
  }
  const confirm = () => confirmDeletion(io, contacts, "Contacts that have changed since the import stay.");
  const summary = await runRows(
    io,
    {
      file,
      source: lines,
      inputs: { command: "undo", ...connection, source: undefined },
      outcomes: ["deleted", "gone"],
      concurrency,
      work: remove,
      ...(asksBeforeDeletion(io, options) && { confirm }),
    },
    options,
  );
  await writeResult(io, options, summary, { id: "rows" });
  if (summary.failed > 0) {
    throw new Failure("partlyFailed", `${summary.failed} of ${contacts} contacts were not deleted.`, {
      hint: `They and the reasons are in ${summary.report}. \`messaging contacts delete\` deletes a contact that has changed.`,
    });
  }
}

/** The lines of a list, without those that a later line of the same contact replaces, and the number of contacts. */
async function findLastLines(source: RowSource): Promise<{ lines: RowSource; contacts: number }> {
  const last = new Map<unknown, number>();
  for await (const { number, values } of source.read()) last.set(values.id, number);
  const lines: RowSource = {
    ...source,
    async *read() {
      for await (const row of source.read()) {
        if (row.problem !== undefined || last.get(row.values.id) === row.number) yield row;
      }
    },
  };
  return { lines, contacts: last.size };
}

/** @throws Failure (invalid_row) for a line that is not one of a list of created contacts */
function readLine({ values: { id, updatedAt }, problem }: SourceRow): Created {
  if (problem === undefined && typeof id === "string" && typeof updatedAt === "string") return { id, updatedAt };
  throw rowFailure("invalid_row", problem ?? "The line has no id and updatedAt of a contact.");
}
