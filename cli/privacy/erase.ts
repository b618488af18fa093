import type { ConnectionOptions } from "../connection/connect.ts";
import { Failure } from "../failures.ts";
import { canAsk, type Io } from "../io.ts";
import { runOperation } from "../operations/run-operation.ts";
import type { OutputOptions } from "../output/output.ts";

export interface EraseOptions extends OutputOptions, ConnectionOptions, Record<string, unknown> {
  /** Erases without asking. */
  yes?: boolean;
  contact?: string;
}

/**
 * `messaging privacy erase`: begins an erasure, and asks on a terminal first.
 *
 * @throws Failure (usage) if the user does not want to erase
 */
export async function erase(io: Io, options: EraseOptions, args: string[]): Promise<void> {
  const { yes = false, dryRun = false, curl = false } = options;
  if (!yes && !dryRun && !curl && canAsk(io)) {
    const { ask } = await import("../prompts.ts");
    const who = options.contact === undefined ? (args[0] ?? "this phone number") : `the contact ${options.contact}`;
    const question = `Erase ${who}, with messages, contacts and passcodes? An opt-out stays. This cannot be undone.`;
    if (!(await ask.confirmation(io, question))) throw new Failure("usage", "Cancelled. Nothing was erased.");
  }
  await runOperation(io, "createErasure", { args, given: options });
}
