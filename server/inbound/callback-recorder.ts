import type { BatchWork } from "../db/commit/batch-work.ts";
import type { GroupCommit } from "../db/commit/group-commit.ts";
import { newId } from "../db/schema/ids.ts";
import type { ProviderCallback } from "../provider/callbacks.ts";
import type { Provider } from "../provider/provider.ts";
import { saidIn } from "./read-callback.ts";
import { type NewCallback, recordCallbacks } from "./record-callbacks.ts";
import { recordKeywords } from "./record-keywords.ts";

/**
 * Creates the function that records a callback, in a batch with others that arrive meanwhile. Keywords have separate
 * batches, because they wait for the locks of their senders' phones, and other callbacks must not wait for those. Only
 * the simulated carrier may select test mode.
 */
export function createCallbackRecorder(
  groupCommit: GroupCommit,
  { isSimulated = false }: Pick<Provider, "isSimulated">,
): (callback: ProviderCallback) => Promise<void> {
  return (given) => {
    const callback = { ...given, id: newId(), testMode: given.testMode && isSimulated };
    const isKeyword = callback.kind === "inbound" && saidIn(callback.content) !== undefined;
    return groupCommit(isKeyword ? keywordRecording : callbackRecording, callback);
  };
}

const callbackRecording: BatchWork<NewCallback, void> = {
  run: recordCallbacks,
  runAgain: async (tx, callback) => (await recordCallbacks(tx, [callback], true))[0]!,
};

const keywordRecording: BatchWork<NewCallback, void> = {
  run: recordKeywords,
  runAgain: async (tx, callback) => (await recordKeywords(tx, [callback], true))[0]!,
};
