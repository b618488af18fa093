import { type Client, createClient } from "../client/client.ts";
import { type ConnectionOptions, connect } from "../connection/connect.ts";
import { exitCodes, Failure, usageError } from "../failures.ts";
import { canAsk, type Io, tell } from "../io.ts";
import { readInput } from "../operations/input.ts";
import { runOperation } from "../operations/run-operation.ts";
import { createValueReader } from "../operations/values.ts";
import { type OutputOptions, writeResult } from "../output/output.ts";
import { plain } from "../output/plain-text.ts";
import { tellFailure } from "../output/tell-failure.ts";

export interface DeleteOptions extends OutputOptions, ConnectionOptions, Record<string, unknown> {
  /** Deletes without asking. */
  yes?: boolean;
}

/** The most contacts that a question names. */
const maxNamed = 10;

/**
 * `messaging contacts delete`: deletes contacts one after another, and asks on a terminal first. A contact that is refused
 * does not stop the others.
 */
export async function deleteContacts(io: Io, options: DeleteOptions, given: string[]): Promise<void> {
  const ids = [...new Set(given)];
  if (ids.length > 1 && options.idempotencyKey !== undefined) throw usageError("--idempotency-key takes one contact");
  const connection = await connect(io, options);
  const client = createClient(io, connection, options);
  if (asksBeforeDeletion(io, options)) {
    await nameContacts(io, client, ids);
    await confirmDeletion(io, ids.length, "This cannot be undone.");
  }
  if (ids.length === 1) return runOperation(io, "deleteContact", { args: ids, given: options });

  const reader = createValueReader(io, connection.country, options.encoding);
  const deleted: Record<string, unknown>[] = [];
  let refused = 0;
  try {
    for (const id of ids) {
      const input = await readInput("deleteContact", { args: [id], given: options }, reader);
      try {
        const { contactId, unlinkedThreads } = await client.call("deleteContact", input);
        deleted.push({ contactId, unlinkedThreads });
      } catch (error) {
        if (!(error instanceof Failure) || !concernsOneContact(error)) throw error;
        refused += 1;
        tellFailure(io, error, false);
      }
    }
  } finally {
    if (deleted.length > 0) await writeResult(io, options, deleted, { id: "contactId" });
  }
  if (refused > 0) throw new Failure("partlyFailed", `${refused} of ${ids.length} contacts were not deleted.`);
}

const concernsOneContact = ({ exitCode }: Failure) =>
  exitCode === exitCodes.notFound || exitCode === exitCodes.conflict;

/** Whether a command asks before it deletes: on a terminal, without `--yes`, and only if it sends requests. */
export const asksBeforeDeletion = (io: Io, { yes = false, dryRun = false, curl = false }: DeleteOptions): boolean =>
  !yes && !dryRun && !curl && canAsk(io);

/** @throws Failure (usage) if the user does not want to delete */
export async function confirmDeletion(io: Io, count: number, note: string): Promise<void> {
  const { ask } = await import("../prompts.ts");
  const contacts = count === 1 ? "the contact" : `${count.toLocaleString("en")} contacts`;
  if (!(await ask.confirmation(io, `Delete ${contacts}, with phone numbers, tags and notes? ${note}`))) {
    throw new Failure("usage", "Cancelled. Nothing was deleted.");
  }
}

/** Shows whom the question is about, as far as the key may read contacts. */
async function nameContacts(io: Io, client: Client, ids: string[]): Promise<void> {
  for (const id of ids.slice(0, maxNamed)) {
    try {
      const { data } = await client.api.GET("/api/contacts/{id}", { params: { path: { id } } });
      tell(io, plain(`  ${data!.name}  ${data!.primaryPhone}  ${id}`));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      tell(io, plain(`  ${id}: ${error.message}`));
    }
  }
  if (ids.length > maxNamed) tell(io, `  and ${ids.length - maxNamed} more`);
}
